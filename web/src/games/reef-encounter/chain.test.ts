import { expect, test } from "vitest"

import type { ReefEncounterTile } from "../../wire"
import { arrows, place } from "./chain"

const tile = (strong: string, weak: string, covered = false): ReefEncounterTile =>
  ({ strong, weak, covered, large: "blue", small: "red" }) as ReefEncounterTile

const distance = (head: string, [x, y]: [number, number]): number => {
  const [, left, top] = /^M(\S+) (\S+)L/.exec(head)!
  return Math.hypot(Number(left) - x, Number(top) - y)
}

test("an arrow points at the weaker coral", () => {
  const [arrow] = arrows([tile("y", "w")])
  expect(arrow).toMatchObject({ key: "wy", strong: "y", weak: "w", locked: false })
  expect(distance(arrow!.head, place("w"))).toBeLessThan(distance(arrow!.head, place("y")))
})

test("a tile that is turned over turns its arrow, and keeps its name", () => {
  const [before, after] = arrows([tile("o", "g"), tile("g", "o", true)])
  expect(after).toMatchObject({ key: before!.key, locked: true })
  expect(after!.head).not.toBe(before!.head)
})
