// The curve of everybody's chances: where its points lie, what is near a touch, and which labels would overlap.
import type { Analysis, AnalysedTurn } from "../wire"

/** A moment of a game, by how many lines of the log it has, and everybody's chances then. */
export interface Moment {
  readonly line: number
  readonly chances: readonly number[]
}

export interface Frame {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** How many lines the log has. */
  readonly lines: number
}

/** By seat: how its line is broken, so that it can be told without its colour. */
export const DASHES = ["", "8 3", "2 3", "10 3 2 3"] as const

/** By seat: the shape that its line carries, around a point. */
export const SHAPES = [
  "M-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0",
  "M-3-3h6v6h-6z",
  "M0-4L3.8 2.8h-7.6z",
  "M0-4.4L4 0 0 4.4-4 0z",
] as const

/** Before each turn that was judged, and at the end if it is known. */
export function moments({ turns, final }: Pick<Analysis, "turns" | "final">, lines: number): Moment[] {
  const found: Moment[] = turns.map(({ line, chances }) => ({ line: line - 1, chances }))
  return final ? [...found, { line: lines, chances: final }] : found
}

const across = ({ width, left, right, lines }: Frame, line: number): number =>
  left + ((width - left - right) * line) / Math.max(1, lines)

const down = ({ height, top, bottom }: Frame, chance: number): number => top + (height - top - bottom) * (1 - chance)

/** Where a chance lies. */
export const place = (frame: Frame, line: number, chance: number): { x: number; y: number } => ({
  x: across(frame, line),
  y: down(frame, chance),
})

const short = (number: number): string => `${Math.round(number * 10) / 10}`

/** A seat's curve (from 0), as a path. */
export function curve(frame: Frame, all: readonly Moment[], seat: number): string {
  return all
    .map(({ line, chances }, at) => {
      const { x, y } = place(frame, line, chances[seat] ?? 0)
      return `${at ? "L" : "M"}${short(x)} ${short(y)}`
    })
    .join("")
}

/** The line of the log at a distance from the left edge. */
export function lineAt(frame: Frame, x: number): number {
  const { width, left, right, lines } = frame
  const share = (x - left) / Math.max(1, width - left - right)
  return Math.round(Math.max(0, Math.min(1, share)) * lines)
}

/** Which moment is nearest to a line of the log, by its place. */
export function nearest(all: readonly Moment[], line: number): number {
  let best = 0
  all.forEach((moment, at) => {
    if (Math.abs(moment.line - line) < Math.abs(all[best]!.line - line)) best = at
  })
  return best
}

/** The last moment that is not after a line, by its place: what was known there. */
export function known(all: readonly Moment[], line: number): number {
  let found = 0
  all.forEach((moment, at) => {
    if (moment.line <= line) found = at
  })
  return found
}

/** Heights of labels that shall stand at certain heights, moved apart where they would touch. */
export function apart(heights: readonly number[], gap: number, lowest: number): number[] {
  const order = heights.map((_, at) => at).sort((one, two) => heights[one]! - heights[two]!)
  const found = [...heights]
  order.forEach((at, number) => {
    const above = order[number - 1]
    if (above !== undefined) found[at] = Math.max(found[at]!, found[above]! + gap)
  })
  for (let number = order.length - 1, most = lowest; number >= 0; number--, most -= gap) {
    const at = order[number]!
    found[at] = Math.min(found[at]!, most)
  }
  return found
}

/** Seats in the order in which they are told about: one's own first. */
export const ownFirst = (seats: readonly number[], mine: readonly number[]): number[] => [
  ...seats.filter((seat) => mine.includes(seat)),
  ...seats.filter((seat) => !mine.includes(seat)),
]

/** What each turn gave away, by its first line, in whole per cent; nothing where nobody would see it. */
export const lossesBy = (turns: readonly AnalysedTurn[]): Map<number, number> =>
  new Map(turns.filter(({ loss }) => loss >= 0.01).map(({ line, loss }) => [line, percent(loss)]))

export const percent = (share: number): number => Math.round(100 * share)
