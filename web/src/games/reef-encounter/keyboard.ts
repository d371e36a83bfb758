// What the keys of this board do.
import { tick } from "svelte"

import { boardKey, walk } from "../../play/keys"
import type { ReefActing } from "./acting.svelte"

/** What a chosen action asks for. */
const GLOWS = "[data-possible=strong]:not([data-action])"
/** Where a colour is looked for: the first of these that means something now. */
const COLOURED = ["cube", "hand", "consumed", "pool"]

export function keyOf(event: KeyboardEvent, board: HTMLElement, acting: ReefActing): void {
  const key = boardKey(event, board)
  if (!key || walk(key, event, board)) return
  if (key === "Escape") return acting.escape()
  if (key === "t") {
    acting.threats = !acting.threats
    return
  }
  const free = document.activeElement === document.body
  if (key === "Enter" && free && acting.armed) return void acting.play(acting.armed, board)
  if (!acting.acting) return
  if (/^[wyopg]$/.test(key)) return colour(key, board, acting)
  if (key === "f") return touch("fish", board, acting)
  if (/^[0-8]$/.test(key)) touch(`action:${key === "0" ? 10 : key}`, board, acting)
}

function touch(name: string, board: HTMLElement, acting: ReefActing): void {
  const thing = board.querySelector(`[data-touch="${name}"]`)
  if (!thing) return
  acting.touch(name, thing, true)
  if (acting.chosen.length > 0 && !acting.choice)
    void tick().then(() => board.querySelector<HTMLElement>(GLOWS)?.focus())
}

/** A letter picks a cube of the set-up, else the piece or the space of its colour that is asked for. */
function colour(letter: string, board: HTMLElement, acting: ReefActing): void {
  const cube = board.querySelector<HTMLElement>(`[data-take="${letter}"]`)
  if (cube) return cube.click()
  const order = acting.laying ? ["hand", "consumed", "cube", "pool"] : COLOURED
  const kind = order.find((one) => acting.possible(`${one}:${letter}`))
  touch(`${kind ?? "cube"}:${letter}`, board, acting)
}
