// What things on the table are called aloud.
import type { Table } from "../../lib/table.svelte"
import { t } from "../../lib/text.svelte"
import type { ReefEncounterCoral } from "../../wire"
import type { Face } from "./faces"

const say = (key: string, values?: Record<string, string | number>): string => t(`reef-encounter.${key}`, values)

export const polypName = (colour: string): string => say(`polyp.${colour}`)
export const cubeName = (colour: string): string => say(`cube.${colour}`)
export const algaName = (alga: string): string => say(`alga.${alga}`)

export function spaceName({ cell, mark, polyp, shrimp }: Face, table: Table): string {
  const parts = [cell]
  if (polyp) parts.push(polypName(polyp))
  else parts.push(say(mark === "*" ? "space.growth" : "space.rock"))
  if (shrimp) parts.push(say("space.shrimp", { name: table.name(shrimp) }))
  return parts.join(", ")
}

/** “2 white polyps, 1 pink polyp”: what lies somewhere, by colour. */
export function listed(counts: Record<string, number>, name: (colour: string) => string): string {
  const parts = Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([colour, number]) => say("count", { number, what: name(colour) }))
  return parts.length > 0 ? parts.join(", ") : say("nothing")
}

const LIST = 6 // spaces that are named one by one

/** All that there is to say about a coral, in a line. */
export function coralSaid(coral: ReefEncounterCoral, table: Table): string {
  const { colour, cells, owner, meal, eats, eaten_by } = coral
  const some = (all: string[]): string => (all.length > LIST ? `${all.length}` : all.join(" "))
  const guard = owner ? say("coral.guarded", { name: table.name(owner) }) : say("coral.unguarded")
  const parts = [
    say("coral.is", { coral: say(`coral.${colour}`), size: cells.length, guard }),
    meal ? say("coral.meal", { polyps: meal.polyps, points: meal.points }) : say("coral.no_meal"),
  ]
  if (eats.length > 0) parts.push(say("coral.eats", { cells: some(eats) }))
  if (eaten_by.length > 0) parts.push(say("coral.feared", { cells: some(eaten_by.map(({ cell }) => cell)) }))
  if (coral.protected.length > 0) parts.push(say("coral.safe", { number: coral.protected.length }))
  const [first, ...rest] = parts
  return [first![0]!.toUpperCase() + first!.slice(1), ...rest].join(" · ")
}
