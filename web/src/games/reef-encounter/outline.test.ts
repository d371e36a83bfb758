import { expect, test } from "vitest"

import { grain, outline } from "./outline"

const shore = (drawn: string[], inset = 0): string => {
  const width = drawn[0]!.length
  return outline((x, y) => drawn[y]?.[x] === "#", width, drawn.length, inset)
}
const loops = (path: string): number => path.split("Z").length - 1
const corners = (path: string): number => path.split("Q").length - 1

test("a square has four rounded corners", () => {
  expect([loops(shore(["#"])), corners(shore(["#"]))]).toEqual([1, 4])
})

test("cells in a row have one shore, without corners between them", () => {
  expect([loops(shore(["###"])), corners(shore(["###"]))]).toEqual([1, 4])
})

test("a lagoon has a shore of its own", () => {
  expect(loops(shore(["###", "#.#", "###"]))).toBe(2)
})

test("cells that touch at a corner only stay apart", () => {
  expect(loops(shore(["#.", ".#"]))).toBe(2)
})

test("an inset shore lies inside", () => {
  const numbers = shore(["##", "##"], 1)
    .match(/[\d.]+/g)!
    .map(Number)
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(1)
  expect(Math.max(...numbers)).toBeLessThanOrEqual(19)
})

test("a cell of the ring belongs to the shore", () => {
  const over = (x: number, y: number): boolean => (x === 0 || x === -1) && y === 0
  expect([loops(outline(over, 1, 1, 0, 1)), corners(outline(over, 1, 1, 0, 1))]).toEqual([1, 4])
  expect(outline(over, 1, 1, 0, 1)).toContain("-10.00 0.00")
  expect(outline((x, y) => x === -1 && y === 0, 1, 1, 0)).toBe("")
})

test("the grain of a place is always the same", () => {
  expect(grain(3, 4)).toBe(grain(3, 4))
  expect(grain(3, 4)).not.toBe(grain(4, 3))
})
