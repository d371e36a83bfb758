import { expect, test } from "vitest"

import { cellAt, cellsOf, joinsOf, placeOf, rimOf, rimsOf, ROCK_HEIGHT, ROCK_WIDTH, scaleOf } from "./cells"
import * as base from "../reef-encounter/outline"

const GRID = ["~~~...~", "~..y..~", "..~.w..", ".g.*.~.", "..p~o..", "......."]

test("the ring lies around the drawing", () => {
  expect(placeOf("1a1")).toEqual({ x: 0, y: 0 })
  expect(placeOf("2z3")).toEqual({ x: -1, y: 2 })
  expect(placeOf("1h4")).toEqual({ x: 7, y: 3 })
  expect(placeOf("d0")).toEqual({ x: 3, y: -1 })
  for (const cell of ["1a1", "2z3", "1h4", "1d0", "3g7"]) {
    const { x, y } = placeOf(cell)
    expect(cellAt(cell[0]!, x, y)).toBe(cell)
  }
})

test("every cell is there once, row by row, and only those of the edge have nothing printed", () => {
  const cells = cellsOf(1, GRID, ["d0", "z3", "h4", "g7"])
  expect(cells).toHaveLength(46)
  expect(cells[0]).toEqual({ cell: "1d0", mark: "" })
  expect(cells.at(-1)!.cell).toBe("1g7")
  expect(cells.findIndex(({ cell }) => cell === "1z3")).toBe(cells.findIndex(({ cell }) => cell === "1a3") - 1)
  expect(cells.filter(({ mark }) => mark === "").map(({ cell }) => rimOf(cell))).toEqual(["n", "w", "e", "s"])
})

test("polyps of one colour join", () => {
  const polyps = { "1a1": "w", "1b1": "w", "1b2": "w", "1c1": "y" } as const
  expect(joinsOf("1b1", { polyps, sides: {} })).toBe("sw")
  expect(joinsOf("1c1", { polyps, sides: {} })).toBe("")
})

test("a half joins on its coral sides only, from both sides", () => {
  const polyps = { "1a1": "w", "1b1": "w", "1b2": "w", "1c1": "w" } as const
  const sides = { "1b1": "se" }
  expect(joinsOf("1b1", { polyps, sides })).toBe("es")
  expect(joinsOf("1a1", { polyps, sides })).toBe("")
  expect(joinsOf("1c1", { polyps, sides })).toBe("w")
})

test("two halves join only where both are coral", () => {
  const polyps = { "1a1": "w", "1b1": "w" } as const
  expect(joinsOf("1a1", { polyps, sides: { "1a1": "ne", "1b1": "nw" } })).toBe("e")
  expect(joinsOf("1a1", { polyps, sides: { "1a1": "ne", "1b1": "ne" } })).toBe("")
})

test("corals go on over the edge", () => {
  const polyps = { "1g4": "g", "1h4": "g", "1a3": "p", "1z3": "p", "1d1": "w", "1d0": "w" } as const
  expect(joinsOf("1h4", { polyps, sides: {} })).toBe("w")
  expect(joinsOf("1a3", { polyps, sides: {} })).toBe("w")
  expect(joinsOf("1d0", { polyps, sides: {} })).toBe("s")
})

test("what lies over the edge is seen whole, and all of the edge can be touched", () => {
  for (const used of ["", "h4", "z3", "d0", "d7", "h4 d7", "z3 d0"]) {
    const cells = used ? used.split(" ").map((name) => `1${name}`) : []
    const rims = rimsOf(cells)
    for (const cell of cells) expect(rims[rimOf(cell) as "n"]).toBeGreaterThanOrEqual(1)
    for (const side of ["n", "e", "s", "w"] as const) expect(rims[side]).toBeGreaterThanOrEqual(0.35)
    expect(rims.w + 7 + rims.e).toBeCloseTo(ROCK_WIDTH)
    expect(rims.n + 6 + rims.s).toBeCloseTo(ROCK_HEIGHT)
    expect(scaleOf(rims)).toBeCloseTo(1)
  }
})

test("bare rock on opposite sides of one rock makes its spaces smaller", () => {
  for (const cells of [
    ["1z3", "1h4"],
    ["1d0", "1d7"],
  ]) {
    const rims = rimsOf(cells)
    for (const cell of cells) expect(rims[rimOf(cell) as "n"]).toBe(1)
    expect(scaleOf(rims)).toBeGreaterThan(0.93)
    expect(scaleOf(rims) * (rims.w + 7 + rims.e)).toBeLessThanOrEqual(ROCK_WIDTH)
    expect(scaleOf(rims) * (rims.n + 6 + rims.s)).toBeLessThanOrEqual(ROCK_HEIGHT)
  }
})

test("a space is hardly smaller than in the base game", () => {
  expect(base.ROCK_WIDTH / ROCK_WIDTH).toBeGreaterThanOrEqual(0.9)
  expect(base.ROCK_HEIGHT / ROCK_HEIGHT).toBeGreaterThanOrEqual(0.9)
})
