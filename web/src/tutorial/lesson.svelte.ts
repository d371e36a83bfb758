// A lesson: steps that wait for kinds of things to happen at a real table. It watches and never judges; whether something is
// possible, and what it does, the server says. What has been taken back is asked for again, and what a position does not
// allow is told instead: every way leads on.
import { verbOf } from "../lib/moves"
import type { Table } from "../lib/table.svelte"
import { tip } from "../lib/tip.svelte"
import type { EventOut, View } from "../wire"

/** What a step looks at: the position, and what the learner's own moves did. */
export interface Scene {
  view: View
  moves: string[]
  /** Nothing is on its way: `moves` is all there is. */
  settled: boolean
  /** Since the step before was done. */
  events: EventOut[]
  /** Since the lesson began. */
  all: EventOut[]
  undone: boolean
  hinted: boolean
  /** A “not possible” was answered. */
  answered: boolean
}

/** A move to show: of one kind, good ones for the tutorial's deal first, then by rank; or the first that brings an event. */
export interface Wish {
  verb: string
  good?: string[]
  /** How good an example a move is, the best first; none at or below 0. */
  rank?: (move: string, view: View) => number
  brings?: string
  /** Only then. */
  when?: (view: View) => boolean
  /** The text of the step when this is what can be done. */
  says?: string
}

export interface LessonStep {
  /** Its texts are learn-GAME.ID.title, .text (or what a wish `says`), and .done (or what `after` names) once it has happened. */
  id: string
  /** What to touch: the first of these selectors that something visible matches. */
  point?: string[]
  /** Without it the step is only read. */
  until?: (scene: Scene) => boolean
  /** What “show me” shows: the first of these wishes that the position allows, or what a tool does. */
  show?: Wish[] | "undo" | "hint"
  after?: (scene: Scene) => string
  /** What of the position its text names. */
  values?: (scene: Scene) => Record<string, string | number>
  /** An experiment: taken back, it need not be done again. */
  trial?: boolean
  /** Its own text for a position that does not allow it is .cannot. */
  cannot?: boolean
}

/** A step that is done: by which line of the log, if by one, and the text that says so. */
export interface Mark {
  line: number | null
  after: string
}

/** A lesson as it is kept while the page is away. */
export interface Kept {
  at: number
  from: number
  marks: (Mark | null)[]
}

/** What can be shown in a position. */
interface Way {
  move: string
  says: string
}

export const has = (events: EventOut[], ...kinds: string[]): boolean =>
  events.some((event) => kinds.includes(event.kind))
export const count = (events: EventOut[], kind: string): number => events.filter((event) => event.kind === kind).length
export const cannot = (scene: Scene, verb: string): boolean =>
  scene.settled && scene.moves.length > 0 && !scene.moves.some((move) => verbOf(move) === verb)

const MOST_ASKED = 12 // moves whose consequence is looked at to find one that brings something about

export class Lesson {
  at = $state(0)
  marks = $state<(Mark | null)[]>([])
  /** The move that was marked because someone asked to be shown. */
  shown = $state<string | null>(null)
  /** Looking for what to show. */
  busy = $state(false)
  /** What the step asks for, here; null: the position does not allow it; undefined: nobody knows yet. */
  way = $state.raw<Way | null | undefined>(undefined)
  /** Looking at an earlier step again. */
  private again = $state(false)
  private from: number
  private seen: number
  private sought = ""
  private seeking: Promise<void> = Promise.resolve()
  private undone = $state(false)
  private hinted = $state(false)
  private answered = $state(false)

  constructor(
    readonly table: Table,
    readonly steps: LessonStep[],
    kept: Kept | null = null,
  ) {
    this.seen = this.line
    this.from = kept?.from ?? this.line
    this.marks = steps.map((_, place) => kept?.marks[place] ?? null)
    this.at = Math.min(kept?.at ?? 0, steps.length - 1)
  }

  get kept(): Kept {
    return { at: this.at, from: this.from, marks: this.marks }
  }

  get step(): LessonStep {
    return this.steps[this.at]!
  }

  get last(): boolean {
    return this.at === this.steps.length - 1
  }

  /** What was done is being praised. */
  get done(): boolean {
    return this.marks[this.at] !== null && !this.again && this.step.until !== undefined
  }

  /** The position does not allow what the step asks for. */
  get told(): boolean {
    return !this.done && this.way === null
  }

  /** There is nothing to do but to go on. */
  get reading(): boolean {
    return this.done || this.again || this.told || !this.step.until
  }

  /** Which text of the step is to be read. */
  get text(): string {
    if (this.done) return this.marks[this.at]!.after
    if (this.told && !this.again) return this.step.cannot ? "cannot" : "text"
    return (!this.again && this.way?.says) || "text"
  }

  private get line(): number {
    return this.table.log.at(-1)?.line ?? 0
  }

  /** The first step that is not done. */
  private get open(): number {
    const found = this.marks.indexOf(null)
    return found < 0 ? this.steps.length - 1 : found
  }

  get scene(): Scene | null {
    return this.sceneOf(this.at)
  }

  /** The table as a step sees it: what counts for it has happened after the steps before it. */
  private sceneOf(place: number): Scene | null {
    const { table } = this
    if (!table.view) return null
    const since = Math.max(this.from, ...this.marks.slice(0, place).map((mark) => mark?.line ?? 0))
    const own = table.log.filter((entry) => entry.seat === table.seat && entry.line > this.from)
    return {
      view: table.view,
      moves: table.moves,
      settled: !table.busy && table.waiting === 0,
      events: own.filter((entry) => entry.line > since).flatMap((entry) => entry.events),
      all: own.flatMap((entry) => entry.events),
      undone: this.undone,
      hinted: this.hinted,
      answered: this.answered,
    }
  }

