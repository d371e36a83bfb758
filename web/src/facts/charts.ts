// What charts are drawn from: scales, columns, quartiles. Nothing here knows a game.
import type { Share, Spread } from "../wire"

/** Pairs of a size and how often it was met, in order. */
export type Sizes = Spread["sizes"]

/** A column of a histogram: the sizes it stands for, and its share of all. */
export interface Column {
  from: number
  to: number
  share: number
}

/** Round numbers from 0 up to at least the largest, about so many steps apart. */
export function ticks(largest: number, steps = 4, whole = false): number[] {
  if (!(largest > 0)) return [0, 1]
  const rough = largest / steps
  const power = 10 ** Math.floor(Math.log10(rough))
  const nice = [1, 2, 2.5, 5, 10].map((times) => times * power).find((step) => step >= rough * 0.999) ?? 10 * power
  const step = whole ? Math.max(1, Math.ceil(nice)) : nice
  const count = Math.ceil(largest / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)))
}

/** How wide columns have to be so that at most so many stand for these sizes: 1, 2, 5, 10 … */
export function columnWidth(low: number, high: number, most: number): number {
  for (let power = 1; ; power *= 10) {
    for (const times of [1, 2, 5]) {
      const width = times * power
      if (Math.floor(high / width) - Math.floor(low / width) < most) return width
    }
  }
}

/** Several spreads in the same columns, empty ones between included. */
export function columns(spreads: Sizes[], most = 24): Column[][] {
  const met = spreads.flatMap((sizes) => sizes.map(([size]) => size!))
  if (met.length === 0) return spreads.map(() => [])
  const low = Math.min(...met)
  const high = Math.max(...met)
  const width = columnWidth(low, high, most)
  const first = Math.floor(low / width)
  const count = Math.floor(high / width) - first + 1
  return spreads.map((sizes) => {
    const total = sizes.reduce((sum, [, number]) => sum + number!, 0)
    const sums = new Array<number>(count).fill(0)
    for (const [size, number] of sizes) sums[Math.floor(size! / width) - first]! += number!
    return sums.map((sum, at) => ({
      from: (first + at) * width,
      to: (first + at + 1) * width - 1,
      share: total > 0 ? sum / total : 0,
    }))
  })
}

/** The size that this part of all stays within. */
export function quantile(sizes: Sizes, part: number): number {
  const total = sizes.reduce((sum, [, number]) => sum + number!, 0)
  let seen = 0
  for (const [size, number] of sizes) {
    seen += number!
    if (seen >= part * total) return size!
  }
  return sizes.at(-1)?.[0] ?? 0
}

/** The share of those at most so large. */
export function within(sizes: Sizes, most: number): number {
  const total = sizes.reduce((sum, [, number]) => sum + number!, 0)
  const some = sizes.reduce((sum, [size, number]) => sum + (size! <= most ? number! : 0), 0)
  return total > 0 ? some / total : 0
}

/** Whether a share lies above what chance would give, also as the best of so many: the more are compared, the further
 * one has to stand out. */
export function clearlyAbove(one: Share, expected: number, of: number): boolean {
  const factor = of > 1 ? Math.sqrt(2 * Math.log(of / 0.05)) / 1.96 : 1
  return one.share - (one.share - one.low) * factor > expected
}

/** The first and the last few of a long list; null where something is left out between them. */
export function ends<Row>(rows: Row[], few: number): (Row | null)[] {
  return rows.length <= 2 * few + 1 ? rows : [...rows.slice(0, few), null, ...rows.slice(-few)]
}
