// What may be touched for a move of the expansion. Nothing is judged here: moves come from the server, and name their pieces.
import { writeMove } from "../../lib/moves"
import { held } from "../../play/options"
import type { SecondKindMove, SecondKindPlayer, SecondKindView } from "../../wire"
import { COLOURS, tileKey, type ReefEncounterOption } from "../reef-encounter/options"
import { coralAt } from "./corals"
import { readSecond } from "./moves"
import { coloursOf, TOKENS } from "./tiles"

export type SecondKindOption = ReefEncounterOption

type Meaning = Pick<SecondKindOption, "action" | "touches"> & Partial<Pick<SecondKindOption, "source" | "target">>

const NOTHING: Meaning = { action: "", touches: [] }
/** Things that are moved from somewhere: where that is said once, only where to is asked. */
const CARRIED = ["blue", "drive", "shift"]

export function readOptions(moves: string[], view: SecondKindView): SecondKindOption[] {
  const options = moves.map((move) => readOption(move, view))
  for (const verb of CARRIED) {
    const those = options.filter((option) => option.verb === verb)
    if (those.length === options.length && new Set(those.map(({ source }) => source.join())).size === 1)
      for (const option of those) option.target = []
  }
  return options
}

function readOption(text: string, view: SecondKindView): SecondKindOption {
  const move = readSecond(text)
  const { action, touches, source = [], target = [] } = move ? meaning(move, view) : NOTHING
  const strip = action ? [`action:${action}`] : []
  return {
    move: text,
    verb: move?.verb ?? "",
    action,
    touches: [...strip, ...touches, ...source, ...target],
    source,
    target,
  }
}

const cell = (name: string): string => `cell:${name}`
const lying = (consumed: string | undefined, tile: string): string => `${consumed ? "consumed" : "hand"}:${tile}`
/** A tile of two colours has to be said as which one it counts. */
const as = (tile: string, colour: string): string[] => (coloursOf(tile).length > 1 ? [`as:${colour}`] : [])

function meaning(move: SecondKindMove, view: SecondKindView): Meaning {
  const { open, larvae } = view.turn
  switch (move.verb) {
    case "fish":
      return { action: "", touches: [`hand:${move.colour}`, "fish"] }
    case "cubes":
      return { action: "", touches: [...move.pair].map((colour) => `take:${colour}`) }
    case "eat":
      return {
        action: "1",
        touches: [cell(move.cell), "fish", ...(move.card ? [`card:${move.card}`, "meal-way"] : [])],
      }
    case "bag":
      return { action: "", touches: [`aside:${move.tile}`, "supply"] }
    case "larva": {
      const { colour } = move
      const tiles = open === colour ? [] : ownPolyps(colour, view)
      return { action: `${2 + larvae}`, touches: [`cube:${colour}`, "rocks", ...tiles, `as:${colour}`] }
    }
    case "polyp": {
      const tile = move.tile ?? open ?? ""
      const turned = move.sides ? [`turned:${move.sides}`] : []
      return { action: `${1 + larvae}`, touches: [cell(move.cell), lying(move.consumed, tile), ...turned] }
    }
    case "shrimp":
      return { action: "4", touches: [], source: ["home"], target: [cell(move.cell)] }
    case "move":
      return moving(move.cell, move.to, view)
    case "cube": {
      const tile = move.tile ?? move.colour
      return { action: "6", touches: [`consumed:${tile}`, "supply", ...as(tile, move.colour)] }
    }
    case "alga": {
      const place = move.target === "sea" ? "alga-space" : `tile:${move.target}`
      const paid = move.paid === "-" ? [] : [`consumed:${move.paid}`]
      return { action: paid.length > 0 ? "7" : "", touches: [`cylinder:${move.alga}`, ...paid, place] }
    }
    case "tile":
      return { action: "8", touches: [`cube:${move.colour}`, "supply"] }
    default:
      return newMeaning(move, view)
  }
}

