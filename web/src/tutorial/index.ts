// The lessons, by game. A new one is a list of steps beside the others and a line here.
import type { LessonStep } from "./lesson.svelte"
import { STEPS as reef } from "./reef"
import { STEPS as reefEncounter } from "./reef-encounter"

export const LESSONS: Record<string, LessonStep[]> = { "reef-encounter": reefEncounter, reef }

/** A lesson begun in this tab: its table, and how far it is. */
export interface Begun {
  table: string
  at: number
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
