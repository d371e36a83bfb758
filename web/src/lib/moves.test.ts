import { expect, test } from "vitest"

import { readMove, verbOf, writeMove } from "./moves"

const RE = "reef-encounter"

test("a move is read by the names of its words", () => {
  expect(readMove(RE, "alga red o wy")).toEqual({ verb: "alga", alga: "red", paid: "o", target: "wy" })
  expect(readMove("reef", "lay r b2")).toEqual({ verb: "lay", colour: "r", cell: "b2" })
  expect(readMove(RE, "pass")).toEqual({ verb: "pass" })
})

test("a word may be left out where the table says so", () => {
  expect(readMove(RE, "polyp 1d4")).toEqual({ verb: "polyp", cell: "1d4" })
  expect(readMove(RE, "polyp 1d4 c")).toEqual({ verb: "polyp", cell: "1d4", consumed: "c" })
})

test.each(["", "fly 1d4", "polyp", "polyp 1d4 c c", "pass now", "refill w:y"])("%j is no move", (text) => {
  expect(readMove(RE, text)).toBeNull()
})

test.each(["fish w", "cubes pw", "move 1a1 screen", "polyp 1d4", "polyp 1d4 c", "alga red o sea", "pass"])(
  "%j is written as it was read",
  (text) => {
    expect(writeMove(RE, readMove(RE, text)!)).toBe(text)
  },
)

test("the verb is the first word", () => {
  expect(["pass", "take 3"].map(verbOf)).toEqual(["pass", "take"])
})
