import { expect, test } from "vitest"

import { byTouch } from "../../play/options"
import type { SecondKindRock, SecondKindView } from "../../wire"
import { choiceOf } from "./choice"
import { coralAt } from "./corals"
import { readSecond } from "./moves"
import { readOptions, wished } from "./options"

const own = {
  seat: 1,
  hand: { w: 2, wy: 1, wh: 1, rock: 1 },
  consumed: { o: 1, w2: 1 },
  cubes: { p: 1 },
  unplayed: ["lucky-dip"],
}
const turn = { open: "w", larvae: 1, asked: null, stage: "main", card: null, for_blue: false, left: 0, cell: null }
const rock = {
  rock: 1,
  polyps: { "1b2": "w", "1c2": "w", "1c3": "w", "1d3": "w" },
  special: { "1c3": "wh" },
  sides: { "1c3": "ne" },
  shrimps: { "1b2": 1 },
  blue: [],
  crowns: ["1e5"],
} as unknown as SecondKindRock
const view = {
  you: 1,
  mover: 1,
  decides: 1,
  phase: "turn",
  turn,
  rocks: [rock],
  tiles: [{ strong: "w", weak: "o", large: "red", small: "blue", covered: false }],
  players: [own],
} as unknown as SecondKindView

const asking = (asked: object): SecondKindView => ({ ...view, turn: { ...turn, ...asked } }) as SecondKindView
const touches = (move: string): string[] => readOptions([move], view)[0]!.touches
const NEAR = { getBoundingClientRect: () => null } as unknown as Element
const offered = (moves: string[], chosen: string[], at = view): string[] =>
  choiceOf(
    readOptions(moves, at).filter((option) => chosen.every((one) => option.touches.includes(one))),
    chosen,
    NEAR,
  )?.entries.map(({ touch }) => touch) ?? []

test("the words after a polyp are known by what they are", () => {
  expect(readSecond("polyp 1d5 c")).toEqual({ verb: "polyp", cell: "1d5", consumed: "c" })
  expect(readSecond("polyp 1d5 wh se c")).toEqual({
    verb: "polyp",
    cell: "1d5",
    tile: "wh",
    sides: "se",
    consumed: "c",
  })
  expect(readSecond("polyp 1h4 wy")).toEqual({ verb: "polyp", cell: "1h4", tile: "wy" })
})

test("a move is meant by everything it names", () => {
  expect(touches("polyp 1d5 wh ne")).toEqual(["action:2", "cell:1d5", "hand:wh", "turned:ne"])
  expect(touches("cube w w2")).toEqual(["action:6", "consumed:w2", "supply"])
  expect(touches("cube y wy")).toContain("as:y")
  expect(touches("eat 1b2 lucky-dip")).toEqual(["action:1", "cell:1b2", "fish", "card:lucky-dip", "meal-way"])
  expect(touches("lay rock 1h4")).toEqual(["action:8a", "hand:rock", "cell:1h4"])
  expect(touches("buy o c")).toEqual(["action:8b", "deck", "consumed:o"])
})

test("a half is turned by a choice at the finger, tiles are offered where they may lie", () => {
  const halves = ["ne", "se", "sw", "nw"].map((sides) => `polyp 1d5 wh ${sides}`)
  expect(offered(halves, ["cell:1d5"])).toEqual(["turned:nw", "turned:ne", "turned:sw", "turned:se"])
  expect(offered(["polyp 1d5", "polyp 1d5 wy", ...halves], ["cell:1d5"])).toEqual(["hand:w", "hand:wy", "hand:wh"])
  expect(offered(["polyp 1d5", "polyp 1d6", ...halves], ["hand:w"])).toEqual([])
})

test("a tile of two colours asks as which one it counts", () => {
  expect(offered(["larva y", "larva w"], ["hand:wy"], asking({ open: null, larvae: 0 }))).toEqual(["as:y", "as:w"])
  expect(offered(["trade w wy", "trade y wy", "done"], ["hand:wy"])).toEqual(["as:w", "as:y"])
})

test("a card is asked for what it is used", () => {
  const moves = ["play lucky-dip", "play lucky-dip blue", "discard lucky-dip", "eat 1b2 lucky-dip"]
  expect(offered(moves, ["card:lucky-dip"])).toEqual(["text-way", "blue-way", "meal-way", "discard"])
})

test("what is carried from one place only is asked where to", () => {
  const blue = byTouch(readOptions(["blue - 1b2", "blue - 1c2"], asking({ asked: "card" })), [])
  expect([...blue.keys()]).toEqual(["beside", "cell:1b2", "cell:1c2"])
  const shift = readOptions(["shift gw oy", "shift gp oy"], asking({ asked: "card" }))
  expect([...byTouch(shift, []).keys()]).toEqual(["tile:gw", "tile:gp"])
  expect(
    byTouch(shift, ["tile:gw"])
      .get("tile:oy")
      ?.map(({ move }) => move),
  ).toEqual(["shift gw oy"])
})

test("a displaced shrimp is asked where it goes", () => {
  const [option] = readOptions(["move 1d5 1c2"], asking({ asked: "displaced", cell: "1d5" }))
  expect(option!.touches).toEqual(["cell:1c2"])
})

test("a coral hangs together over coral sides only", () => {
  expect(coralAt(rock, "1b2").sort()).toEqual(["1b2", "1c2", "1c3", "1d3"])
  expect(coralAt({ ...rock, sides: { "1c3": "nw" } }, "1b2").sort()).toEqual(["1b2", "1c2", "1c3"])
})

test.each([
  ["cell:1e5", ["hand:rock"], "lay rock 1e5"],
  ["cell:1e5", ["hand:wh"], "polyp 1e5 wh ne"],
  ["hand:wy", ["deck"], "buy wy"],
  ["card:lucky-dip", [], "play lucky-dip"],
  ["action:8c", [], "play lucky-dip"],
  ["action:8b", [], "buy cube p"],
])("touching %s after %j asks the server about %s", (touch, chosen, move) => {
  expect(wished(touch, chosen, view)).toBe(move)
})
