import { expect, test } from "vitest"

import { nextCell } from "./keys"

const on = (...cells: string[]) => cells.includes.bind(cells)

test("arrows go from space to space", () => {
  expect(nextCell("b2", [1, 0], on("a2", "b2", "c2"))).toBe("c2")
  expect(nextCell("b2", [0, -1], on("b1", "b2"))).toBe("b1")
})

test("gaps are stepped over", () => {
  expect(nextCell("1a3", [1, 0], on("1a3", "1d3"))).toBe("1d3")
})

test("a walk ends at the edge, and never leads to another board", () => {
  expect(nextCell("1a1", [0, -1], on("1a1", "1a2", "2a1"))).toBeNull()
})
