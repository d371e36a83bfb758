import { expect, test } from "vitest"

import { nearest, type Box } from "./zone"

const at = (left: number, top: number): Box => ({ left, top, width: 10, height: 10 })

test("arrows go to what lies straight ahead before what lies aside", () => {
  const boxes = [at(20, 20), at(30, 0), at(-20, 0)]
  expect(nearest(at(0, 0), boxes, [1, 0])).toBe(1)
  expect(nearest(at(0, 0), boxes, [-1, 0])).toBe(2)
  expect(nearest(at(0, 0), boxes, [0, 1])).toBe(0)
})

test("at the edge there is nothing more", () => {
  expect(nearest(at(0, 0), [at(20, 0)], [0, -1])).toBe(-1)
})
