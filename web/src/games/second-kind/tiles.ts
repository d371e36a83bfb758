// The 33 kinds of tile by their tokens, as moves and views name them.
import { COLOURS } from "../reef-encounter/options"
import type { ReefEncounterColour } from "../../wire"

const BICOLOURS = ["go", "gp", "gw", "gy", "op", "ow", "oy", "pw", "py", "wy"]
export const TERRAIN = ["rock", "water", "crown"]

const each = (mark: string): string[] => COLOURS.map((colour) => colour + mark)

/** In the order in which they lie behind a screen; the five ordinary ones come first. */
export const TOKENS = [...COLOURS, ...each("2"), ...BICOLOURS, ...each("h"), ...each("s"), ...TERRAIN]

/** The colours as which a tile can be laid. */
export const coloursOf = (tile: string): ReefEncounterColour[] =>
  TERRAIN.includes(tile) ? [] : COLOURS.filter((colour) => tile.includes(colour))

/** What lies somewhere, in order. */
export const sorted = (counts: Record<string, number>): [string, number][] =>
  TOKENS.flatMap((tile) => (counts[tile] ? [[tile, counts[tile]] as [string, number]] : []))
