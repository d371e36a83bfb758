import { expect, test } from "vitest"

import type { ReefEncounterCoral } from "../../wire"
import { around, arrows, bitesOf, bitesOn, on, rings } from "./marks"

const coral = (cells: string[], more: Partial<ReefEncounterCoral> = {}): ReefEncounterCoral =>
  ({ rock: 1, colour: "w", cells, eats: [], eaten_by: [], protected: [], shrimp: null, ...more }) as ReefEncounterCoral

test("marks of a kind are one path, and nothing without spaces", () => {
  expect(rings(["1a1", "1b2"], 2).match(/M/g)).toHaveLength(2)
  expect(rings([], 2)).toBe("")
  expect(around([], 1)).toBe("")
})

test("one line goes around a coral", () => {
  expect(around(["1a1", "1b1", "1b2"], 1).match(/M/g)).toHaveLength(1)
  expect(around(["1a1", "1c3"], 1).match(/M/g)).toHaveLength(2)
})

test("a rock shows its own spaces", () => {
  expect(on(2, ["1a1", "2b3"])).toEqual(["2b3"])
})

test("an arrow comes from the polyp that is nearest", () => {
  const weak = coral(["1d4", "1d5"], { eaten_by: [{ cell: "1d4", by: ["1a1"] }] })
  const strong = coral(["1a1", "1a2", "1d2"], { eats: ["1d4"] })
  expect(bitesOn(weak, [weak, strong])).toEqual([{ from: "1d2", to: "1d4" }])
  expect(bitesOf(strong)).toEqual([{ from: "1d2", to: "1d4" }])
  expect(arrows([{ from: "1d2", to: "1d4" }]).heads).toMatch(/^M35.00 31.00/)
})
