// The numbers of a chart as a table: a head, then rows.
import { t } from "../lib/text.svelte"
import type { FactSet, Spread } from "../wire"
import { columns, type Sizes } from "./charts"
import { number, percent } from "./numbers"
import type { Row } from "./rows"
import type { Way } from "./topics"

/** A head over a column of a set; the name of the bot only where there are several. */
const over = (sets: FactSet[], set: FactSet, head: string): string =>
  sets.length > 1 ? `${head} (${playersName(set)})` : head

/** Who played: a bot by its name, or whoever wrote the records. */
export const playersName = ({ players }: FactSet): string => (players === "records" ? t("facts.records") : players)

/** Rows of bars: the value, its interval, and the number of cases. */
export function rowTable(
  sets: FactSet[],
  rows: Row[],
  way: Way | "share",
  shown: (value: number) => string,
): string[][] {
  const sure = rows.some(({ values }) => values.some((value) => value?.low !== undefined))
  const value = t(`facts.table.${way === "share" || way === "often" || way === "none" ? "share" : way}`)
  const heads = sets.flatMap((set) => [
    over(sets, set, value),
    ...(sure ? [t("facts.table.interval")] : []),
    t("facts.table.number"),
  ])
  const body = rows.map(({ name, values }) => [
    name,
    ...values.flatMap((one) => {
      if (!one) return ["–", ...(sure ? ["–"] : []), "0"]
      const reach = one.low === undefined ? "–" : `${shown(one.low)} – ${shown(one.high!)}`
      return [shown(one.value), ...(sure ? [reach] : []), number(one.number)]
    }),
  ])
  return [["", ...heads], ...body]
}

/** The columns of histograms: the share of each. */
export function spreadTable(sets: FactSet[], charts: { name: string; spreads: Spread[] }[]): string[][] {
  const lists = charts.flatMap(({ name, spreads }) => spreads.map(({ sizes }, at) => ({ name, sizes, set: sets[at]! })))
  const drawn = columns(lists.map(({ sizes }): Sizes => sizes))
  const heads = lists.map(({ name, set }) => over(sets, set, name))
  const body = (drawn[0] ?? []).map(({ from, to }, at) => [
    from === to ? number(from) : `${number(from)} – ${number(to)}`,
    ...drawn.map((list) => percent(list[at]!.share, 1)),
  ])
  return [["", ...heads], ...body]
}
