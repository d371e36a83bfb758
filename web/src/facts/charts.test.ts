import { expect, test } from "vitest"

import { clearlyAbove, columns, columnWidth, ends, quantile, ticks, within } from "./charts"

test("ticks are round numbers that reach the largest", () => {
  expect(ticks(0.293)).toEqual([0, 0.1, 0.2, 0.3])
  expect(ticks(87)).toEqual([0, 25, 50, 75, 100])
  expect(ticks(3, 4, true)).toEqual([0, 1, 2, 3])
  expect(ticks(0)).toEqual([0, 1])
})

test("columns are as narrow as they can be without being too many", () => {
  expect(columnWidth(3, 20, 24)).toBe(1)
  expect(columnWidth(88, 162, 24)).toBe(5)
  expect(columnWidth(0, 4000, 24)).toBe(200)
})

test("several spreads share their columns, and each adds up to one", () => {
  const [one, other] = columns([
    [
      [2, 1],
      [5, 3],
    ],
    [[3, 2]],
  ])
  expect(one!.map(({ from, to }) => [from, to])).toEqual([
    [2, 2],
    [3, 3],
    [4, 4],
    [5, 5],
  ])
  expect(one!.map(({ share }) => share)).toEqual([0.25, 0, 0, 0.75])
  expect(other!.map(({ share }) => share)).toEqual([0, 1, 0, 0])
  expect(columns([[]])).toEqual([[]])
})

test("a wide spread is put into columns of several sizes", () => {
  const [wide] = columns([[...Array(100).keys()].map((size) => [size, 1])], 10)
  expect(wide!.map(({ from, to, share }) => [from, to, share]).slice(0, 2)).toEqual([
    [0, 9, 0.1],
    [10, 19, 0.1],
  ])
  expect(wide!.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
})

test("quartiles and parts are counted, not guessed", () => {
  const sizes = [
    [1, 2],
    [4, 4],
    [9, 2],
  ]
  expect([0.25, 0.5, 0.75, 1].map((part) => quantile(sizes, part))).toEqual([1, 4, 4, 9])
  expect(within(sizes, 4)).toBe(0.75)
  expect(within([], 4)).toBe(0)
})

test("the best of many has to stand out further than one alone", () => {
  const share = { share: 0.56, low: 0.52, high: 0.6 }
  expect(clearlyAbove(share, 0.5, 1)).toBe(true)
  expect(clearlyAbove(share, 0.5, 60)).toBe(false)
  expect(clearlyAbove({ share: 0.6, low: 0.57, high: 0.63 }, 0.5, 60)).toBe(true)
})

test("of a long list the ends are shown", () => {
  expect(ends([1, 2, 3, 4, 5, 6], 2)).toEqual([1, 2, null, 5, 6])
  expect(ends([1, 2, 3, 4, 5], 2)).toEqual([1, 2, 3, 4, 5])
})
