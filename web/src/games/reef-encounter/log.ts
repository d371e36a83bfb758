// What happened, in short lines with pieces instead of words for them.
import { BY_VERB } from "./actions"
import { joined, pieces, type LogPiece, type LogWords } from "../../lib/log"
import type { EventOut, ReefEncounterEvent } from "../../wire"
import LogPicture from "./LogPicture.svelte"
import { algaName, cubeName, polypName } from "./names"
import { t } from "../../lib/text.svelte"

type Values = Record<string, LogPiece | LogPiece[] | number>

const say = (key: string, values?: Values): LogPiece[] => pieces(`log-reef-encounter.${key}`, values)
export const tile = (colour: string): LogPiece => ({ picture: `polyp ${colour}`, name: polypName(colour) })
export const cube = (colour: string): LogPiece => ({ picture: `cube ${colour}`, name: cubeName(colour) })
export const alga = (name: string): LogPiece => ({
  picture: `alga ${name}`,
  name: t("log-reef-encounter.alga", { alga: algaName(name) }),
})
export const shrimp = (seat: number): LogPiece => ({ picture: `shrimp ${seat}`, name: t("log-reef-encounter.shrimp") })
export const pool = (colour: string): LogPiece => ({
  picture: `pool ${colour}`,
  name: t("log-reef-encounter.pool", { polyp: polypName(colour) }),
})
const tiles = (colours: string): LogPiece[] => [...colours].map(tile)
export const over = (lies: string): LogPiece[] => say("over", { strong: tile(lies[0]!), weak: tile(lies[1]!) })

function line({ data }: EventOut): LogPiece[] | null {
  const event = data as unknown as ReefEncounterEvent
  switch (event.kind) {
    case "fish_chosen":
      return event.colour ? say("fish_chosen", { tile: tile(event.colour) }) : say("fish_hidden")
    case "cubes_taken":
      return say("cubes_taken", { cubes: [...event.cubes].map(cube) })
    case "coral_eaten":
      return say("coral_eaten", { tile: tile(event.colour), cell: event.shrimp, number: event.to_fish })
    case "larva_played":
      return say("larva_played", { cube: cube(event.colour) })
    case "placed":
    case "grown":
      return say(event.kind, { tile: tile(event.colour), cell: event.cell })
    case "eaten":
      return say("eaten", { tile: tile(event.prey), cell: event.cell })
    case "split":
      return say("split", { tile: tile(event.prey), number: event.parts.length })
    case "shrimp_introduced":
      return say("shrimp_introduced", { shrimp: shrimp(event.seat), cell: event.cell })
    case "shrimp_moved":
      return event.to
        ? say("shrimp_moved", { shrimp: shrimp(event.seat), cell: event.cell, to: event.to })
        : say("shrimp_back", { shrimp: shrimp(event.seat), cell: event.cell })
    case "cube_bought":
      return say("cube_bought", { tile: tile(event.colour) })
    case "alga_played":
      return say("alga_played", { alga: alga(event.alga), tile: tile(event.paid) })
    case "locked": {
      const [strong, weak] = [tile(event.lies[0]!), tile(event.lies[1]!)]
      return say("locked", { alga: alga(event.alga), strong, weak, tile: tile(event.paid) })
    }
    case "turned":
      return say("turned", { tiles: joined(event.lies.map(over), ", ") })
    case "tile_bought":
      return say("tile_bought", { cube: cube(event.colour) })
    case "collected":
      return say("collected", { tiles: tiles(event.tiles), pool: pool(event.colour) })
    case "bonus_into_bag":
      return say("bonus_into_bag", { tiles: tiles(event.tiles) })
    case "declined":
      return say("declined")
    case "refilled": {
      const drawn = Object.entries(event.tiles).map(([space, colour]) => [tile(colour), "→", pool(space)])
      return say("refilled", { tiles: joined(drawn, ", ") })
    }
    default:
      return null
  }
}

/** What lies on the rocks now and what was eaten, then what was gained. */
function turn(events: EventOut[]): LogPiece[] {
  const happened = events.map(({ data }) => data as unknown as ReefEncounterEvent)
  const parts: LogPiece[][] = []
  const laid = new Map<string, number>()
  const eaten: LogPiece[] = []
  for (const event of happened) {
    if (event.kind === "coral_eaten") parts.push(say("turn_meal", { tile: tile(event.colour) }))
    if (event.kind === "placed" || event.kind === "grown") laid.set(event.colour, (laid.get(event.colour) ?? 0) + 1)
    if (event.kind === "eaten") eaten.push(tile(event.prey))
    if (event.kind === "fish_chosen" || event.kind === "cubes_taken") parts.push(line({ data: event } as never)!)
  }
  parts.push(...[...laid].map(([colour, number]) => say("turn_times", { tile: tile(colour), number })))
  if (eaten.length > 0) parts.push(say("turn_eaten", { tiles: eaten }))
  for (const event of happened) {
    if (event.kind === "shrimp_introduced") parts.push([shrimp(event.seat), ` ${event.cell}`])
    if (event.kind === "alga_played") parts.push([alga(event.alga)])
    if (event.kind === "locked")
      parts.push(say("turn_locked", { strong: tile(event.lies[0]!), weak: tile(event.lies[1]!) }))
    if (event.kind === "collected") parts.push(say("turn_taken", { tiles: tiles(event.tiles) }))
    if (event.kind === "declined") parts.push(say("declined"))
  }
  return joined(parts, ", ")
}

const VERBS = ["fish", "cubes", "eat", "larva", "polyp", "shrimp", "move", "cube", "alga", "tile", "collect", "pass"]
const ACTIONS: Record<string, string> = { ...BY_VERB, larva: "2", polyp: "2" }
const MARKED = ["coral_eaten", "locked"]

export const LOG: LogWords = {
  line,
  turn,
  verbs: VERBS,
  action: (verb) => ({
    name: t(`log-reef-encounter.verb_${verb}`),
    picture: ACTIONS[verb] ? `action ${ACTIONS[verb]}` : null,
  }),
  marks: ({ kind }) => MARKED.includes(kind),
  Picture: LogPicture,
}
