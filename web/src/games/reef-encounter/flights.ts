// Pieces that travel: from where they were to where they went, found on the page.
import type { EventOut, ReefEncounterEvent } from "../../wire"
import { eventsOf } from "./consequence"
import { tileKey } from "./options"

export interface Flight {
  id: number
  kind: string
  of: string
  from: DOMRect
  to: DOMRect
  delay: number
}

/** A piece, and the selectors of where it was and where it went, the first that can be seen counts. */
export interface Journey {
  kind: string
  of: string
  from: string[]
  to: string[]
}

export const cell = (name: string): string[] => [`[data-cell="${name}"]`]
export const touch = (name: string, tab: string): string[] => [`[data-touch="${name}"]`, `[data-tab="${tab}"]`]
export const home = (seat: number): string[] => [`[data-home="${seat}"]`, '[data-tab="players"]']
export const fish = (seat: number): string[] => [`[data-fish="${seat}"]`, ...home(seat)]
export const SUPPLY = touch("supply", "sea")

export function journeys(event: ReefEncounterEvent): Journey[] {
  switch (event.kind) {
    case "eaten":
      return [{ kind: "polyp", of: event.prey, from: cell(event.cell), to: home(event.seat) }]
    case "coral_eaten":
      return event.cells.map((name, at) => ({
        kind: "polyp",
        of: event.colour,
        from: cell(name),
        to: at < event.to_bag ? SUPPLY : fish(event.seat),
      }))
    case "larva_played":
      return [{ kind: "cube", of: event.colour, from: home(event.seat), to: SUPPLY }]
    case "shrimp_introduced":
      return [{ kind: "shrimp", of: `${event.seat}`, from: home(event.seat), to: cell(event.cell) }]
    case "shrimp_moved":
      return [
        {
          kind: "shrimp",
          of: `${event.seat}`,
          from: cell(event.cell),
          to: event.to ? cell(event.to) : home(event.seat),
        },
      ]
    case "cube_bought":
      return [{ kind: "cube", of: event.colour, from: SUPPLY, to: home(event.seat) }]
    case "tile_bought":
      return [{ kind: "polyp", of: event.colour, from: SUPPLY, to: home(event.seat) }]
    case "alga_played":
      return [
        {
          kind: "cylinder",
          of: event.alga,
          from: touch(`cylinder:${event.alga}`, "tiles"),
          to: touch("alga-space", "tiles"),
        },
      ]
    case "locked":
      return [
        {
          kind: "cylinder",
          of: event.alga,
          from: touch(`cylinder:${event.alga}`, "tiles"),
          to: touch(`tile:${tileKey(event.tile)}`, "tiles"),
        },
      ]
    case "collected":
      return [{ kind: "cube", of: event.colour }, ...[...event.tiles].map((of) => ({ kind: "polyp", of }))].map(
        (piece) => ({
          ...piece,
          from: touch(`pool:${event.colour}`, "sea"),
          to: home(event.seat),
        }),
      )
    case "cubes_taken":
      return [...event.cubes].map((of) => ({ kind: "cube", of, from: SUPPLY, to: home(event.seat) }))
    default:
      return []
  }
}

let count = 0

/** Where one of some selectors finds a place that can be seen inside `board`. */
export function placeIn(board: Element, selectors: string[]): DOMRect | null {
  for (const selector of selectors) {
    const box = board.querySelector(selector)?.getBoundingClientRect()
    if (box && box.width > 0 && box.bottom > 0 && box.top < innerHeight) return box
  }
  return null
}

/** The journeys as flights, between places that can be seen inside `board`. */
export function aloft<J extends Journey>(list: J[], board: Element): (Omit<J, "from" | "to"> & Flight)[] {
  const flights: (Omit<J, "from" | "to"> & Flight)[] = []
  for (const journey of list) {
    const from = placeIn(board, journey.from)
    const to = placeIn(board, journey.to)
    if (from && to) flights.push({ ...journey, id: ++count, from, to, delay: 70 * flights.length })
  }
  return flights
}

/** The flights of what happened. */
export const flightsOf = (events: EventOut[], board: Element): Flight[] =>
  aloft(eventsOf(events).flatMap(journeys), board)
