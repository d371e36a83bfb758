// What is drawn over a rock: each kind of mark is one path for all its spaces, in cells of 10 by 10. Which spaces they are
// comes from the server; here is only how they look.
import type { ReefEncounterCoral } from "../../wire"
import { outline } from "./outline"

const WIDE = 7
const HIGH = 6
const RING = 1

export type Point = [number, number]

const columnOf = (letter: string): number => (letter === "z" ? -1 : letter.charCodeAt(0) - 97)

/** The corner of a space; column z is left of a. */
export const corner = (cell: string): Point => [columnOf(cell[1]!) * 10, (Number(cell[2]) - 1) * 10]
const middle = (cell: string): Point => {
  const [x, y] = corner(cell)
  return [x + 5, y + 5]
}

/** Of some cells those on a rock. */
export const on = (number: number, cells: Iterable<string>): string[] =>
  [...cells].filter((cell) => cell[0] === `${number}`)

const each = (cells: string[], draw: (x: number, y: number) => string): string =>
  cells.map((cell) => draw(...corner(cell))).join("")

const ring = (x: number, y: number, radius: number): string =>
  `M${x + 5 - radius} ${y + 5}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`

export const rings = (cells: string[], radius: number): string => each(cells, (x, y) => ring(x, y, radius))

export const pluses = (cells: string[]): string => each(cells, (x, y) => `M${x + 5} ${y + 3.5}v3M${x + 3.5} ${y + 5}h3`)

/** Stars of five points. */
export const stars = (cells: string[]): string =>
  each(cells, (x, y) => {
    const points = Array.from({ length: 10 }, (_, at) => {
      const far = at % 2 ? 1.5 : 3.4
      const turn = (at * Math.PI) / 5 - Math.PI / 2
      return `${(x + 5 + far * Math.cos(turn)).toFixed(2)} ${(y + 5.2 + far * Math.sin(turn)).toFixed(2)}`
    })
    return `M${points.join("L")}Z`
  })

const TEETH = 4

/** Teeth from above and from below. */
export const jaws = (cells: string[]): string =>
  each(cells, (x, y) => {
    const row = (down: number): string => `l1 ${down}l1 ${-down}`.repeat(TEETH)
    return `M${x + 1} ${y + 0.7}${row(2.1)}ZM${x + 1} ${y + 9.3}${row(-2.1)}Z`
  })

/** A sight: a ring with four ticks. */
export const sights = (cells: string[]): string =>
  each(
    cells,
    (x, y) =>
      `${ring(x, y, 3.1)}M${x + 5} ${y + 0.6}v2.4M${x + 5} ${y + 7}v2.4M${x + 0.6} ${y + 5}h2.4M${x + 7} ${y + 5}h2.4`,
  )

/** The line around some spaces. */
export function around(cells: string[], inset: number): string {
  const inside = new Set(cells.map((cell) => corner(cell).join()))
  return cells.length > 0 ? outline((x, y) => inside.has(`${x * 10},${y * 10}`), WIDE, HIGH, inset, RING) : ""
}

export interface Bite {
  from: string
  to: string
}

const distance = (one: string, other: string): number => {
  const [[x1, y1], [x2, y2]] = [middle(one), middle(other)]
  return Math.hypot(x1 - x2, y1 - y2)
}

/** From which polyp of each attacker each endangered polyp of a coral is the nearest. */
export function bitesOn(coral: ReefEncounterCoral, corals: ReefEncounterCoral[]): Bite[] {
  return coral.eaten_by.flatMap(({ cell, by }) =>
    by.flatMap((one) => {
      const attacker = corals.find(({ cells }) => cells.includes(one))
      return attacker ? [{ from: nearest(attacker.cells, cell), to: cell }] : []
    }),
  )
}

/** From which of its polyps a coral would reach each one that it can eat. */
export const bitesOf = (coral: ReefEncounterCoral): Bite[] =>
  coral.eats.map((cell) => ({ from: nearest(coral.cells, cell), to: cell }))

const nearest = (cells: string[], cell: string): string =>
  cells.reduce((best, one) => (distance(one, cell) < distance(best, cell) ? one : best))

/** Arrows from space to space: their shafts and their heads. */
export function arrows(bites: Bite[]): { shafts: string; heads: string } {
  const drawn = bites.map(({ from, to }) => {
    const [[x1, y1], [x2, y2]] = [middle(from), middle(to)]
    const length = Math.hypot(x2 - x1, y2 - y1) || 1
    const [x, y] = [(x2 - x1) / length, (y2 - y1) / length]
    const along = (far: number, aside = 0): string =>
      `${(x1 + x * far - y * aside).toFixed(2)} ${(y1 + y * far + x * aside).toFixed(2)}`
    const tip = length - 4
    return {
      shaft: `M${along(1)}L${along(tip - 2)}`,
      head: `M${along(tip)}L${along(tip - 3, 1.8)}L${along(tip - 3, -1.8)}Z`,
    }
  })
  return { shafts: drawn.map(({ shaft }) => shaft).join(""), heads: drawn.map(({ head }) => head).join("") }
}

/** Where a sign for a coral stands: on its shrimp, else on its uppermost polyp. */
export const signOf = ({ shrimp, cells }: ReefEncounterCoral): Point => middle(shrimp ?? cells[0]!)
