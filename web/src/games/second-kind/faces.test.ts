import { expect, test } from "vitest"

import type { SecondKindRock, SecondKindView } from "../../wire"
import { cellsOf } from "./cells"
import { NOTHING } from "./consequence"
import { facesOf, withShaken } from "./faces"

const cells = cellsOf(1, ["..~", "*.."], ["d1"])
const rock = (lying: Partial<SecondKindRock> = {}): SecondKindRock => ({
  rock: 1,
  polyps: {},
  special: {},
  sides: {},
  shrimps: {},
  blue: [],
  crowns: [],
  rock_tiles: [],
  water_tiles: [],
  ...lying,
})
const draw = (lying: Partial<SecondKindRock>, ahead = NOTHING, before = new Map()) =>
  facesOf(cells, rock(lying), ahead, NOTHING, before, (cell) => cell)

test("terrain makes rock spaces and takes them away", () => {
  const faces = draw({ rock_tiles: ["1c1", "1d1"], water_tiles: ["1a2"] })
  const solid = [...faces.values()].filter(({ solid }) => solid).map(({ cell }) => cell)
  expect(solid).toEqual(["1a1", "1b1", "1c1", "1d1", "1b2", "1c2"])
  expect(faces.get("1a2")).toMatchObject({ laid: "water", solid: false, busy: false })
})

test("a tile shows its kind, the colour it counts as, and its turn", () => {
  const polyps = { "1a1": "w", "1b1": "w" } as const
  const faces = draw({ polyps, special: { "1a1": "wy", "1b1": "wh" }, sides: { "1b1": "ne" } })
  expect(faces.get("1a1")).toMatchObject({ polyp: "w", tile: "wy", sides: null, joins: "" })
  expect(faces.get("1b1")).toMatchObject({ polyp: "w", tile: "wh", sides: "ne", joins: "" })
})

test("what would come and go is seen where it does", () => {
  const ahead = {
    ...NOTHING,
    ghosts: { "1c1": "y" },
    tiles_: { "1c1": { tile: "yh", sides: "sw" } },
    crownsFrom: ["1a1"],
    crownsTo: ["1b1"],
    removed: ["1b1"],
    bluesFrom: ["1b1"],
    rock: ["1d1"],
  }
  const faces = draw({ polyps: { "1b1": "w" }, crowns: ["1a1"], blue: ["1b1"] }, ahead)
  expect(faces.get("1a1")).toMatchObject({ crown: true, crownLeaves: true })
  expect(faces.get("1b1")).toMatchObject({ crownComes: true, fate: "eaten", blue: true, blueLeaves: true })
  expect(faces.get("1c1")).toMatchObject({ ghost: "y", ghostTile: "yh", ghostSides: "sw", solid: false, busy: true })
  expect(faces.get("1d1")).toMatchObject({ comes: "rock", busy: true })
})

test("only the cells that change get a new face", () => {
  const before = draw({ polyps: { "1a1": "w" } })
  const after = draw({ polyps: { "1a1": "w" }, crowns: ["1b1"] }, NOTHING, before)
  expect(after.get("1a1")).toBe(before.get("1a1"))
  expect(after.get("1b1")).not.toBe(before.get("1b1"))
})

test("a shrimp that a crown has displaced is seen where it was", () => {
  const rock = { shrimps: {}, blue: [], crowns: ["1d5"] } as unknown as SecondKindRock
  const view = (asked: string): SecondKindView =>
    ({ mover: 2, turn: { asked, cell: "1d5" } }) as unknown as SecondKindView
  expect(withShaken(rock, view("displaced")).shrimps).toEqual({ "1d5": 2 })
  expect(withShaken(rock, view("pushed")).blue).toEqual(["1d5"])
  expect(withShaken(rock, view("card"))).toBe(rock)
})