/** What the expansion brings. */
function newMeaning(move: SecondKindMove, view: SecondKindView): Meaning {
  switch (move.verb) {
    case "lay":
      return { action: "8a", touches: [], source: [`hand:${move.terrain}`], target: [cell(move.cell)] }
    case "buy": {
      const { payment, how } = move
      const paid = payment === "cube" ? `cube:${how}` : lying(how, payment)
      return { action: "8b", touches: [], source: ["deck"], target: [paid] }
    }
    case "play":
      return {
        action: view.decides === view.mover ? "8c" : "",
        touches: [`card:${move.card}`, move.blue ? "blue-way" : "text-way"],
      }
    case "discard":
      return { action: "", touches: [`card:${move.card}`, "discard", "pile"] }
    case "change":
      return { action: "", touches: [`consumed:${move.colour}2`, "change"] }
    case "collect":
      return { action: "10", touches: [`pool:${move.colour}`], target: ["screen"] }
    case "crown":
      return { action: "0", touches: [cell(move.cell), cell(move.prey)] }
    case "push":
      return { action: "", touches: [move.aside === "off" ? "beside" : cell(move.aside)] }
    case "blue": {
      const from = move.start === "-" ? "beside" : cell(move.start)
      return { action: "", touches: [], source: [from], target: [move.goal === "off" ? "beside" : cell(move.goal)] }
    }
    case "unlock":
      return { action: "", touches: [`tile:${move.locked}`] }
    case "shift":
      return { action: "", touches: [], source: [`tile:${move.locked}`], target: [`tile:${move.target}`] }
    case "consume":
      return { action: "", touches: [`hand:${move.tile}`] }
    case "coral":
      return { action: "", touches: coralOf(move.cell, view).map(cell) }
    case "remove":
    case "dislodge":
      return { action: "", touches: [cell(move.cell)] }
    case "drive":
      return { action: "", touches: [], source: [cell(move.cell)], target: [cell(move.prey)] }
    case "grow":
      return { action: "", touches: [cell(move.cell), `grow:${move.colour}`] }
    case "trade": {
      const tile = move.tile ?? move.colour
      return { action: "", touches: [`hand:${tile}`, "supply", ...as(tile, move.colour)] }
    }
    case "swap":
      return { action: "", touches: [], source: [`cube:${move.colour}`], target: [`taken:${move.taken}`] }
    case "done":
    case "end":
    case "pass":
      return { action: "", touches: [move.verb] }
    default:
      return NOTHING
  }
}

/** A shrimp that a crown has displaced stands nowhere: only where it goes is asked. */
function moving(from: string, to: string, view: SecondKindView): Meaning {
  const goal = to === "screen" ? ["home", "screen"] : [cell(to)]
  if (view.turn.asked === "displaced") return { action: "", touches: goal }
  return { action: view.turn.asked ? "" : "5", touches: [], source: [cell(from)], target: goal }
}

function coralOf(name: string, view: SecondKindView): string[] {
  const rock = view.rocks[Number(name[0]) - 1]
  return rock ? coralAt(rock, name) : [name]
}

const ownOf = (view: SecondKindView): SecondKindPlayer | undefined => view.players.find(({ seat }) => seat === view.you)

/** Tiles that one has and can lay as a colour: touching them asks for a larva first. */
function ownPolyps(colour: string, view: SecondKindView): string[] {
  const own = ownOf(view)
  const those = (where: string, counts: Record<string, number> | null | undefined): string[] =>
    TOKENS.filter((tile) => (counts?.[tile] ?? 0) > 0 && coloursOf(tile).some((one) => one === colour)).map(
      (tile) => `${where}:${tile}`,
    )
  return [...those("hand", own?.hand), ...those("consumed", own?.consumed)]
}

const write = (move: SecondKindMove): string => writeMove("second-kind", move)

/** The move that someone means who touches something that means nothing here: the server says why not. */
export function wished(touch: string, chosen: string[], view: SecondKindView): string | null {
  const move = wish(touch, chosen, view)
  return move && write(move)
}

/** What is paid with, if nothing is said: something that there is. */
function payment(chosen: string[], view: SecondKindView): string {
  const own = ownOf(view)
  return held(chosen, "consumed") ?? TOKENS.find((tile) => (own?.consumed[tile] ?? 0) > 0) ?? "w"
}

function wish(touch: string, chosen: string[], view: SecondKindView): SecondKindMove | null {
  const [kind, what = ""] = touch.split(":")
  const from = held(chosen, "cell")
  const paid = payment(chosen, view)
  switch (kind) {
    case "cell":
      return wishedCell(what, chosen, view, from)
    case "cube":
      if (chosen.includes("deck") || chosen.includes("action:8b")) return { verb: "buy", payment: "cube", how: what }
      return { verb: chosen.includes("action:8") ? "tile" : "larva", colour: what }
    case "hand":
      return wishedTile(what, chosen, view)
    case "consumed":
      return cubeFor(what)
    case "home": {
      if (from) return { verb: "move", cell: from, to: "screen" }
      return { verb: "shrimp", cell: Object.keys(view.rocks[0]?.polyps ?? {})[0] ?? "1d4" }
    }
    case "cylinder":
      return { verb: "alga", alga: what, paid, target: "sea" }
    case "alga-space":
      return { verb: "alga", alga: held(chosen, "cylinder") ?? "blue", paid, target: "sea" }
    case "tile": {
      const tile = view.tiles.find(({ strong, weak }) => tileKey(strong + weak) === what)
      return { verb: "alga", alga: held(chosen, "cylinder") ?? tile?.large ?? "blue", paid, target: what }
    }
    case "card":
      return { verb: "play", card: what }
    case "pool":
      return { verb: "collect", colour: what }
    case "beside":
      return from ? { verb: "blue", start: from, goal: "off" } : { verb: "blue", start: "-", goal: anyPolyp(view) }
    case "deck":
      return wishedAction("8b", view, paid)
    case "fish":
      return wishedAction("1", view, paid)
    case "action":
      return wishedAction(what, view, paid)
    default:
      return null
  }
}

