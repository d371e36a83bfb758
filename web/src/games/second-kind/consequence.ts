// What a move of the expansion would do, as things to draw on the board; and what the last one did, as things to mark.
import type { EventOut, SecondKindEvent } from "../../wire"
import * as base from "../reef-encounter/consequence"
import { tileKey } from "../reef-encounter/options"

export interface Consequence extends base.Consequence {
  /** By cell, the kind of tile and the quarter turn of a half that would come; `ghosts` has the colour it counts as. */
  tiles_: Record<string, { tile: string; sides: string | null }>
  bluesTo: string[]
  bluesFrom: string[]
  crownsTo: string[]
  crownsFrom: string[]
  /** Polyps that go into the bag: eaten by a crown, or by Disintegration. */
  removed: string[]
  /** The polyps of the coral that Disintegration names. */
  named: string[]
  /** Bare rock and deep water that come. */
  rock: string[]
  water: string[]
  /** Terrain that goes because its opposite came. */
  gone: string[]
  /** Coral tiles that lose their cylinder. */
  unlocked: string[]
  /** Cards that are played, cancelled, drawn or discarded. */
  cards: string[]
}

export const eventsOf = (events: EventOut[]): SecondKindEvent[] => base.eventsOf<SecondKindEvent>(events)

export function consequence(events: EventOut[]): Consequence {
  const out: Consequence = {
    ...base.consequence([]),
    tiles_: {},
    bluesTo: [],
    bluesFrom: [],
    crownsTo: [],
    crownsFrom: [],
    removed: [],
    named: [],
    rock: [],
    water: [],
    gone: [],
    unlocked: [],
    cards: [],
    sentence: base.sentenceOf(events.length > 1 ? events.filter(({ kind }) => kind !== "passed") : events),
  }
  for (const event of eventsOf(events)) note(out, event)
  return out
}

function note(out: Consequence, event: SecondKindEvent): void {
  switch (event.kind) {
    case "laid":
      out.ghosts[event.cell] = event.colour
      out.tiles_[event.cell] = { tile: event.tile, sides: event.sides }
      return
    case "grown":
      out.ghosts[event.cell] = event.colour
      out.tiles_[event.cell] = { tile: event.colour, sides: null }
      out.sprouting.push(event.cell)
      return
    case "attacked":
      out.victims.push(event.cell)
      return
    case "coral_taken":
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
    case "blue_moved":
      if (event.cell) out.bluesFrom.push(event.cell)
      if (event.to) out.bluesTo.push(event.to)
      return
    case "crown_attacked":
      out.removed.push(event.to)
      out.crownsFrom.push(event.cell)
      out.crownsTo.push(event.to)
      return
    case "crown_moved":
      out.crownsFrom.push(event.cell)
      out.crownsTo.push(event.to)
      return
    case "crown_gone":
      out.crownsFrom.push(event.cell)
      return
    case "removed":
      out.removed.push(event.cell)
      return
    case "coral_named":
      out.named.push(...event.cells)
      return
    case "terrain_laid":
      if (event.lifted) out.gone.push(event.cell)
      else if (event.tile === "crown") out.crownsTo.push(event.cell)
      else out[event.tile === "rock" ? "rock" : "water"].push(event.cell)
      return
    case "turned":
      out.tiles.push(...event.tiles.map(tileKey))
      return
    case "locked":
      out.locked = tileKey(event.lies)
      return
    case "unlocked":
      out.unlocked.push(tileKey(event.lies))
      return
    case "shifted":
      out.unlocked.push(tileKey(event.lies))
      out.locked = tileKey(event.onto)
      return
    case "alga_played":
      out.alga = event.alga
      return
    case "collected":
      out.pools.push(event.colour)
      return
    case "refilled":
      out.pools.push(...Object.keys(event.drawn))
      return
    case "larva_played":
    case "cube_taken":
    case "tile_bought":
    case "card_bought":
      out.cube = event.colour
      return
    case "swapped":
      out.cube = event.taken
      return
    case "card_played":
    case "card_cancelled":
    case "card_discarded":
      out.cards.push(event.card)
      return
    case "card_drawn":
      if (event.card) out.cards.push(event.card)
  }
}

export const NOTHING = consequence([])
