import { expect, test } from "vitest"

import type { Entry, SecondKindView } from "../../wire"
import { noticeOf } from "./notice"

const entry = (line: number, seat: number, ...events: [string, Record<string, unknown>][]): Entry => ({
  line,
  seat,
  move: "",
  events: events.map(([kind, data]) => ({ kind, text: "", data: { kind, seat, ...data } })),
})
const at = (turn: Partial<SecondKindView["turn"]>, decides = 0): SecondKindView =>
  ({ turn, decides }) as unknown as SecondKindView

const played = entry(4, 1, ["card_played", { card: "lucky-dip", way: "text" }])

test("a card is asked about, decided on, and done", () => {
  const asked = noticeOf([played], at({ card: "lucky-dip", asked: "current" }, 2))
  expect(asked).toMatchObject({ card: "lucky-dip", seat: 1, line: 4, state: "asked", by: 2 })
  expect(noticeOf([played], at({ card: "lucky-dip", asked: "card" }, 1))).toMatchObject({ state: "deciding", by: 1 })
  expect(noticeOf([played, entry(5, 2)], at({ card: null }))).toMatchObject({ state: "done", by: 1, age: 1 })
})

test("a card that was stopped says by whom; what stopped it is no card of its own", () => {
  const stop = entry(
    5,
    3,
    ["card_played", { card: "strong-current", way: "text" }],
    ["card_cancelled", { card: "lucky-dip" }],
  )
  expect(noticeOf([played, stop], at({ card: null }))).toMatchObject({
    card: "lucky-dip",
    state: "cancelled",
    by: 3,
    age: 1,
  })
})

test("without a card there is nothing to say", () => {
  expect(noticeOf([entry(1, 1, ["collected", { colour: "w" }])], at({ card: null }))).toBeNull()
})
