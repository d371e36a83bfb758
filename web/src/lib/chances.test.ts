import { expect, test } from "vitest"

import type { AnalysedTurn } from "../wire"
import { apart, curve, known, lineAt, lossesBy, moments, nearest, ownFirst, place, type Frame } from "./chances"

const frame: Frame = { width: 120, height: 70, left: 10, right: 10, top: 10, bottom: 10, lines: 50 }
const turn = (line: number, chance: number, loss = 0): AnalysedTurn => ({
  line,
  last: line,
  seat: 1,
  chances: [chance, 1 - chance],
  loss,
  reason: null,
  plan: [],
})
const game = { turns: [turn(1, 0.5), turn(11, 0.8), turn(31, 0.4)], final: [1, 0] }

test("a curve goes from the first turn to the end", () => {
  const all = moments(game, 50)
  expect(all.map(({ line }) => line)).toEqual([0, 10, 30, 50])
  expect(curve(frame, all, 0)).toBe("M10 35L30 20L70 40L110 10")
  expect(curve(frame, all, 1)).toBe("M10 35L30 50L70 30L110 60")
  expect(moments({ ...game, final: null }, 50)).toHaveLength(3)
})

test("a touch means the moment nearest to it", () => {
  const all = moments(game, 50)
  expect([0, 10, 30, 60, 200].map((x) => lineAt(frame, x))).toEqual([0, 0, 10, 25, 50])
  expect([0, 4, 6, 21, 49].map((line) => nearest(all, line))).toEqual([0, 0, 1, 2, 3])
})

test("between two turns stands what was known before", () => {
  const all = moments(game, 50)
  expect([0, 9, 10, 29, 50].map((line) => known(all, line))).toEqual([0, 0, 1, 1, 3])
})

test("everything lies within the frame", () => {
  expect(place(frame, 0, 1)).toEqual({ x: 10, y: 10 })
  expect(place(frame, 50, 0)).toEqual({ x: 110, y: 60 })
  expect(place({ ...frame, lines: 0 }, 0, 0).x).toBe(10)
})

test("labels that would touch are moved apart and stay inside", () => {
  expect(apart([10, 40], 12, 60)).toEqual([10, 40])
  expect(apart([30, 31, 29], 12, 100)).toEqual([41, 53, 29])
  expect(apart([58, 59], 12, 60)).toEqual([48, 60])
})

test("one's own seats come first", () => {
  expect(ownFirst([1, 2, 3, 4], [3])).toEqual([3, 1, 2, 4])
  expect(ownFirst([1, 2], [])).toEqual([1, 2])
})

test("the log marks what someone can see", () => {
  expect([...lossesBy([turn(1, 0.5, 0.004), turn(5, 0.5, 0.124), turn(9, 0.5)])]).toEqual([[5, 12]])
})
