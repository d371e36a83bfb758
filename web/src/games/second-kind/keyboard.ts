// What the keys of this board do besides those of the base game.
import { boardKey } from "../../play/keys"
import { keyOf as baseKey } from "../reef-encounter/keyboard"
import type { SecondKindActing } from "./acting.svelte"

/** Keys for actions that have no digit of their own. */
const ACTIONS: Record<string, string> = { x: "action:0", a: "action:8a", b: "action:8b", c: "action:8c" }
/** Keys for answers. */
const ANSWERS: Record<string, string> = { n: "pass", d: "done", e: "end" }

export function keyOf(event: KeyboardEvent, board: HTMLElement, acting: SecondKindActing): void {
  const key = boardKey(event, board)
  const answer = key && ANSWERS[key]
  if (answer && acting.table.moves.includes(answer)) return void acting.play(answer, board)
  const touch = key && ACTIONS[key]
  const thing = touch && acting.acting && board.querySelector(`[data-touch="${touch}"]`)
  if (!thing) return baseKey(event, board, acting)
  acting.touch(touch, thing, true)
  if (acting.chosen.length > 0 && !acting.choice)
    requestAnimationFrame(() => board.querySelector<HTMLElement>("[data-possible]:not([data-action])")?.focus())
}
