// What events leave behind on the table: where, and whose they were; and which colours they made worth more or less.
import type { EventOut, ReefEncounterColour, ReefEncounterEvent } from "../../wire"
import { eventsOf } from "./consequence"
import { tileKey } from "./options"

export interface Trail {
  /** By cell, coral tile and space of the sea: the seat whose doing it was. */
  cells: Record<string, number>
  tiles: Record<string, number>
  pools: Record<string, number>
}

export function trail(events: EventOut[]): Trail {
  const out: Trail = { cells: {}, tiles: {}, pools: {} }
  for (const event of eventsOf(events)) follow(out, event)
  return out
}

function follow(out: Trail, event: ReefEncounterEvent): void {
  switch (event.kind) {
    case "placed":
    case "grown":
    case "eaten":
    case "shrimp_introduced":
      out.cells[event.cell] = event.seat
      return
    case "shrimp_moved":
      if (event.to) out.cells[event.to] = event.seat
      return
    case "coral_eaten":
      for (const cell of event.cells) out.cells[cell] = event.seat
      return
    case "turned":
      for (const tile of event.tiles) out.tiles[tileKey(tile)] = event.seat
      return
    case "locked":
      out.tiles[tileKey(event.tile)] = event.seat
      return
    case "collected":
      out.pools[event.colour] = event.seat
  }
}

/** By how much tiles that turned changed what each colour is worth: they say which coral is the stronger one now. */
export function shifts(events: EventOut[]): Partial<Record<ReefEncounterColour, number>> {
  const out: Partial<Record<string, number>> = {}
  for (const event of eventsOf(events)) {
    if (event.kind !== "turned") continue
    for (const [strong, weak] of event.lies) {
      out[strong!] = (out[strong!] ?? 0) + 1
      out[weak!] = (out[weak!] ?? 0) - 1
    }
  }
  return out
}
