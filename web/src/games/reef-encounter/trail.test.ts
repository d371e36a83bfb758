import { expect, test } from "vitest"

import type { EventOut } from "../../wire"
import { shifts, trail } from "./trail"

const event = (kind: string, data: Record<string, unknown>): EventOut => ({ kind, data, text: "" }) as EventOut

test("what others did is marked where it was done, with their seat", () => {
  const found = trail([
    event("placed", { seat: 2, colour: "w", cell: "1d4", consumed: false }),
    event("eaten", { seat: 2, prey: "y", cell: "1d5" }),
    event("shrimp_moved", { seat: 3, cell: "1a1", to: "2b2" }),
    event("locked", { seat: 3, tile: "yw" }),
    event("collected", { seat: 2, colour: "o", tiles: "gg" }),
  ])
  expect(found).toEqual({ cells: { "1d4": 2, "1d5": 2, "2b2": 3 }, tiles: { wy: 3 }, pools: { o: 2 } })
})

test("a tile that turned makes one colour dearer and another cheaper", () => {
  expect(shifts([event("turned", { seat: 1, tiles: ["wy", "wg"], lies: ["yw", "gw"] })])).toEqual({ y: 1, g: 1, w: -2 })
})
