import { expect, test } from "vitest"

import type { EventOut, SecondKindEvent } from "../../wire"
import { consequence, NOTHING } from "./consequence"

type Facts<Event> = Event extends SecondKindEvent ? Partial<Event> & Pick<Event, "kind"> : never
const event = ({ kind, ...data }: Facts<SecondKindEvent>, text = ""): EventOut => ({ kind, text, data })

test("a tile comes with its kind, its turn and the colour it counts as; what it attacks goes", () => {
  const out = consequence([
    event({ kind: "laid", cell: "1d4", tile: "wy", colour: "y", sides: null }),
    event({ kind: "attacked", cell: "1d4", tile: "o2" }),
    event({ kind: "laid", cell: "1e4", tile: "yh", colour: "y", sides: "ne" }),
    event({ kind: "grown", cell: "1d5", colour: "y" }),
  ])
  expect(out.ghosts).toEqual({ "1d4": "y", "1e4": "y", "1d5": "y" })
  expect(out.tiles_).toEqual({
    "1d4": { tile: "wy", sides: null },
    "1e4": { tile: "yh", sides: "ne" },
    "1d5": { tile: "y", sides: null },
  })
  expect([out.sprouting, out.victims]).toEqual([["1d5"], ["1d4"]])
})

test("a crown creeps onto what it eats; shrimps that stood there go elsewhere; it dies where nothing is left", () => {
  const out = consequence([
    event({ kind: "crown_attacked", cell: "1d4", to: "1d5", tile: "w" }),
    event({ kind: "blue_moved", cell: "1d5", to: "1c5" }),
    event({ kind: "blue_moved", cell: null, to: "2a3" }),
    event({ kind: "blue_moved", cell: "2b3", to: null }),
    event({ kind: "crown_gone", cell: "2f2", died: true }),
  ])
  expect([out.crownsFrom, out.crownsTo, out.removed]).toEqual([["1d4", "2f2"], ["1d5"], ["1d5"]])
  expect([out.bluesFrom, out.bluesTo]).toEqual([
    ["1d5", "2b3"],
    ["1c5", "2a3"],
  ])
})

test("terrain comes, or goes with what it meets; a crown is laid like it", () => {
  const out = consequence([
    event({ kind: "terrain_laid", tile: "rock", cell: "1h4", lifted: false }),
    event({ kind: "terrain_laid", tile: "water", cell: "1d2", lifted: false }),
    event({ kind: "terrain_laid", tile: "water", cell: "1h5", lifted: true }),
    event({ kind: "terrain_laid", tile: "crown", cell: "1d5", lifted: false }),
  ])
  expect([out.rock, out.water, out.gone, out.crownsTo]).toEqual([["1h4"], ["1d2"], ["1h5"], ["1d5"]])
})

test("coral tiles are called alike, whichever side is up", () => {
  const out = consequence([
    event({ kind: "unlocked", lies: "wg" }),
    event({ kind: "shifted", lies: "yo", onto: "wo" }),
    event({ kind: "turned", tiles: ["yo"] }),
  ])
  expect([out.unlocked, out.locked, out.tiles]).toEqual([["gw", "oy"], "ow", ["oy"]])
})

test("cards are named when they are shown; the sentence tells all", () => {
  const out = consequence([
    event({ kind: "card_played", card: "confusion", way: "text" }, "A plays Confusion"),
    event({ kind: "card_drawn", card: null }, "A draws a card"),
    event({ kind: "turn_begins" }, "B’s turn"),
  ])
  expect(out.cards).toEqual(["confusion"])
  expect(out.sentence).toBe("A plays Confusion. A draws a card")
  expect(NOTHING.sentence).toBe("")
})
