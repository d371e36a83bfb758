// What things on the table are called aloud.
import type { Table } from "../../lib/table.svelte"
import { t } from "../../lib/text.svelte"
import type { ReefEncounterRock } from "../../wire"

const say = (key: string, values?: Record<string, string | number>): string => t(`reef-encounter.${key}`, values)

export const polypName = (colour: string): string => say(`polyp.${colour}`)
export const cubeName = (colour: string): string => say(`cube.${colour}`)
export const algaName = (alga: string): string => say(`alga.${alga}`)

export function spaceName(cell: string, mark: string, rock: ReefEncounterRock, table: Table): string {
  const polyp = rock.polyps[cell]
  const seat = rock.shrimps[cell]
  const parts = [cell]
  if (polyp) parts.push(polypName(polyp))
  else parts.push(say(mark === "*" ? "space.growth" : "space.rock"))
  if (seat) parts.push(say("space.shrimp", { name: table.name(seat) }))
  return parts.join(", ")
}

/** “2 white polyps, 1 pink polyp”: what lies somewhere, by colour. */
export function listed(counts: Record<string, number>, name: (colour: string) => string): string {
  const parts = Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([colour, number]) => say("count", { number, what: name(colour) }))
  return parts.length > 0 ? parts.join(", ") : say("nothing")
}
