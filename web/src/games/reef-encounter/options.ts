// What may be touched for a move of Reef Encounter. Nothing is judged here: moves come from the server, and name their pieces.
import { readMove, writeMove } from "../../lib/moves"
import { held, type Option } from "../../play/options"
import type { ReefEncounterColour, ReefEncounterMove, ReefEncounterView } from "../../wire"

export interface ReefEncounterOption extends Option {
  verb: string
  /** Its action on the strip, by the rulebook's number; "": it has none. */
  action: string
}

export const COLOURS: ReefEncounterColour[] = ["w", "y", "o", "p", "g"]

/** A coral tile as moves call it, whichever side is up. */
export const tileKey = (name: string): string => [...name].sort().join("")

const write = (move: ReefEncounterMove): string => writeMove("reef-encounter", move)

export function readOption(text: string, view: ReefEncounterView): ReefEncounterOption {
  const move = readMove("reef-encounter", text)
  const { action, touches, source = [], target = [] } = move ? meaning(move, view) : { action: "", touches: [] }
  const strip = action ? [`action:${action}`] : []
  const all = [...strip, ...touches, ...source, ...target]
  return { move: text, verb: move?.verb ?? "", action, touches: all, source, target }
}

type Meaning = Pick<ReefEncounterOption, "action" | "touches"> & Partial<Pick<Option, "source" | "target">>

function meaning(move: ReefEncounterMove, view: ReefEncounterView): Meaning {
  const { open, larvae } = view.turn
  switch (move.verb) {
    case "fish":
      return { action: "", touches: [`hand:${move.colour}`, "fish"] }
    case "cubes":
      return { action: "", touches: [...move.pair].map((colour) => `take:${colour}`) }
    case "eat":
      return { action: "1", touches: [`cell:${move.cell}`, "fish"] }
    case "larva": {
      const { colour } = move
      return {
        action: `${2 + larvae}`,
        touches: [`cube:${colour}`, "rocks", ...(open === colour ? [] : ownPolyps(colour, view))],
      }
    }
    case "polyp":
      return {
        action: `${1 + larvae}`,
        touches: [`cell:${move.cell}`, `${move.consumed ? "consumed" : "hand"}:${open}`],
      }
    case "shrimp":
      return { action: "4", touches: [], source: ["home"], target: [`cell:${move.cell}`] }
    case "move": {
      const target = move.to === "screen" ? ["home", "screen"] : [`cell:${move.to}`]
      return { action: "5", touches: [], source: [`cell:${move.cell}`], target }
    }
    case "cube":
      return { action: "6", touches: [`consumed:${move.colour}`, "supply"] }
    case "alga": {
      const place = move.target === "sea" ? "alga-space" : `tile:${move.target}`
      return { action: "7", touches: [`cylinder:${move.alga}`, `consumed:${move.paid}`, place] }
    }
    case "tile":
      return { action: "8", touches: [`cube:${move.colour}`, "supply"] }
    case "collect":
      return { action: "10", touches: [`pool:${move.colour}`], target: ["screen"] }
    case "pass":
      return { action: "", touches: ["pass"] }
  }
}

/** Polyps of a colour that one has: touching them asks for a larva first. */
function ownPolyps(colour: string, view: ReefEncounterView): string[] {
  const own = view.players.find(({ seat }) => seat === view.you)
  const lies = (counts: Partial<Record<string, number>> | null | undefined): boolean => (counts?.[colour] ?? 0) > 0
  return [...(lies(own?.hand) ? [`hand:${colour}`] : []), ...(lies(own?.consumed) ? [`consumed:${colour}`] : [])]
}

/** The move that someone means who touches something that means nothing here: the server says why not. */
export function wished(touch: string, chosen: string[], view: ReefEncounterView): string | null {
  const move = wish(touch, chosen, view)
  return move && write(move)
}

function wish(touch: string, chosen: string[], view: ReefEncounterView): ReefEncounterMove | null {
  const [kind, what = ""] = touch.split(":")
  const own = view.players.find(({ seat }) => seat === view.you)
  const paid = held(chosen, "consumed") ?? COLOURS.find((colour) => (own?.consumed[colour] ?? 0) > 0) ?? "w"
  const from = held(chosen, "cell")
  switch (kind) {
    case "cell":
      return wishedCell(what, chosen, view, from)
    case "cube":
      return { verb: chosen.includes("action:8") ? "tile" : "larva", colour: what }
    case "hand":
      return { verb: view.phase === "fish" ? "fish" : "larva", colour: what }
    case "consumed":
      return { verb: "cube", colour: what }
    case "home":
      if (from) return { verb: "move", cell: from, to: "screen" }
      return { verb: "shrimp", cell: Object.keys(view.rocks[0]?.polyps ?? {})[0] ?? "1d4" }
    case "cylinder":
      return { verb: "alga", alga: what, paid, target: "sea" }
    case "alga-space":
      return { verb: "alga", alga: held(chosen, "cylinder") ?? "blue", paid, target: "sea" }
    case "tile": {
      const tile = view.tiles.find(({ strong, weak }) => tileKey(strong + weak) === what)
      return { verb: "alga", alga: held(chosen, "cylinder") ?? tile?.large ?? "blue", paid, target: what }
    }
    case "pool":
      return { verb: "collect", colour: what }
    case "fish":
      return wishedAction(1, view, paid)
    case "action":
      return wishedAction(Number(what), view, paid)
    default:
      return null
  }
}

function wishedCell(
  cell: string,
  chosen: string[],
  view: ReefEncounterView,
  from: string | undefined,
): ReefEncounterMove {
  if (from) return { verb: "move", cell: from, to: cell }
  if (chosen.includes("home") || chosen.includes("action:4")) return { verb: "shrimp", cell }
  if (chosen.includes("action:1") || view.phase === "extra") return { verb: "eat", cell }
  if (chosen.includes("action:5")) return { verb: "move", cell, to: "screen" }
  return chosen.some((one) => one.startsWith("consumed:"))
    ? { verb: "polyp", cell, consumed: "c" }
    : { verb: "polyp", cell }
}

function wishedAction(action: number, view: ReefEncounterView, paid: string): ReefEncounterMove | null {
  const own = view.players.find(({ seat }) => seat === view.you)
  const colour = COLOURS.find((colour) => (own?.cubes[colour] ?? 0) > 0) ?? "w"
  const cell = ownShrimp(view)
  switch (action) {
    case 1:
      return cell ? { verb: "eat", cell } : null
    case 2:
    case 3:
      return { verb: "larva", colour }
    case 4:
      return wish("home", [], view)
    case 5:
      return cell ? { verb: "move", cell, to: "screen" } : null
    case 6:
      return { verb: "cube", colour: paid }
    case 7:
      return { verb: "alga", alga: "blue", paid, target: "sea" }
    case 8:
      return { verb: "tile", colour }
    default:
      return { verb: "collect", colour: "w" }
  }
}

/** A cell where a shrimp of one's own stands. */
function ownShrimp(view: ReefEncounterView): string | undefined {
  for (const { shrimps } of view.rocks)
    for (const [cell, seat] of Object.entries(shrimps)) if (seat === view.you) return cell
  return undefined
}
