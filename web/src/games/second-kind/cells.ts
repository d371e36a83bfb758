// Where the cells of a rock lie: the drawing with columns a to g and rows 1 to 6, and the ring around it.
import type { SecondKindRock } from "../../wire"
import { SIDES } from "../reef-encounter/faces"

const COLUMNS = "zabcdefgh"

export interface Place {
  x: number
  y: number
}

/** The column and the row of a cell, from 0; the ring begins at -1. */
export const placeOf = (cell: string): Place => ({
  x: COLUMNS.indexOf(cell.at(-2)!) - 1,
  y: Number(cell.at(-1)) - 1,
})

export const cellAt = (rock: number | string, x: number, y: number): string => `${rock}${COLUMNS[x + 1]}${y + 1}`

/** The cell on a side of another. */
export function beside(cell: string, side: string): string {
  const { x, y } = placeOf(cell)
  const [, columns, rows] = SIDES.find(([name]) => name === side)!
  return cellAt(cell[0]!, x + columns, y + rows)
}

const OPPOSITE: Record<string, string> = { n: "s", e: "w", s: "n", w: "e" }
const open = (sides: Record<string, string>, cell: string, side: string): boolean => sides[cell]?.includes(side) ?? true

/** The sides on which a polyp goes on in another of its colour: not where a rock side of a half lies between them. */
export const joinsOf = (cell: string, { polyps, sides }: Pick<SecondKindRock, "polyps" | "sides">): string =>
  SIDES.map(([side]) => side)
    .filter((side) => {
      const next = beside(cell, side)
      return (
        polyps[next] === polyps[cell] && next in polyps && open(sides, cell, side) && open(sides, next, OPPOSITE[side]!)
      )
    })
    .join("")

/** Every cell that exists, row by row, with what is printed there: nothing outside the drawing. */
export function cellsOf(number: number, grid: string[], edge: string[]): { cell: string; mark: string }[] {
  const drawn = grid.flatMap((row, y) => [...row].map((mark, x) => ({ cell: cellAt(number, x, y), mark })))
  const ring = edge.map((name) => ({ cell: `${number}${name.slice(-2)}`, mark: "" }))
  return [...drawn, ...ring].sort(({ cell: one }, { cell: other }) => {
    const [a, b] = [placeOf(one), placeOf(other)]
    return a.y - b.y || a.x - b.x
  })
}

/** The side of the ring on which a cell lies; nothing within the drawing. */
export function rimOf(cell: string): "n" | "e" | "s" | "w" | "" {
  const { x, y } = placeOf(cell)
  return y < 0 ? "n" : y > 5 ? "s" : x < 0 ? "w" : x > 6 ? "e" : ""
}

/** How many spaces a rock takes up: its drawing, its letters, and a rim of water around it. */
export const ROCK_WIDTH = 8.4
export const ROCK_HEIGHT = 7.5
/** The drawing with its whole ring, for spaces of 10 by 10. */
export const RING_BOX = "-10 -10 90 80"

/** How much of the ring is seen on each side, in spaces, and on which sides something lies. */
export interface Rims {
  n: number
  e: number
  s: number
  w: number
  used: string
}

/** A side on which something lies is seen whole, and all of the ring can be touched. */
export function rimsOf(cells: string[]): Rims {
  const used = [...new Set(cells.map(rimOf))].join("")
  const shares = (first: string, second: string, [none, one, other, both]: [Pair, Pair, Pair, Pair]): Pair => {
    if (!used.includes(first)) return used.includes(second) ? other : none
    return used.includes(second) ? both : one
  }
  const [w, e] = shares("w", "e", ACROSS)
  const [n, s] = shares("n", "s", DOWN)
  return { n, e, s, w, used }
}

/** How large a space is then: smaller only where something lies on opposite sides of one rock. */
export const scaleOf = ({ n, e, s, w }: Rims): number =>
  Math.min(1, ROCK_WIDTH / (w + 7 + e), ROCK_HEIGHT / (n + 6 + s))

type Pair = [number, number]
/** What two opposite sides get of the room: if nothing lies on them, on the first, on the second, on both. */
const ACROSS: [Pair, Pair, Pair, Pair] = [
  [0.8, 0.6],
  [1.02, 0.38],
  [0.4, 1],
  [1, 1],
]
const DOWN: [Pair, Pair, Pair, Pair] = [
  [0.6, 0.9],
  [1.05, 0.45],
  [0.36, 1.14],
  [1, 1],
]
