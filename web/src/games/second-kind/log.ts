// What happened in the expansion, in short lines with pieces instead of words for them.
import { BY_VERB } from "./actions"
import { joined, pieces, type LogPiece, type LogWords } from "../../lib/log"
import { t } from "../../lib/text.svelte"
import type { EventOut, SecondKindEvent } from "../../wire"
import { alga, cube, LOG as BASE, over, pool, shrimp, tile as polyp } from "../reef-encounter/log"
import { eventsOf } from "./consequence"
import LogPicture from "./LogPicture.svelte"
import { blueName, cardName, tileName } from "./names"
import { coloursOf } from "./tiles"

type Values = Record<string, LogPiece | LogPiece[] | number>

const say = (key: string, values?: Values): LogPiece[] => pieces(`log-second-kind.${key}`, values)
const tile = (token: string): LogPiece =>
  token.length > 1 ? { picture: `tile ${token}`, name: tileName(token) } : polyp(token)
const tiles = (tokens: string[]): LogPiece[] => tokens.map(tile)
const blue = (): LogPiece => ({ picture: "blue", name: blueName() })
const crown = (): LogPiece => tile("crown")
const card = (name: string): LogPiece[] => [{ picture: "card", name: t("log-second-kind.card") }, ` ${cardName(name)}`]
const between = (lies: string): { strong: LogPiece; weak: LogPiece } => ({
  strong: polyp(lies[0]!),
  weak: polyp(lies[1]!),
})

/** Whether a card stays in front of its player, for the scoring. */
const scores = (name: string): boolean => name === "metamorphosis" || name.endsWith("-strength")

function told(event: SecondKindEvent): LogPiece[] | null {
  switch (event.kind) {
    case "coral_taken":
      return say("coral_taken", { tile: polyp(event.colour), cell: event.shrimp })
    case "returned":
      return say("returned", { tiles: tiles(event.tiles) })
    case "fed":
      return event.tiles.length > 0 ? say("fed", { tiles: tiles(event.tiles) }) : say("fed_nothing")
    case "laid": {
      const [shown, as] = [tile(event.tile), polyp(event.colour)]
      const either = coloursOf(event.tile).length > 1
      return say(either ? "laid_as" : "laid", { tile: shown, colour: as, cell: event.cell })
    }
    case "attacked":
      return say("attacked", { tile: tile(event.tile), cell: event.cell })
    case "cube_taken":
      return say("cube_taken", { cube: cube(event.colour), tile: tile(event.tile) })
    case "alga_played":
      return event.tile
        ? say("alga_played", { alga: alga(event.alga), tile: tile(event.tile) })
        : say("alga_free", { alga: alga(event.alga) })
    case "locked": {
      const lock = { alga: alga(event.alga), ...between(event.lies) }
      return event.tile ? say("locked", { ...lock, tile: tile(event.tile) }) : say("locked_free", lock)
    }
    case "unlocked":
      return say("unlocked", between(event.lies))
    case "shifted":
      return say("shifted", { ...between(event.lies), other: over(event.onto) })
    case "terrain_laid":
      return say(event.lifted ? "terrain_lifted" : "terrain_laid", { tile: tile(event.tile), cell: event.cell })
    case "collected":
      return say(event.tiles.length > 0 ? "collected" : "collected_none", {
        tiles: tiles(event.tiles),
        pool: pool(event.colour),
      })
    case "refilled": {
      const drawn = Object.entries(event.drawn).map(([space, token]) => [tile(token), "→", pool(space)])
      return say("refilled", { tiles: joined(drawn, ", ") })
    }
    case "changed":
      return say("changed", { double: tile(`${event.colour}2`), two: [polyp(event.colour), polyp(event.colour)] })
    case "consumed":
      return say("consumed", { tile: tile(event.tile) })
    case "swapped":
      return say("swapped", { given: cube(event.given), taken: cube(event.taken) })
    case "dipped":
      return say("dipped", { tiles: tiles(event.tiles) })
    case "coral_named":
      return say("coral_named", { size: event.cells.length, removed: event.removed, cell: event.cells[0] ?? "" })
    case "removed":
      return say("removed", { tile: tile(event.tile), cell: event.cell })
    case "ended":
    case "done":
    case "reshuffled":
    case "passed":
      return say(event.kind)
    default:
      return ofCards(event) ?? ofAnimals(event)
  }
}

function ofCards(event: SecondKindEvent): LogPiece[] | null {
  switch (event.kind) {
    case "card_bought":
      return say("card_bought", { piece: event.tile ? tile(event.tile) : cube(event.colour!) })
    case "card_drawn":
      return event.card ? say("card_drawn", { card: card(event.card) }) : say("card_hidden")
    case "card_played": {
      const laid = event.way === "text" && scores(event.card)
      return say(laid ? "card_laid_out" : `card_${event.way}`, { card: card(event.card), blue: blue() })
    }
    case "card_cancelled":
    case "card_discarded":
      return say(event.kind, { card: card(event.card) })
    default:
      return null
  }
}

