// A lesson: steps that wait for kinds of things to happen at a real table. It watches and never judges; whether something is
// possible, and what it does, the server says.
import { verbOf } from "../lib/moves"
import type { Table } from "../lib/table.svelte"
import { tip } from "../lib/tip.svelte"
import type { EventOut, View } from "../wire"

/** What a step looks at: the position, and what has happened since the step before was done. */
export interface Scene {
  view: View
  moves: string[]
  /** Nothing is on its way: `moves` is all there is. */
  settled: boolean
  /** What the learner's own moves did. */
  events: EventOut[]
  undone: boolean
  hinted: boolean
  /** A “not possible” was answered. */
  answered: boolean
}

/** A move to show: of one kind, good ones for the tutorial's deal first, or the first that brings an event about. */
export interface Wish {
  verb: string
  good?: string[]
  brings?: string
}

export interface LessonStep {
  /** Its texts are learn-GAME.ID.title, .text, and .done (or another one that `after` names) once it has happened. */
  id: string
  /** What to touch: the first of these selectors that something visible matches. */
  point?: string[]
  /** Without it the step is only read. */
  until?: (scene: Scene) => boolean
  /** What “show me” shows: the first of these wishes that the position allows, or what a tool does. */
  show?: Wish[] | "undo" | "hint"
  after?: (scene: Scene) => string
  /** Numbers of the position that its text names. */
  values?: (scene: Scene) => Record<string, number>
}

export const has = (scene: Scene, ...kinds: string[]): boolean =>
  scene.events.some((event) => kinds.includes(event.kind))
export const count = (scene: Scene, kind: string): number => scene.events.filter((event) => event.kind === kind).length
export const cannot = (scene: Scene, verb: string): boolean =>
  scene.settled && !scene.moves.some((move) => verbOf(move) === verb)

export class Lesson {
  at = $state(0)
  /** The text that says what happened; null: the step still waits. */
  after = $state<string | null>(null)
  /** The move that was marked because someone asked to be shown. */
  shown = $state<string | null>(null)
  /** Looking for what to show. */
  busy = $state(false)
  /** Asked to be shown something that this position does not allow. */
  stuck = $state(false)
  private since: number
  private seen: number
  private undone = $state(false)
  private hinted = $state(false)
  private answered = $state(false)

  constructor(
    readonly table: Table,
    readonly steps: LessonStep[],
    at = 0,
  ) {
    this.at = Math.min(at, steps.length - 1)
    this.since = this.seen = this.line
  }

  get step(): LessonStep {
    return this.steps[this.at]!
  }

  get last(): boolean {
    return this.at === this.steps.length - 1
  }

  private get line(): number {
    return this.table.log.at(-1)?.line ?? 0
  }

  get scene(): Scene | null {
    const { table } = this
    if (!table.view) return null
    const own = table.log.filter((entry) => entry.seat === table.seat && entry.line > this.since)
    return {
      view: table.view,
      moves: table.moves,
      settled: !table.busy && table.waiting === 0,
      events: own.flatMap((entry) => entry.events),
      undone: this.undone,
      hinted: this.hinted,
      answered: this.answered,
    }
  }

  /** Look at what has happened; to be called whenever the table has changed. */
  watch(): void {
    const { line, table } = this
    if (line < this.seen) {
      this.undone = true
      this.shown = null
      this.since = Math.min(this.since, line)
    }
    const moved = table.log.some((entry) => entry.line > this.seen && entry.seat === table.seat)
    this.seen = line
    if (table.suggested && table.suggested !== this.shown) this.hinted = true
    if (tip.said?.ruling) this.answered = true
    if (moved) this.shown = null
    if (moved || this.undone) this.stuck = false
    // Who plays on without reading has understood: the next step begins.
    if (moved && !this.last && (this.after !== null || !this.step.until)) this.next()
    const scene = this.scene
    if (this.after === null && scene && this.step.until?.(scene)) {
      this.after = this.step.after?.(scene) ?? "done"
      this.begin()
    }
  }

  /** What happens from here on counts for the steps to come. */
  private begin(): void {
    this.since = this.line
    this.undone = this.hinted = this.answered = false
    this.turnTo(this.at)
  }

  private turnTo(at: number): void {
    this.at = Math.min(Math.max(at, 0), this.steps.length - 1)
    if (this.shown && this.table.suggested === this.shown) this.table.suggest(null)
    this.shown = null
    this.stuck = false
  }

  /** Go on. What was done while a step was skipped counts for those after it. */
  next(): void {
    this.after = null
    this.turnTo(this.at + 1)
    this.watch()
  }

  back(): void {
    this.after = null
    this.begin()
    this.turnTo(this.at - 1)
  }

  /** Where to go on after a pause. */
  get place(): number {
    return this.after === null ? this.at : this.at + 1
  }

  /** Mark on the board what the step asks for; asked again, do it. */
  async show(): Promise<void> {
    const { table, step } = this
    this.busy = true
    this.stuck = false
    if (step.show === "undo") this.stuck = !(await table.undo())
    else if (step.show === "hint") await table.hint()
    else if (this.shown && table.moves.includes(this.shown)) await table.play(this.shown)
    else await this.mark(step, await this.find(step.show ?? []))
    this.busy = false
  }

  private async mark(step: LessonStep, move: string | null): Promise<void> {
    const preview = move ? await this.table.preview(move) : null
    if (step !== this.step) return
    this.stuck = preview === null
    if (!move || !preview) return
    this.shown = move
    this.table.suggest(move, preview.events)
  }

  private async find(wishes: Wish[]): Promise<string | null> {
    const made = this.table.log.filter((entry) => entry.seat === this.table.seat).map((entry) => entry.move)
    for (const { verb, good = [], brings } of wishes) {
      const moves = this.table.moves.filter((move) => verbOf(move) === verb)
      const known = good.find((move) => moves.includes(move) && !made.includes(move))
      if (known) return known
      for (const move of moves) {
        if (!brings) return move
        const preview = await this.table.preview(move)
        if (preview?.events.some((event) => event.kind === brings)) return move
      }
    }
    return null
  }
}
