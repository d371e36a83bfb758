// Scored occurrences shine for a while on the reef they were found on, also when the next line is already being shown.
import { SvelteMap } from "svelte/reactivity"
import { only } from "./events"
import type { EventOut } from "../../wire"

export interface Lit {
  groups: string[][]
  each: string
}

export class Shining {
  private lit = new SvelteMap<number, Lit>()
  private timers = new Map<number, ReturnType<typeof setTimeout>>()

  of(seat: number): Lit | undefined {
    return this.lit.get(seat)
  }

  /** Light up what was scored just now. */
  see(happening: EventOut[]): void {
    for (const { seat, groups, points } of only(happening, "scored")) {
      if (groups.length === 0) continue
      clearTimeout(this.timers.get(seat))
      this.lit.set(seat, { groups, each: pointsEach(groups, points) })
      const long = 320 * groups.length + 1900
      this.timers.set(
        seat,
        setTimeout(() => this.lit.delete(seat), long),
      )
    }
  }

  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer)
    this.lit.clear()
  }
}

/** The points written onto each occurrence. */
export const pointsEach = (groups: string[][], points: number): string => `+${points / Math.max(1, groups.length)}`
