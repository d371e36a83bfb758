import { expect, test } from "vitest"

import { grown, nearest, radius } from "./shapes"

const shape = { x: 100, y: 200, width: 40, height: 60, round: 8 }

test("a mark keeps its distance all around, and the form of the corners", () => {
  expect(grown(shape, 5)).toEqual({ x: 95, y: 195, width: 50, height: 70, round: 13 })
})

test.each([
  ["50%", 80, 40],
  ["46%", 100, 46],
  ["12px", 80, 12],
  ["99px", 40, 20],
  ["10% 7%", 100, 10],
  ["", 40, 0],
])("corners of %s on a side of %d are round by %d", (style, side, round) => {
  expect(radius(style, side)).toBe(round)
})

test("a line ends at the shape next to where it begins, on the side that faces it", () => {
  const other = { ...shape, x: 600 }
  expect(nearest([shape, other], 640, 0)).toEqual({ x: 620, y: 200, fromAbove: true })
  expect(nearest([shape, other], 90, 500)).toEqual({ x: 120, y: 260, fromAbove: false })
  expect(nearest([], 0, 0)).toBeNull()
})