function ofAnimals(event: SecondKindEvent): LogPiece[] | null {
  switch (event.kind) {
    case "crown_attacked":
      return say("crown_attacked", { crown: crown(), cell: event.cell, to: event.to, tile: tile(event.tile) })
    case "crown_moved":
      return say("crown_moved", { crown: crown(), cell: event.cell, to: event.to })
    case "crown_gone":
      return say(event.died ? "crown_died" : "crown_dislodged", { crown: crown(), cell: event.cell })
    case "blue_moved": {
      const key = event.cell === null ? "blue_in" : event.to === null ? "blue_off" : "blue_moved"
      return say(key, { blue: blue(), cell: event.cell ?? "", to: event.to ?? "" })
    }
    case "blue_freed":
      return say("blue_freed", { blue: blue() })
    default:
      return null
  }
}

const line = (event: EventOut): LogPiece[] | null => told(eventsOf([event])[0]!) ?? BASE.line(event)

/** What crowns and parrotfish ate, what lies on the rocks now and which cards were played, then what was gained. */
function turn(events: EventOut[]): LogPiece[] {
  const happened = eventsOf(events)
  const parts: LogPiece[][] = []
  const laid = new Map<string, number>()
  const eaten: LogPiece[] = []
  const removed: LogPiece[] = []
  for (const event of happened) {
    if (event.kind === "crown_attacked") parts.push(say("turn_crown", { crown: crown(), tile: tile(event.tile) }))
    if (event.kind === "coral_taken") parts.push(pieces("log-reef-encounter.turn_meal", { tile: polyp(event.colour) }))
    if (event.kind === "laid") laid.set(event.tile, (laid.get(event.tile) ?? 0) + 1)
    if (event.kind === "grown") laid.set(event.colour, (laid.get(event.colour) ?? 0) + 1)
    if (event.kind === "attacked") eaten.push(tile(event.tile))
    if (event.kind === "removed") removed.push(tile(event.tile))
    if (event.kind === "fish_chosen" || event.kind === "cubes_taken") parts.push(BASE.line({ data: event } as never)!)
  }
  for (const [token, number] of laid) parts.push(pieces("log-reef-encounter.turn_times", { tile: tile(token), number }))
  if (eaten.length > 0) parts.push(pieces("log-reef-encounter.turn_eaten", { tiles: eaten }))
  if (removed.length > 0) parts.push(say("turn_removed", { tiles: removed }))
  for (const event of happened) {
    const part = gained(event)
    if (part) parts.push(part)
  }
  return joined(parts, ", ")
}

function gained(event: SecondKindEvent): LogPiece[] | null {
  switch (event.kind) {
    case "shrimp_introduced":
      return [shrimp(event.seat), ` ${event.cell}`]
    case "blue_moved":
      return event.to ? [blue(), ` ${event.to}`] : null
    case "alga_played":
      return [alga(event.alga)]
    case "locked":
      return pieces("log-reef-encounter.turn_locked", between(event.lies))
    case "terrain_laid":
      return [tile(event.tile), ` ${event.cell}`]
    case "card_bought":
      return say("turn_bought", { card: { picture: "card", name: t("log-second-kind.card") } })
    case "card_played":
      return card(event.card)
    case "card_cancelled":
      return say("turn_cancelled", { card: card(event.card) })
    case "dipped":
      return say("turn_dipped", { tiles: tiles(event.tiles) })
    case "collected":
      return pieces("log-reef-encounter.turn_taken", { tiles: [cube(event.colour), ...tiles(event.tiles)] })
    case "declined":
      return pieces("log-reef-encounter.declined")
    default:
      return null
  }
}

const VERBS =
  "fish cubes crown push eat bag larva polyp shrimp move cube alga tile lay buy play blue unlock shift consume " +
  "coral remove dislodge drive grow trade swap done change discard collect end pass"
const ACTIONS: Record<string, string> = { ...BY_VERB, larva: "2", polyp: "2" }
const MARKED = ["coral_taken", "locked", "card_cancelled"]

export const LOG: LogWords = {
  line,
  turn,
  verbs: VERBS.split(" "),
  action: (verb) => ({
    name: t(`log-second-kind.verb_${verb}`),
    picture: ACTIONS[verb] ? `action ${ACTIONS[verb]}` : null,
  }),
  marks: ({ kind }) => MARKED.includes(kind),
  quiet: {
    is: ({ kind }) => kind === "passed",
    line: (events) => [
      ...eventsOf(events).flatMap((event) => ("seat" in event ? [seat(event.seat), " "] : [])),
      ...say("passed"),
    ],
  },
  Picture: LogPicture,
}

function seat(number: number): LogPiece {
  return { picture: `seat ${number}`, name: t("shell.seat.number", { seat: number }) }
}
