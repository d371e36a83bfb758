// The picture of who eats whom: five corals in a ring, and an arrow for each coral tile from the stronger to the weaker.
import type { ReefEncounterColour, ReefEncounterTile } from "../../wire"
import { COLOURS, tileKey } from "./options"

/** The frame of the picture. */
export const FRAME = "8 4 192 180"
const SIDE = 200
const RING = 72
const NODE = 24

export interface Arrow {
  /** The coral tile as moves call it. */
  key: string
  strong: ReefEncounterColour
  weak: ReefEncounterColour
  locked: boolean
  /** Its shaft, and the point that touches the weaker coral. */
  shaft: string
  head: string
}

type Point = [number, number]

/** The middle of a coral in the picture: clockwise from white, as in the open sea. */
export function place(colour: ReefEncounterColour): Point {
  const turn = (COLOURS.indexOf(colour) / COLOURS.length) * 2 * Math.PI - Math.PI / 2
  return [SIDE / 2 + RING * Math.cos(turn), SIDE / 2 + 6 + RING * Math.sin(turn)]
}

export function arrows(tiles: ReefEncounterTile[]): Arrow[] {
  return tiles.map(({ strong, weak, covered }) => ({
    key: tileKey(strong + weak),
    strong,
    weak,
    locked: covered,
    ...drawn(place(strong), place(weak)),
  }))
}

function drawn(from: Point, to: Point): Pick<Arrow, "shaft" | "head"> {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const [x, y] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
  const along = (far: number, aside = 0): string =>
    `${(from[0] + x * far - y * aside).toFixed(1)} ${(from[1] + y * far + x * aside).toFixed(1)}`
  const tip = length - NODE
  return {
    shaft: `M${along(NODE)}L${along(tip - 8)}`,
    head: `M${along(tip)}L${along(tip - 11, 6)}L${along(tip - 11, -6)}Z`,
  }
}
