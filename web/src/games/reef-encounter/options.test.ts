import { expect, test } from "vitest"

import { byTouch } from "../../play/options"
import type { ReefEncounterPlayer, ReefEncounterView } from "../../wire"
import { readOption, tileKey, wished } from "./options"

const NONE = { w: 0, y: 0, o: 0, p: 0, g: 0 }
const own = { seat: 1, hand: { ...NONE, w: 2 }, consumed: { ...NONE, o: 1 }, cubes: { ...NONE, p: 1 } }
const view = {
  you: 1,
  phase: "turn",
  turn: { open: "w", larvae: 1 },
  rocks: [{ rock: 1, polyps: { "1b2": "w" }, shrimps: { "1b2": 1 } }],
  tiles: [{ strong: "w", weak: "o", large: "red", small: "blue", covered: false }],
  players: [own as unknown as ReefEncounterPlayer],
} as unknown as ReefEncounterView

const touches = (move: string): string[] => readOption(move, view).touches

test("a move is meant by everything it names", () => {
  expect(touches("alga red o ow")).toEqual(["action:7", "cylinder:red", "consumed:o", "tile:ow"])
  expect(touches("alga red o sea")).toContain("alga-space")
  expect(touches("move 1b2 screen")).toEqual(["action:5", "cell:1b2", "home", "screen"])
  expect(touches("pass")).toEqual(["pass"])
})

test("a polyp comes from the hand or from the consumed ones, of the open colour", () => {
  expect(touches("polyp 1c2")).toEqual(["action:2", "cell:1c2", "hand:w"])
  expect(touches("polyp 1c2 c")).toEqual(["action:2", "cell:1c2", "consumed:w"])
})

test("polyps of a colour that is not open ask for its larva", () => {
  expect(touches("larva o")).toEqual(["action:3", "cube:o", "rocks", "consumed:o"])
  expect(touches("larva w")).toEqual(["action:3", "cube:w", "rocks"])
})

test("where a shrimp goes means something only once it is clear which one", () => {
  const options = ["move 1b2 1c2", "move 1b2 screen", "polyp 1c2"].map((move) => readOption(move, view))
  const moves = (chosen: string[], touch: string): string[] =>
    (byTouch(options, chosen).get(touch) ?? []).map(({ move }) => move)
  expect(moves([], "cell:1c2")).toEqual(["polyp 1c2"])
  expect(moves(["cell:1b2"], "cell:1c2")).toEqual(["move 1b2 1c2"])
  expect(moves(["action:5"], "cell:1c2")).toEqual(["move 1b2 1c2"])
  expect(moves(["cell:1b2"], "home")).toEqual(["move 1b2 screen"])
})

test("a tile is called alike, whichever side is up", () => {
  expect([tileKey("wo"), tileKey("ow")]).toEqual(["ow", "ow"])
})

test.each([
  ["cell:1d4", [], "polyp 1d4"],
  ["cell:1d4", ["consumed:o"], "polyp 1d4 c"],
  ["cell:1d4", ["cell:1b2"], "move 1b2 1d4"],
  ["cell:1d4", ["home"], "shrimp 1d4"],
  ["cell:1d4", ["action:1"], "eat 1d4"],
  ["cube:y", ["action:8"], "tile y"],
  ["cube:y", [], "larva y"],
  ["tile:ow", [], "alga red o ow"],
  ["alga-space", ["cylinder:green"], "alga green o sea"],
  ["home", ["cell:1b2"], "move 1b2 screen"],
  ["action:8", [], "tile p"],
  ["action:5", [], "move 1b2 screen"],
  ["fish", [], "eat 1b2"],
  ["rocks", [], null],
])("touching %s after %j wishes for %s", (touch, chosen, move) => {
  expect(wished(touch, chosen, view)).toBe(move)
})
