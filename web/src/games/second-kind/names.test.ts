import { expect, test } from "vitest"

import type { Table } from "../../lib/table.svelte"
import { words } from "../../lib/text.svelte"
import type { SecondKindRock } from "../../wire"
import { setOut, spaceName, tileName } from "./names"

words.texts = Object.fromEntries(
  Object.entries({
    "tile.w": "white",
    "tile.wy": "white and yellow",
    "tile.wh": "half white",
    "tile.crown": "crown",
    "colour.y": "yellow",
    counts_as: "{tile} as {colour}",
    turned: "{tile} {sides}",
    "sides.ne": "up right",
    blue: "blue shrimp",
    "space_is.shrimp": "shrimp of {name}",
    "space_is.rock": "rock",
    "space_is.rock_tile": "laid rock",
    "space_is.edge": "edge",
  }).map(([key, text]) => [`second-kind-names.${key}`, text]),
)

const rock: SecondKindRock = {
  rock: 1,
  polyps: { "1a1": "w", "1b1": "y", "1c1": "w" },
  special: { "1b1": "wy", "1c1": "wh" },
  sides: { "1c1": "ne" },
  shrimps: { "1a1": 2 },
  blue: ["1b1"],
  crowns: ["1d1", "1h4"],
  rock_tiles: ["1h4"],
  water_tiles: [],
}
const table = { name: (seat: number) => `P${seat}` } as Table

test("a tile is named with what its place makes of it", () => {
  expect(tileName("wy")).toBe("white and yellow")
  expect(tileName("wy", "y")).toBe("white and yellow as yellow")
  expect(tileName("wh", "w", "ne")).toBe("half white up right")
})

test("a space is named with all that lies on it", () => {
  expect(spaceName("1a1", "w", rock, table)).toBe("1a1, white, shrimp of P2")
  expect(spaceName("1b1", ".", rock, table)).toBe("1b1, white and yellow as yellow, blue shrimp")
  expect(spaceName("1d1", ".", rock, table)).toBe("1d1, rock, crown")
  expect(spaceName("1h4", "", rock, table)).toBe("1h4, laid rock, crown")
  expect(spaceName("1z3", "", rock, table)).toBe("1z3, edge")
})

test("a title is set in two lines, or in three where that is much narrower", () => {
  expect(setOut("Confusion")).toEqual({ lines: 1, longest: 9 })
  expect(setOut("Unreliable shrimp (4)")).toEqual({ lines: 2, longest: 10 })
  expect(setOut("Croissance gratuite supplémentaire")).toEqual({ lines: 3, longest: 14 })
})
