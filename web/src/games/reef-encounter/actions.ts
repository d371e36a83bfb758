// The strip of actions: what a turn consists of, and how far it has come.
import { verbOf } from "../../lib/moves"
import type { Table } from "../../lib/table.svelte"
import type { ReefEncounterOption } from "./options"
import type { ReefView } from "./views"

/** The actions of this game by the rulebook's numbers; 9 is to do none of them, so there is nothing to touch. */
export const ACTIONS = ["1", "2", "3", "4", "5", "6", "7", "8", "10"]

export const BY_VERB: Record<string, string> = {
  eat: "1",
  shrimp: "4",
  move: "5",
  cube: "6",
  alga: "7",
  tile: "8",
  collect: "10",
}

export type Status = "open" | "possible" | "done" | "gone" | "idle" | "later"

/** The moves of the present turn, oldest first; of one seat alone, if others may answer in it. */
export function movesOfTurn(table: Table, only = 0): string[] {
  const until = table.line ?? Infinity
  const moves: string[] = []
  for (const entry of table.log) {
    if (entry.line > until) break
    if (entry.seat > 0 && (!only || entry.seat === only)) moves.push(entry.move)
    if (entry.events.some(({ kind }) => kind === "turn_begins")) moves.length = 0
  }
  return moves
}

/** How often each action has been done in the turn, by what a move begins with. */
export function doneInTurn(moves: string[], byVerb = BY_VERB): Record<string, number> {
  const done: Record<string, number> = {}
  let larvae = 0
  for (const move of moves) {
    const verb = verbOf(move)
    const action = verb === "larva" ? `${2 + larvae++}` : byVerb[verb]
    if (action) done[action] = (done[action] ?? 0) + 1
  }
  return done
}

export function statusOf(
  action: string,
  view: ReefView,
  options: ReefEncounterOption[],
  done: Record<string, number>,
): Status {
  if (view.phase !== "turn" && view.phase !== "extra") return "later"
  const possible = options.some((option) => option.action === action)
  const begun = view.turn.open !== null && action === `${1 + view.turn.larvae}`
  if (begun && (possible || options.length === 0)) return "open"
  if (possible) return "possible"
  if (done[action]) return "done"
  return options.length > 0 ? "gone" : "idle"
}
