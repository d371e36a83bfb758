import { expect, test } from "vitest"

import type { Entry, EventOut } from "../wire"
import { joined, nameless, other, pieces, rowsOf, turnsOf } from "./log"
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

test("what others are asked in a turn belongs to it, and is marked as theirs", () => {
  const log = [
    entry(1, 1, event("laid", 1), event("turn_begins", 1)),
    entry(2, 1, event("card", 1)),
    entry(3, 2, event("passed", 2)),
    entry(4, 3, event("card", 3), event("cancelled", 1)),
  ]
  const turn = turnsOf(log)[1]!
  expect(turn.lines.map(({ line }) => line)).toEqual([2, 3, 4])
  const last = turn.lines[2]!
  expect(last.events.map((one) => other(one, last, turn))).toEqual([3, 0])
})

test("answers that change nothing are one row, and leave no trace beside what happens after them", () => {
  const lines = [
    entry(1, 1, event("card", 1)),
    entry(2, 2, event("passed", 2)),
    entry(3, 3, event("passed", 3)),
    entry(4, 4, event("passed", 4), event("eaten", 1)),
  ]
  const rows = rowsOf(lines, ({ kind }) => kind === "passed")
  expect(rows.map(({ since, entry, events }) => [since, entry.line, ...events.map(({ text }) => text)])).toEqual([
    [1, 1, "card 1"],
    [2, 3, "passed 2", "passed 3"],
    [4, 4, "eaten 1"],
  ])
  expect(rows.map(({ quiet }) => quiet)).toEqual([false, true, false])
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
