// Sets about the same game, options and number of players, side by side.
import type { FactSet } from "../wire"

export interface Group {
  key: string
  /** The one with most games first: its numbers are the surest. */
  sets: FactSet[]
}

export function grouped(sets: FactSet[]): Group[] {
  const groups = new Map<string, FactSet[]>()
  for (const set of sets) {
    const key = JSON.stringify([Object.entries(set.options).sort(), set.seats])
    groups.set(key, [...(groups.get(key) ?? []), set])
  }
  return [...groups].map(([key, some]) => ({
    key,
    sets: some.sort((one, other) => other.games - one.games).slice(0, 3),
  }))
}
