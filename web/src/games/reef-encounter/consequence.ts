// What a move would do, as things to draw on the board; and what the last one did, as things to mark.
import type { EventOut, ReefEncounterEvent } from "../../wire"
import { tileKey } from "./options"

export interface Consequence {
  /** Polyps that would come, by cell. */
  ghosts: Record<string, string>
  /** Those of them that grow by themselves. */
  sprouting: string[]
  /** Polyps that would be eaten by another coral. */
  victims: string[]
  /** Polyps that the parrotfish would swallow. */
  swallowed: string[]
  shrimpsTo: Record<string, number>
  shrimpsFrom: string[]
  tiles: string[]
  locked: string | null
  alga: string | null
  pools: string[]
  cube: string | null
  sentence: string
}

export const eventsOf = <Event = ReefEncounterEvent>(events: EventOut[]): Event[] =>
  events.map(({ kind, data }) => ({ ...data, kind }) as unknown as Event)

/** What is said of all that happened, but that the turn goes on. */
export const sentenceOf = (events: EventOut[]): string =>
  events
    .filter(({ kind }) => kind !== "turn_begins")
    .map(({ text }) => text)
    .join(". ")

export function consequence(events: EventOut[]): Consequence {
  const out: Consequence = {
    ghosts: {},
    sprouting: [],
    victims: [],
    swallowed: [],
    shrimpsTo: {},
    shrimpsFrom: [],
    tiles: [],
    locked: null,
    alga: null,
    pools: [],
    cube: null,
    sentence: sentenceOf(events),
  }
  for (const event of eventsOf(events)) note(out, event)
  return out
}

function note(out: Consequence, event: ReefEncounterEvent): void {
  switch (event.kind) {
    case "placed":
      out.ghosts[event.cell] = event.colour
      return
    case "grown":
      out.ghosts[event.cell] = event.colour
      out.sprouting.push(event.cell)
      return
    case "eaten":
      out.victims.push(event.cell)
      return
    case "coral_eaten":
      out.swallowed.push(...event.cells)
      out.shrimpsFrom.push(event.shrimp)
      return
    case "shrimp_introduced":
      out.shrimpsTo[event.cell] = event.seat
      return
    case "shrimp_moved":
      out.shrimpsFrom.push(event.cell)
      if (event.to) out.shrimpsTo[event.to] = event.seat
      return
    case "turned":
      out.tiles.push(...event.tiles.map(tileKey))
      return
    case "locked":
      out.locked = tileKey(event.tile)
      return
    case "alga_played":
      out.alga = event.alga
      return
    case "collected":
      out.pools.push(event.colour)
      return
    case "refilled":
      out.pools.push(...Object.keys(event.tiles))
      return
    case "larva_played":
    case "cube_bought":
    case "tile_bought":
      out.cube = event.colour
  }
}

export const NOTHING = consequence([])
