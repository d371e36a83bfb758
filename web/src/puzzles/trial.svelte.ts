// How far someone is with a puzzle: thinking, judged, or being shown the best turn. The table knows the rest.
import type { Table } from "../lib/table.svelte"
import type { Judged } from "../wire"

export class Trial {
  /** What became of the turn; null while it is being played, or judged. */
  verdict = $state.raw<Judged | null>(null)
  /** The best turn is being shown. */
  showing = $state(false)
  /** It was shown before the puzzle was solved: then there is nothing left to find. */
  shown = $state(false)
  judging = $state(false)
  private asked = false

  constructor(readonly table: Table) {}

  /** The turn is over, and all of it has been seen. */
  get over(): boolean {
    const { table } = this
    return table.lines > 0 && table.moves.length === 0 && !table.busy && table.waiting === 0 && table.connected
  }

  get solved(): boolean {
    return this.verdict?.solved === true && !this.shown
  }

  /** Look whether there is something to judge; call whenever the table has changed. */
  async watch(): Promise<void> {
    if (!this.over) {
      this.asked = false
      if (this.table.lines === 0) this.verdict = null
    } else if (!this.asked) {
      this.asked = this.judging = true
      this.verdict = await this.table.judge()
      this.judging = false
    }
  }

  async again(): Promise<void> {
    this.showing = false
    await this.table.again()
  }

  /** Begin anew, and suggest the best turn step by step. */
  async show(): Promise<void> {
    this.shown ||= !this.solved
    await this.again()
    this.showing = await this.table.solution()
  }

  /** Play the step that is suggested. */
  async step(): Promise<void> {
    const move = this.table.suggested
    if (move) await this.table.play(move)
  }
}
