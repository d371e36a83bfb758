// What is to be drawn on each space of a rock, worked out once for the whole rock: a space whose face stays the same stays.
import type { ReefEncounterRock } from "../../wire"
import type { Consequence } from "./consequence"

export interface Face {
  cell: string
  /** What is carved into the space. */
  mark: string
  polyp: string | null
  /** The sides on which the coral goes on: "nesw". */
  joins: string
  shrimp: number | null
  /** A polyp that would come here, and how. */
  ghost: string | null
  sprouts: boolean
  /** What would become of the polyp. */
  fate: "eaten" | "swallowed" | null
  leaves: boolean
  arrives: number | null
  /** How the polyp came: it grew by itself. */
  grown: boolean
  /** The place in which it is swallowed. */
  turn: number
}

/** The sides of a space, and which way they look. */
export const SIDES: [string, number, number][] = [
  ["n", 0, -1],
  ["e", 1, 0],
  ["s", 0, 1],
  ["w", -1, 0],
]

/** The name of the space some columns and rows away. */
const beside = (cell: string, columns: number, rows: number): string =>
  `${cell[0]}${String.fromCharCode(cell.charCodeAt(1) + columns)}${Number(cell[2]) + rows}`

const same = <F extends Face>(one: F, other: F): boolean =>
  Object.keys(one).every((key) => one[key as keyof F] === other[key as keyof F])

/** A face as it was, where nothing about it has changed. */
export function kept<F extends Face>(face: F, before: Map<string, F>): F {
  const old = before.get(face.cell)
  return old && same(old, face) ? old : face
}

/** The spaces of a rock by its grid, water left out. */
export function spacesOf(number: number, grid: string[]): { cell: string; mark: string }[] {
  return grid.flatMap((row, y) => [...row].map((mark, x) => ({ mark, cell: `${number}${"abcdefg"[x]}${y + 1}` })))
}

export function facesOf(
  spaces: { cell: string; mark: string }[],
  { polyps, shrimps }: Pick<ReefEncounterRock, "polyps" | "shrimps">,
  ahead: Consequence,
  last: Consequence,
  before: Map<string, Face>,
): Map<string, Face> {
  const faces = new Map<string, Face>()
  for (const { cell, mark } of spaces) {
    const polyp = polyps[cell] ?? null
    const ghost = ahead.ghosts[cell] ?? null
    const swallowed = ahead.swallowed.includes(cell)
    const face: Face = {
      cell,
      mark,
      polyp,
      joins: polyp
        ? SIDES.filter(([, x, y]) => polyps[beside(cell, x, y)] === polyp)
            .map(([side]) => side)
            .join("")
        : "",
      shrimp: shrimps[cell] ?? null,
      ghost,
      sprouts: ahead.sprouting.includes(cell),
      fate: ghost && ahead.victims.includes(cell) ? "eaten" : swallowed ? "swallowed" : null,
      leaves: ahead.shrimpsFrom.includes(cell),
      arrives: ahead.shrimpsTo[cell] ?? null,
      grown: last.sprouting.includes(cell),
      turn: Math.max(0, last.swallowed.indexOf(cell)),
    }
    faces.set(cell, kept(face, before))
  }
  return faces
}
