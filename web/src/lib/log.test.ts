import { expect, test } from "vitest"

import type { Entry, EventOut } from "../wire"
import { joined, nameless, pieces, turnsOf } from "./log"
import { words } from "./text.svelte"

const event = (kind: string, seat: number): EventOut => ({ kind, text: `${kind} ${seat}`, data: { kind, seat } })
const entry = (line: number, seat: number, ...events: EventOut[]): Entry => ({ line, seat, move: "m", events })

test("a turn has the lines between two beginnings, draws among them", () => {
  const log = [
    entry(1, 1, event("laid", 1)),
    entry(2, 2, event("laid", 2), event("turn_begins", 1)),
    entry(3, 1, event("taken", 1)),
    entry(4, 0, event("revealed", 0), event("turn_begins", 2)),
    entry(5, 2, event("taken", 2)),
  ]
  expect(turnsOf(log).map(({ seat, lines }) => [seat, ...lines.map(({ line }) => line)])).toEqual([
    [1, 1],
    [2, 2],
    [1, 3, 4],
    [2, 5],
  ])
})

test("a log that begins with a draw gives it to who comes next", () => {
  const [first] = turnsOf([entry(7, 0, event("refilled", 1)), entry(8, 2, event("placed", 2))])
  expect([first!.seat, first!.lines.length]).toEqual([2, 2])
})

test("a further line leaves the turns before it the same", () => {
  const log = [entry(1, 1, event("a", 1), event("turn_begins", 2)), entry(2, 2, event("b", 2))]
  const before = turnsOf(log)
  const after = turnsOf([...log, entry(3, 2, event("c", 2))], before)
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
})

test("a name is left out only where a sentence begins with it", () => {
  expect(nameless("Ada places one polyp", "Ada")).toBe("Places one polyp")
  expect(nameless("The polyp is eaten", "Ada")).toBe("The polyp is eaten")
  expect(nameless("Adam places one polyp", "Ada")).toBe("Adam places one polyp")
})

test("pictures stand where a text has a name for them", () => {
  words.texts = { "log.placed": "{colour} on {cell}, {height}" }
  const coral = { picture: "w", name: "white" }
  expect(pieces("log.placed", { colour: [coral, coral], cell: "1d4", height: 2 })).toEqual([
    coral,
    coral,
    " on ",
    "1d4",
    ", ",
    "2",
  ])
  expect(joined([["a"], [coral]], ", ")).toEqual(["a", ", ", coral])
})
