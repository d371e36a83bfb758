import { expect, test } from "vitest"

import { byTouch, held, type Option } from "./options"

const option = (move: string, touches: string[], source: string[] = [], target: string[] = []): Option => ({
  move,
  touches: [...touches, ...source, ...target],
  source,
  target,
})
const OPTIONS = [
  option("take 5", ["card:5"]),
  option("top 5", [], ["deck"], ["card:5"]),
  option("top 6", [], ["deck"], ["card:6"]),
  option("lay r a1", ["piece:r", "cell:a1"]),
]
const moves = (touch: string, ...chosen: string[]): string[] =>
  (byTouch(OPTIONS, chosen).get(touch) ?? []).map(({ move }) => move)

test("a touch means every move that names it", () => {
  expect(moves("deck")).toEqual(["top 5", "top 6"])
  expect(moves("cell:a1")).toEqual(["lay r a1"])
})

test("a target means a move only after its source", () => {
  expect(moves("card:5")).toEqual(["take 5"])
  expect(moves("card:6")).toEqual([])
  expect(moves("card:5", "deck")).toEqual(["top 5"])
})

test("what is chosen narrows down what is left", () => {
  expect(moves("cell:a1", "piece:r")).toEqual(["lay r a1"])
  expect(moves("cell:a1", "piece:y")).toEqual([])
  expect(moves("piece:r", "piece:r")).toEqual([])
})

test("what is held is told by its kind", () => {
  expect(held(["deck", "cell:1d4"], "cell")).toBe("1d4")
  expect(held(["deck"], "cell")).toBeUndefined()
})
