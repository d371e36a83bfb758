// A lesson goes on where it was left, in the same tab.
import type { Kept } from "./lesson.svelte"

/** A lesson begun in this tab: its table, and how far it is. */
export interface Begun {
  table: string
  lesson: Kept | null
}

const key = (game: string): string => `atoll.lesson.${game}`

export function begun(game: string): Begun | null {
  const kept = sessionStorage.getItem(key(game))
  return kept ? (JSON.parse(kept) as Begun) : null
}

export function keep(game: string, lesson: Begun | null): void {
  if (lesson) sessionStorage.setItem(key(game), JSON.stringify(lesson))
  else sessionStorage.removeItem(key(game))
}
