// The steps of a suggested plan of the expansion, as numbers on the spaces that they name.
import type { EventOut } from "../../wire"
import * as base from "../reef-encounter/plan"
import { eventsOf } from "./consequence"

/** The space that a step is about, if it is about one: where something comes, else what goes. */
function cellOf(events: EventOut[]): string | null {
  for (const event of eventsOf(events)) {
    switch (event.kind) {
      case "laid":
      case "shrimp_introduced":
      case "terrain_laid":
      case "removed":
      case "crown_gone":
        return event.cell
      case "shrimp_moved":
      case "blue_moved":
        return event.to ?? event.cell
      case "crown_attacked":
      case "crown_moved":
        return event.to
      case "coral_taken":
        return event.shrimp
      case "coral_named":
        return event.cells[0] ?? null
    }
  }
  return null
}

export const planned = (steps: { events: EventOut[] }[], done: number): base.Step[] => base.planned(steps, done, cellOf)
