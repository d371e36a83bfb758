import { expect, test } from "vitest"

import { TOKENS } from "../tiles"
import { cornerOf, kindOf } from "./tiles"

test("every token names a kind of tile", () => {
  const kinds: Record<string, number> = {}
  for (const token of TOKENS) kinds[kindOf(token)] = (kinds[kindOf(token)] ?? 0) + 1
  expect(kinds).toEqual({ ordinary: 5, printed: 5, double: 5, half: 5, bicolour: 10, rock: 1, water: 1, crown: 1 })
})

test("the coral of a half lies in the corner between its coral sides", () => {
  expect(cornerOf("ne")).toEqual([39, 1])
  expect(cornerOf("sw")).toEqual([1, 39])
  expect(cornerOf(null)).toEqual(cornerOf("ne"))
})
