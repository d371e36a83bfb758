// What events of the expansion leave behind on the table: where, and whose they were.
import type { EventOut, SecondKindEvent } from "../../wire"
import { tileKey } from "../reef-encounter/options"
import type { Trail } from "../reef-encounter/trail"
import { eventsOf } from "./consequence"

export { shifts, type Trail } from "../reef-encounter/trail"

export function trail(events: EventOut[]): Trail {
  const out: Trail = { cells: {}, tiles: {}, pools: {} }
  for (const event of eventsOf(events)) follow(out, event)
  return out
}

function follow(out: Trail, event: SecondKindEvent): void {
  switch (event.kind) {
    case "laid":
    case "grown":
    case "attacked":
    case "removed":
    case "terrain_laid":
    case "crown_gone":
    case "shrimp_introduced":
      out.cells[event.cell] = event.seat
      return
    case "shrimp_moved":
      if (event.to) out.cells[event.to] = event.seat
      return
    case "crown_attacked":
    case "crown_moved":
      out.cells[event.to] = event.seat
      return
    case "blue_moved":
      out.cells[event.to ?? event.cell!] = event.seat
      return
    case "coral_taken":
      for (const cell of event.cells) out.cells[cell] = event.seat
      return
    case "turned":
      for (const tile of event.tiles) out.tiles[tileKey(tile)] = event.seat
      return
    case "locked":
    case "unlocked":
      out.tiles[tileKey(event.lies)] = event.seat
      return
    case "shifted":
      for (const tile of [event.lies, event.onto]) out.tiles[tileKey(tile)] = event.seat
      return
    case "collected":
      out.pools[event.colour] = event.seat
  }
}
