import { expect, test } from "vitest"

import type { EventOut } from "../../wire"
import { trail } from "./trail"

const event = (kind: string, data: Record<string, unknown>): EventOut => ({ kind, text: "", data: { kind, ...data } })

test("a mark stays where something came to lie or was lost, in the colour of whose doing it was", () => {
  const { cells, tiles } = trail([
    event("crown_attacked", { seat: 1, cell: "1d4", to: "1d5" }),
    event("blue_moved", { seat: 1, cell: "1d5", to: null }),
    event("removed", { seat: 2, cell: "2a3" }),
    event("terrain_laid", { seat: 3, cell: "1h4", tile: "rock" }),
    event("shifted", { seat: 3, lies: "yo", onto: "wo" }),
    event("unlocked", { seat: 4, lies: "wg" }),
  ])
  expect(cells).toEqual({ "1d5": 1, "2a3": 2, "1h4": 3 })
  expect(tiles).toEqual({ oy: 3, ow: 3, gw: 4 })
})
