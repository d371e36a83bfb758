// The coach of a first game: it says one thing at a time, when it matters, and follows what the player does. It never asks
// for anything; what to do now it takes from what a bot suggests.
import type { Table } from "../lib/table.svelte"
import type { EventOut, View } from "../wire"

/** What a topic looks at. */
export interface Sight {
  view: View
  moves: string[]
  /** Whether the player decides now. */
  mine: boolean
  /** What the player's own moves have done in this game. */
  done: EventOut[]
  /** The turns that the player has finished. */
  turns: number
}

export interface Topic {
  /** Its text is guide-GAME.ID. */
  id: string
  /** When it matters; of several the first is told. */
  when: (sight: Sight) => boolean
  /** When it has been understood: the player did it. */
  until?: (sight: Sight) => boolean
  point?: string[]
  values?: (sight: Sight) => Record<string, string | number>
}

const TURN = "turn_begins"

export class Guide {
  /** What is being told. */
  topic = $state.raw<Topic | null>(null)
  private told = $state<string[]>([])

  constructor(
    readonly table: Table,
    readonly topics: Topic[],
    told: string[] = [],
  ) {
    this.told = told
  }

  /** The topics that need no telling any more. */
  get known(): string[] {
    return this.told
  }

  get sight(): Sight | null {
    const { table } = this
    if (!table.view || table.seat === 0) return null
    const own = table.log.filter((entry) => entry.seat === table.seat)
    const done = own.flatMap((entry) => entry.events)
    return {
      view: table.view,
      moves: table.moves,
      mine: table.decides === table.seat && table.moves.length > 0,
      done,
      turns: done.filter((event) => event.kind === TURN && event.data.seat !== table.seat).length,
    }
  }

  /** Look at what has happened; to be called whenever the table has changed. */
  watch(): void {
    const { sight } = this
    if (!sight || this.table.line !== null) return
    for (const { id, until } of this.topics)
      if (until?.(sight) && !this.told.includes(id)) this.told = [...this.told, id]
    // While something is on its way, nothing new is said.
    if (this.topic && !this.told.includes(this.topic.id) && (this.topic.when(sight) || sight.moves.length === 0)) return
    this.topic = this.topics.find((topic) => !this.told.includes(topic.id) && topic.when(sight)) ?? null
  }

  /** It has been read. */
  next(): void {
    if (this.topic) this.told = [...this.told, this.topic.id]
    this.watch()
  }
}
