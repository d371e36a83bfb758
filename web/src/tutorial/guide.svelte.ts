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
}

export interface Topic {
  id: string
  /** Its text, if that is not guide-GAME.ID. */
  text?: string
  /** When it matters; of several the first is told. */
  when: (sight: Sight) => boolean
  /** When it has been understood: the player did it. */
  until?: (sight: Sight) => boolean
  point?: string[]
  values?: (sight: Sight) => Record<string, string | number>
}

export class Guide {
  /** What is being told. */
  topic = $state.raw<Topic | null>(null)
  /** The topics that have been read. */
  read = $state<string[]>([])

  constructor(
    readonly table: Table,
    readonly topics: Topic[],
    read: string[] = [],
  ) {
    this.read = read
  }

  get sight(): Sight | null {
    const { table } = this
    if (!table.view || table.seat === 0) return null
    const own = table.log.filter((entry) => entry.seat === table.seat)
    return {
      view: table.view,
      moves: table.moves,
      mine: table.decides === table.seat && table.moves.length > 0,
      done: own.flatMap((entry) => entry.events),
    }
  }

  /** Look at what has happened; to be called whenever the table has changed. */
  watch(): void {
    const { sight } = this
    if (!sight || this.table.line !== null) return
    const matters = (topic: Topic): boolean => !this.read.includes(topic.id) && !topic.until?.(sight)
    // While something is on its way, nothing new is said.
    if (this.topic && matters(this.topic) && (this.topic.when(sight) || sight.moves.length === 0)) return
    this.topic = this.topics.find((topic) => matters(topic) && topic.when(sight)) ?? null
  }

  /** It has been read. */
  next(): void {
    if (this.topic) this.read = [...this.read, this.topic.id]
    this.watch()
  }
}
