import { expect, test } from "vitest"

import type { EventOut } from "../../wire"
import { lightOf } from "./lit"

const event = (kind: string, data: Record<string, unknown>): EventOut => ({ kind, text: "", data: { kind, ...data } })

test("a line lights the space, the occurrences and the cards that it names", () => {
  const light = lightOf([
    event("laid", { seat: 2, cell: "b2", colour: "r", height: 1 }),
    event("scored", { seat: 2, card: 48, times: 2, points: 6, groups: [["b2", "c2"], ["b3"]] }),
    event("top_taken", { seat: 1, card: 7, paid_on: 9 }),
  ])
  expect([...light.cells]).toEqual([[2, new Set(["b2"])]])
  expect(light.groups.get(2)).toEqual({ groups: [["b2", "c2"], ["b3"]], each: "+3" })
  expect(light.cards).toEqual(new Set([48, 7, 9]))
})

test("nothing pointed at lights nothing", () => {
  const { cells, groups, cards } = lightOf([])
  expect([cells.size, groups.size, cards.size]).toEqual([0, 0, 0])
})
