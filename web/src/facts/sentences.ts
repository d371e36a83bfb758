// What is to be seen in a chart, in one plain sentence that follows from its numbers.
import { t } from "../lib/text.svelte"
import type { FactSet, Spread } from "../wire"
import { clearlyAbove, quantile, within } from "./charts"
import { number, percent } from "./numbers"
import { topicRows, type Row, type Value } from "./rows"
import type { FactTopic } from "./topics"

const say = (key: string, values: Record<string, string> = {}): string => t(`facts.says.${key}`, values)

/** The name of a player by the order of play. */
export const playerName = (seat: number): string => t(`facts.player.${seat}`)

export function winsSay({ wins, seats, games }: FactSet): string {
  const best = wins.reduce((top, one, at) => (one.share > wins[top]!.share ? at : top), 0)
  const values = { games: number(games), low: percent(Math.min(...wins.map(({ share }) => share)), 1) }
  if (clearlyAbove(wins[best]!, 1 / seats, seats))
    return say("wins", { ...values, who: t(`facts.the_player.${best + 1}`), share: percent(wins[best]!.share) })
  return say("wins_even", { ...values, high: percent(wins[best]!.share, 1) })
}

export function endsSay({ ends, games }: FactSet): string {
  const [most, next] = ends
  if (!most) return ""
  const values = { games: number(games), end: most.text, share: percent(most.share) }
  if (!next) return say("ends_all", values)
  return say("ends", { ...values, next: next.text, next_share: percent(next.share) })
}

const quartiles = (spread: Spread): Record<string, string> => ({
  mean: number(spread.mean, 1),
  low: number(quantile(spread.sizes, 0.25)),
  high: number(quantile(spread.sizes, 0.75)),
})

export const roundsSay = ({ rounds, decisions }: FactSet): string =>
  say("rounds", { ...quartiles(rounds), decisions: number(decisions.mean) })

export const bestSay = ({ best }: FactSet): string => say("best", quartiles(best))

const CLOSE = 5 // points

export const marginsSay = ({ margins }: FactSet): string =>
  say("margins", {
    mean: number(margins.mean, 1),
    share: percent(within(margins.sizes, CLOSE)),
    close: number(CLOSE),
  })

interface Told {
  row: Row
  value: Value
}

/** What the rows of a topic say, for the first set. */
export function topicSays(set: FactSet, topic: FactTopic): string {
  const told = topicRows([set], topic).flatMap((row): Told[] => {
    const [value] = row.values
    return value ? [{ row, value }] : []
  })
  if (told.length === 0) return ""
  if (topic.way === "fares") return faresSay(told, set.seats)
  const sorted = [...told].sort((one, other) => other.value.value - one.value.value)
  const [most, least] = [sorted[0]!, sorted.at(-1)!]
  const shown = (value: number): string =>
    topic.way === "often" || topic.way === "none" ? percent(value) : number(value, 1)
  const values = {
    most: most.row.name,
    most_value: shown(most.value.value),
    least: least.row.name,
    least_value: shown(least.value.value),
  }
  return say(shown(most.value.value) === shown(least.value.value) ? "same" : topic.way, values)
}

function faresSay(told: Told[], seats: number): string {
  const cases = told.reduce((sum, { value }) => sum + value.number, 0)
  const often = told.reduce((top, one) => (one.value.number > top.value.number ? one : top))
  const values = {
    often: often.row.name,
    often_share: percent(often.value.number / cases),
    cases: number(cases),
    even: percent(1 / seats),
  }
  const clear = told.filter(({ value }) =>
    clearlyAbove({ share: value.value, low: value.low ?? 0, high: value.high ?? 1 }, 1 / seats, told.length),
  )
  if (told.length === 1) return say("fares_one", values)
  if (clear.length === 0) return say("fares_even", values)
  const best = clear.reduce((top, one) => (one.value.value > top.value.value ? one : top))
  return say("fares", {
    ...values,
    best: best.row.name,
    share: percent(best.value.value),
    times: number(best.value.number),
  })
}
