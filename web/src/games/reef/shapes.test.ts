import { expect, test } from "vitest"

import { CELLS, COLOURS, OUTLINES, quarter, spot, VEINS } from "./shapes"

test("a reef has sixteen spaces, row by row from the top", () => {
  expect(CELLS).toHaveLength(16)
  expect([CELLS[0], CELLS[3], CELLS[4], CELLS[15]]).toEqual(["a1", "d1", "a2", "d4"])
  expect(CELLS.map(spot)).toEqual(CELLS.map((_, at) => [at % 4, Math.floor(at / 4)]))
})

test("every colour has a closed outline and its veins", () => {
  for (const colour of [...COLOURS, "*"]) expect(OUTLINES[colour]).toMatch(/^M[-\d.]+ .*Z$/)
  for (const colour of COLOURS) expect(VEINS[colour]).toMatch(/^M/)
})

test("four quarters make a pebble", () => {
  const corners = [0, 1, 2, 3].map((index) =>
    quarter(index)
      .match(/L([-\d.]+ [-\d.]+)A.* ([-\d.]+ [-\d.]+)Z$/)!
      .slice(1),
  )
  const zero = (point: string): string => point.replaceAll("-0.0", "0.0")
  corners.forEach(([, to], at) => expect(zero(to!)).toBe(zero(corners[(at + 1) % 4]![0]!)))
})
