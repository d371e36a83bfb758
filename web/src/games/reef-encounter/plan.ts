// The steps of a suggested plan, as numbers on the spaces that they name.
import type { EventOut } from "../../wire"
import { eventsOf } from "./consequence"
import { corner } from "./marks"

export interface Step {
  cell: string
  /** Its number, from 1. */
  step: number
  x: number
  y: number
}

/** The space that a step is about, if it is about one. */
function cellOf(events: EventOut[]): string | null {
  for (const event of eventsOf(events)) {
    if (event.kind === "placed" || event.kind === "shrimp_introduced") return event.cell
    if (event.kind === "shrimp_moved") return event.to ?? event.cell
    if (event.kind === "coral_eaten") return event.shrimp
  }
  return null
}

/** Numbers go on from the steps that are done; a space that several steps are about has the number of the first. */
export function planned(steps: { events: EventOut[] }[], done: number, about = cellOf): Step[] {
  const found = new Map<string, number>()
  steps.forEach(({ events }, at) => {
    const cell = about(events)
    if (cell && !found.has(cell)) found.set(cell, done + at + 1)
  })
  return [...found].map(([cell, step]) => {
    const [x, y] = corner(cell)
    return { cell, step, x: x + 2.3, y: y + 2.3 }
  })
}
