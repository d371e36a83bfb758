// A legal move and the things on the table that mean it when they are touched. Nothing is judged here: moves come from
// the server as texts, and a text names its pieces.
import type { ReefEncounterView } from "../../wire"

export interface Option {
  move: string
  verb: string
  /** The number of its action on the strip; 0: it has none. */
  action: number
  /** What may be touched for it: "cell:1d4", "cube:w", "action:2" and so on. */
  touches: string[]
  /** Touches that mean this move only after one of `source`: where a shrimp goes. */
  source: string[]
  target: string[]
}

export const COLOURS = ["w", "y", "o", "p", "g"]

/** A coral tile as moves call it, whichever side is up. */
export const tileKey = (name: string): string => [...name].sort().join("")

export function readOption(move: string, view: ReefEncounterView): Option {
  const [verb = "", ...words] = move.split(" ")
  const { action, touches, source = [], target = [] } = meaning(verb, words, view)
  const strip = action > 0 ? [`action:${action}`] : []
  return { move, verb, action, touches: [...strip, ...touches, ...source, ...target], source, target }
}

type Meaning = Pick<Option, "action" | "touches"> & Partial<Pick<Option, "source" | "target">>

function meaning(verb: string, [a = "", b = "", c = ""]: string[], view: ReefEncounterView): Meaning {
  const { open, larvae } = view.turn
  switch (verb) {
    case "fish":
      return { action: 0, touches: [`hand:${a}`, "fish"] }
    case "cubes":
      return { action: 0, touches: [...a].map((colour) => `take:${colour}`) }
    case "eat":
      return { action: 1, touches: [`cell:${a}`, "fish"] }
    case "larva":
      return {
        action: 2 + larvae,
        touches: [`cube:${a}`, "rocks", ...(open === a ? [] : ownPolyps(a, view))],
      }
    case "polyp":
      return { action: 1 + larvae, touches: [`cell:${a}`, b === "c" ? `consumed:${open}` : `hand:${open}`] }
    case "shrimp":
      return { action: 4, touches: [], source: ["home"], target: [`cell:${a}`] }
    case "move":
      return {
        action: 5,
        touches: [],
        source: [`cell:${a}`],
        target: b === "screen" ? ["home", "screen"] : [`cell:${b}`],
      }
    case "cube":
      return { action: 6, touches: [`consumed:${a}`, "supply"] }
    case "alga":
      return { action: 7, touches: [`cylinder:${a}`, `consumed:${b}`, c === "sea" ? "alga-space" : `tile:${c}`] }
    case "tile":
      return { action: 8, touches: [`cube:${a}`, "supply"] }
    case "collect":
      return { action: 10, touches: [`pool:${a}`], target: ["screen"] }
    default:
      return { action: 0, touches: [verb] }
  }
}

/** Polyps of a colour that one has: touching them asks for a larva first. */
function ownPolyps(colour: string, view: ReefEncounterView): string[] {
  const own = view.players.find(({ seat }) => seat === view.you)
  const held = { hand: own?.hand ?? {}, consumed: own?.consumed ?? {} }
  return Object.entries(held).flatMap(([where, counts]) => ((counts[colour] ?? 0) > 0 ? [`${where}:${colour}`] : []))
}

/** The options that each touch means, with what is chosen already. */
export function byTouch(options: Option[], chosen: string[]): Map<string, Option[]> {
  const fitting = options.filter((option) => chosen.every((one) => option.touches.includes(one)))
  const alone = chosen.length > 0 && new Set(fitting.map((option) => option.source.join())).size === 1
  const found = new Map<string, Option[]>()
  for (const option of fitting) {
    const aimed = alone || option.source.some((one) => chosen.includes(one))
    for (const touch of new Set(option.touches)) {
      if (chosen.includes(touch)) continue
      if (!aimed && option.target.includes(touch) && !option.source.includes(touch)) continue
      const list = found.get(touch)
      if (list) list.push(option)
      else found.set(touch, [option])
    }
  }
  return found
}

/** The move that someone means who touches something that means nothing here: the server says why not. */
export function wished(touch: string, chosen: string[], view: ReefEncounterView): string | null {
  const [kind, what = ""] = touch.split(":")
  const own = view.players.find(({ seat }) => seat === view.you)
  const held = (kind: string): string | undefined => chosen.find((one) => one.startsWith(`${kind}:`))?.split(":")[1]
  const payment = held("consumed") ?? COLOURS.find((colour) => (own?.consumed[colour] ?? 0) > 0) ?? "w"
  switch (kind) {
    case "cell":
      return wishedCell(what, chosen, view, held("cell"))
    case "cube":
      return chosen.includes("action:8") ? `tile ${what}` : `larva ${what}`
    case "hand":
      return view.phase === "fish" ? `fish ${what}` : `larva ${what}`
    case "consumed":
      return `cube ${what}`
    case "home":
      return held("cell")
        ? `move ${held("cell")} screen`
        : `shrimp ${Object.keys(view.rocks[0]?.polyps ?? {})[0] ?? "1d4"}`
    case "cylinder":
      return `alga ${what} ${payment} sea`
    case "alga-space":
      return `alga ${held("cylinder") ?? "blue"} ${payment} sea`
    case "tile": {
      const tile = view.tiles.find(({ strong, weak }) => tileKey(strong + weak) === what)
      return `alga ${held("cylinder") ?? tile?.large ?? "blue"} ${payment} ${what}`
    }
    case "pool":
      return `collect ${what}`
    case "fish":
      return ownShrimp(view) ? `eat ${ownShrimp(view)}` : null
    case "action":
      return wishedAction(Number(what), view, payment)
    default:
      return null
  }
}

function wishedCell(cell: string, chosen: string[], view: ReefEncounterView, from: string | undefined): string {
  if (from) return `move ${from} ${cell}`
  if (chosen.includes("home") || chosen.includes("action:4")) return `shrimp ${cell}`
  if (chosen.includes("action:1") || view.phase === "extra") return `eat ${cell}`
  if (chosen.includes("action:5")) return `move ${cell} screen`
  return chosen.some((one) => one.startsWith("consumed:")) ? `polyp ${cell} c` : `polyp ${cell}`
}

function wishedAction(action: number, view: ReefEncounterView, payment: string): string | null {
  const own = view.players.find(({ seat }) => seat === view.you)
  const cube = COLOURS.find((colour) => (own?.cubes[colour] ?? 0) > 0) ?? "w"
  const shrimp = ownShrimp(view)
  switch (action) {
    case 1:
      return shrimp ? `eat ${shrimp}` : null
    case 2:
    case 3:
      return `larva ${cube}`
    case 4:
      return wished("home", [], view)
    case 5:
      return shrimp ? `move ${shrimp} screen` : null
    case 6:
      return `cube ${payment}`
    case 7:
      return `alga blue ${payment} sea`
    case 8:
      return `tile ${cube}`
    default:
      return "collect w"
  }
}

/** A cell where a shrimp of one's own stands. */
function ownShrimp(view: ReefEncounterView): string | undefined {
  for (const { shrimps } of view.rocks)
    for (const [cell, seat] of Object.entries(shrimps)) if (seat === view.you) return cell
  return undefined
}