  /** Look at what has happened; to be called whenever the table has changed. Comes back when it is known what to show. */
  watch(): Promise<void> {
    const { line, table } = this
    const moved = table.log.some((entry) => entry.line > this.seen && entry.seat === table.seat)
    const back = line < this.seen
    this.seen = line
    if (back) this.takeBack()
    if (table.suggested && table.suggested !== this.shown) this.hinted = true
    if (tip.said?.ruling) this.answered = true
    if (moved) this.shown = null
    // Who plays on without reading has understood: the next step begins.
    if (moved && this.reading && !this.last) this.next()
    this.look()
    this.seek()
    return this.seeking
  }

  /** Whether the step is done now. */
  private look(): void {
    const { step, scene } = this
    if (this.marks[this.at] || !scene || !step.until?.(scene)) return
    const tool = typeof step.show === "string"
    this.marks[this.at] = { line: tool ? null : this.ownLine, after: step.after?.(scene) ?? "done" }
    this.forget()
  }

  /** The last line of the learner's own. */
  private get ownLine(): number {
    return this.table.log.filter((entry) => entry.seat === this.table.seat).at(-1)?.line ?? 0
  }

  /** Steps that no longer hold are open again. The step that teaches it is content with any one move taken back. */
  private takeBack(): void {
    const taught = this.step.show === "undo" && !this.marks[this.at]
    this.undone = true
    this.shown = null
    this.marks.forEach((mark, place) => {
      if (!mark?.line || mark.line <= this.line) return
      const { trial, until } = this.steps[place]!
      this.marks[place] = null
      const scene = this.sceneOf(place)
      if (trial && place < this.at) this.marks[place] = { ...mark, line: null }
      else if (scene && until?.(scene)) this.marks[place] = { ...mark, line: this.ownLine }
    })
    if (!taught && this.open < this.at) this.turnTo(this.open)
  }

  /** Forget what belongs to the step before. */
  private forget(): void {
    this.undone = this.hinted = this.answered = false
    if (this.shown && this.table.suggested === this.shown) this.table.suggest(null)
    this.shown = null
    this.way = undefined
    this.sought = ""
  }

  private turnTo(at: number): void {
    this.at = Math.min(Math.max(at, 0), this.steps.length - 1)
    this.again = this.at < this.open
    this.forget()
  }

  /** Go on: what was only read, or is left out, is not asked for again. */
  next(): void {
    this.marks[this.at] ??= { line: null, after: "done" }
    this.turnTo(this.again ? this.at + 1 : this.open)
    void this.watch()
  }

  /** Read the step before once more. */
  back(): void {
    this.turnTo(this.at - 1)
    this.again = true
  }

  /** Find out what the step asks for in this position. */
  private seek(): void {
    const { step, table } = this
    const asks = step.until && !this.marks[this.at] && table.moves.length > 0
    const now = asks ? `${this.at} ${this.line} ${table.mayUndo} ${table.moves.length}` : ""
    if (now === this.sought) return
    this.sought = now
    this.way = undefined
    if (!now) return
    if (step.show === "undo") this.way = table.mayUndo ? undefined : null
    if (typeof step.show === "string") return
    this.seeking = this.find(step.show ?? []).then((found) => {
      if (now === this.sought) this.way = found
    })
  }

  /** Mark on the board what the step asks for; asked again, do it. */
  async show(): Promise<void> {
    const { table, step } = this
    this.busy = true
    if (step.show === "undo") await table.undo()
    else if (step.show === "hint") await table.hint()
    else if (this.shown && table.moves.includes(this.shown)) await table.play(this.shown)
    else await this.mark(step)
    this.busy = false
  }

  private async mark(step: LessonStep): Promise<void> {
    const way = this.way ?? (Array.isArray(step.show) ? await this.find(step.show) : null)
    const preview = way && (await this.table.preview(way.move))
    if (step !== this.step || !way || !preview) return
    this.shown = way.move
    this.table.suggest(way.move, preview.events)
  }

  private async find(wishes: Wish[]): Promise<Way | null> {
    const { table } = this
    const view = table.view
    const made = table.log.filter((entry) => entry.seat === table.seat).map((entry) => entry.move)
    for (const { verb, good = [], rank, brings, when, says = "text" } of wishes) {
      if (!view || when?.(view) === false) continue
      const moves = table.moves.filter((move) => verbOf(move) === verb)
      const known = good.filter((move) => moves.includes(move) && !made.includes(move))
      const others = best(moves, view, rank).filter((move) => !known.includes(move))
      for (const move of [...known, ...others].slice(0, MOST_ASKED)) {
        if (!brings) return { move, says }
        const preview = await table.preview(move)
        if (preview?.events.some((event) => event.kind === brings)) return { move, says }
      }
    }
    return null
  }
}

/** Moves by rank, the best first, without those that are no good. */
function best(moves: string[], view: View, rank: Wish["rank"]): string[] {
  if (!rank) return moves
  return moves
    .map((move) => ({ move, worth: rank(move, view) }))
    .filter(({ worth }) => worth > 0)
    .sort((one, other) => other.worth - one.worth)
    .map(({ move }) => move)
}
