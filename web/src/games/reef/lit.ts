// What a line of the log names: spaces and occurrences on reefs, cards wherever they lie.
import type { EventOut } from "../../wire"
import { only } from "./events"
import { pointsEach, type Lit } from "./shining.svelte"

export interface Light {
  /** By seat. */
  cells: Map<number, Set<string>>
  groups: Map<number, Lit>
  cards: Set<number>
}

export function lightOf(events: EventOut[]): Light {
  const light: Light = { cells: new Map(), groups: new Map(), cards: new Set() }
  for (const { seat, cell } of only(events, "laid"))
    light.cells.set(seat, (light.cells.get(seat) ?? new Set()).add(cell))
  for (const { seat, groups, points } of only(events, "scored"))
    if (groups.length > 0) light.groups.set(seat, { groups, each: pointsEach(groups, points) })
  for (const { card } of [...only(events, "taken"), ...only(events, "top_taken"), ...only(events, "played")])
    light.cards.add(card)
  for (const { card } of [...only(events, "scored"), ...only(events, "hand_scored")]) light.cards.add(card)
  for (const { paid_on } of only(events, "top_taken")) light.cards.add(paid_on)
  return light
}