const anyPolyp = (view: SecondKindView): string => view.rocks.flatMap(({ polyps }) => Object.keys(polyps))[0] ?? "1d4"

const cubeFor = (tile: string): SecondKindMove =>
  coloursOf(tile)[0] === tile
    ? { verb: "cube", colour: tile }
    : { verb: "cube", colour: coloursOf(tile)[0] ?? "w", tile }

function wishedTile(tile: string, chosen: string[], view: SecondKindView): SecondKindMove {
  if (chosen.includes("deck") || chosen.includes("action:8b")) return { verb: "buy", payment: tile }
  if (view.phase === "fish") return { verb: "fish", colour: tile }
  const [colour] = coloursOf(tile)
  return colour ? { verb: "larva", colour } : { verb: "lay", terrain: tile, cell: emptyCell(view) }
}

const emptyCell = (view: SecondKindView): string => Object.keys(view.rocks[0]?.polyps ?? {})[0] ?? "1d4"

function wishedCell(name: string, chosen: string[], view: SecondKindView, from: string | undefined): SecondKindMove {
  const { turn } = view
  const tile = held(chosen, "hand")
  if (turn.asked === "pushed") return { verb: "push", aside: name }
  if (turn.asked === "displaced") return { verb: "move", cell: turn.cell ?? name, to: name }
  if (turn.asked === "card") return wishedByCard(name, chosen, view, from)
  if (turn.stage === "crowns")
    return { verb: "crown", cell: from ?? view.rocks.flatMap(({ crowns }) => crowns)[0] ?? name, prey: name }
  if (from) return { verb: "move", cell: from, to: name }
  if (tile && coloursOf(tile).length === 0) return { verb: "lay", terrain: tile, cell: name }
  if (chosen.includes("home") || chosen.includes("action:4")) return { verb: "shrimp", cell: name }
  if (chosen.includes("action:1") || view.phase === "extra") return { verb: "eat", cell: name }
  if (chosen.includes("action:5")) return { verb: "move", cell: name, to: "screen" }
  if (chosen.includes("action:8a")) return { verb: "lay", terrain: "rock", cell: name }
  return laidHere(name, chosen, view)
}

function laidHere(name: string, chosen: string[], view: SecondKindView): SecondKindMove {
  const consumed = held(chosen, "consumed")
  const tile = consumed ?? held(chosen, "hand")
  const special = tile && tile !== view.turn.open ? { tile } : {}
  const turned = tile?.endsWith("h") ? { sides: "ne" } : {}
  return { verb: "polyp", cell: name, ...special, ...turned, ...(consumed && { consumed: "c" }) }
}

/** What a card asks for, by the moves that there are. */
function wishedByCard(name: string, chosen: string[], view: SecondKindView, from: string | undefined): SecondKindMove {
  const { card, for_blue } = view.turn
  if (for_blue || card?.startsWith("unreliable")) return { verb: "blue", start: from ?? "-", goal: name }
  if (card === "dislodged") return { verb: "dislodge", cell: name }
  if (card === "second-course")
    return { verb: "drive", cell: from ?? view.rocks.flatMap(({ crowns }) => crowns)[0] ?? name, prey: name }
  if (card === "disintegration") return { verb: view.turn.left > 0 ? "remove" : "coral", cell: name }
  return { verb: "grow", colour: held(chosen, "grow") ?? "w", cell: name }
}

function wishedAction(action: string, view: SecondKindView, paid: string): SecondKindMove | null {
  const own = ownOf(view)
  const colour = COLOURS.find((colour) => (own?.cubes[colour] ?? 0) > 0) ?? "w"
  const shrimp = ownShrimp(view)
  const [card] = own?.unplayed ?? []
  const terrain = ["rock", "water", "crown"].find((tile) => (own?.hand?.[tile] ?? 0) > 0)
  switch (action) {
    case "0": {
      const crown = view.rocks.flatMap(({ crowns }) => crowns)[0]
      return crown ? { verb: "crown", cell: crown, prey: crown } : null
    }
    case "1":
      return shrimp ? { verb: "eat", cell: shrimp } : null
    case "2":
    case "3":
      return { verb: "larva", colour }
    case "4":
      return wish("home", [], view)
    case "5":
      return shrimp ? { verb: "move", cell: shrimp, to: "screen" } : null
    case "6":
      return cubeFor(paid)
    case "7":
      return { verb: "alga", alga: "blue", paid, target: "sea" }
    case "8":
      return { verb: "tile", colour }
    case "8a":
      return terrain ? { verb: "lay", terrain, cell: emptyCell(view) } : null
    case "8b":
      return { verb: "buy", payment: "cube", how: colour }
    case "8c":
      return card ? { verb: "play", card } : null
    default:
      return { verb: "collect", colour: "w" }
  }
}

/** A cell where a shrimp of one's own stands. */
function ownShrimp(view: SecondKindView): string | undefined {
  for (const { shrimps } of view.rocks)
    for (const [name, seat] of Object.entries(shrimps)) if (seat === view.you) return name
  return undefined
}
