// Facts as the rows of a chart: one name, and a value for each set that is compared.
import type { FactSet, Measured, Share, Spread } from "../wire"
import { within } from "./charts"
import { named, type FactTopic } from "./topics"

/** A value with its interval, if it has one, and the number of cases that it comes from. */
export interface Value {
  value: number
  low?: number
  high?: number
  number: number
}

export interface Row {
  what: string
  name: string
  /** By set; null where it has none. */
  values: (Value | null)[]
}

const ofShare = ({ share, low, high }: Share, number: number): Value => ({ value: share, low, high, number })

/** How often each seat wins. */
export function seatRows(sets: FactSet[], name: (seat: number) => string): Row[] {
  const seats = Array.from({ length: sets[0]?.seats ?? 0 }, (_, at) => at)
  return seats.map((at) => ({
    what: `${at + 1}`,
    name: name(at + 1),
    values: sets.map(({ wins, games }) => (wins[at] ? ofShare(wins[at], games) : null)),
  }))
}

/** How games end, the most frequent way first. */
export function endRows(sets: FactSet[]): Row[] {
  const keys = new Map(sets.flatMap(({ ends }) => ends.map(({ key, text }) => [key, text] as const)))
  return [...keys].map(([key, text]) => ({
    what: key,
    name: text,
    values: sets.map(({ ends, games }) => {
      const found = ends.find((end) => end.key === key)
      return found ? ofShare(found, games) : { value: 0, number: games }
    }),
  }))
}

/** What a topic of the game has to show in bars: in the order of the names' keys, or by rank. */
export function topicRows(sets: FactSet[], topic: FactTopic): Row[] {
  const lists = sets.map((one) => one[topic.way === "fares" ? "choices" : "measures"][topic.topic] ?? [])
  const keys = [...new Set(lists.flatMap((list) => list.map(({ what }) => what)))].sort(byNumber)
  const rows = keys.map((what) => ({
    what,
    name: named(topic, what),
    values: lists.map((list) => {
      const total = list.reduce((sum, one) => sum + ("number" in one ? one.number : one.times), 0)
      const found = list.find((one) => one.what === what)
      if (!found) return null
      return "times" in found ? ofShare(found, found.times) : measured(found, topic, total)
    }),
  }))
  return topic.few ? rows.sort((one, other) => first(other) - first(one)) : rows
}

function measured(found: Measured, { way }: FactTopic, total: number): Value {
  const value = way === "often" ? found.number / total : way === "none" ? within(found.sizes, 0) : found.mean
  return { value, number: found.number }
}

/** The spreads of a topic: by what it is about, then by set. */
export function topicSpreads(sets: FactSet[], topic: FactTopic): { what: string; name: string; spreads: Spread[] }[] {
  const lists = sets.map(({ measures }) => measures[topic.topic] ?? [])
  const keys = [...new Set(lists.flatMap((list) => list.map(({ what }) => what)))].sort(byNumber)
  return keys.map((what) => ({
    what,
    name: named(topic, what),
    spreads: lists.flatMap((list) => list.filter((one) => one.what === what)),
  }))
}

const first = ({ values }: Row): number => values.find((value) => value)?.value ?? 0

/** Numbers by size, words as they are. */
function byNumber(one: string, other: string): number {
  const difference = Number(one) - Number(other)
  return Number.isNaN(difference) ? 0 : difference
}
