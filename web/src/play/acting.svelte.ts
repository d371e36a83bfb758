// How a person says a move by touching things: each touch narrows the legal moves down until one is left. A game says what
// a touch means, and what it wishes beyond that.
import { getContext, setContext, untrack } from "svelte"

import type { Table } from "../lib/table.svelte"
import { tip } from "../lib/tip.svelte"
import type { EventOut } from "../wire"
import { follow, placesUnder, type Place } from "./drag"
import { byTouch, type Option } from "./options"

const KEY = Symbol("acting")
const PASSING = 40 // ms that a mouse only passes: it asks nothing

/** Something being carried: where it was, and where it is now. */
export interface Carried {
  touch: string
  from: DOMRect
  x: number
  y: number
  dx: number
  dy: number
}

export abstract class Acting<O extends Option = Option> {
  chosen = $state<string[]>([])
  /** Under the mouse or focused. */
  pointed = $state<string | null>(null)
  /** What the pointed thing is. */
  label = $state("")
  /** A move touched once: touched again it is done. */
  armed = $state<string | null>(null)
  dragging = $state.raw<Carried | null>(null)
  /** What the server said last that a move would do. */
  protected seen = $state.raw<{ move: string | null; events: EventOut[] }>({ move: null, events: [] })

  readonly options = $derived.by(() => this.read())
  private readonly fresh = $derived.by(() => byTouch(this.options, []))
  private readonly now = $derived.by(() => byTouch(this.options, this.chosen))
  /** The move whose consequence is to be drawn. */
  readonly shown = $derived.by(() => {
    if (this.armed) return this.armed
    const list = this.pointed ? this.meaning(this.pointed) : []
    if (list.length > 0 && this.alike(list)) return list[0]!.move
    return this.chosen.length === 0 && this.acting ? this.table.suggested : null
  })
  /** What the shown move would do; nothing until the server has said it. */
  readonly foreseen = $derived.by(() => (this.seen.move === this.shown ? this.seen.events : []))
  /** What a bot suggests to touch. */
  readonly suggested = $derived.by(() => {
    const hinted = this.table.suggested
    return this.options.find(({ move }) => move === hinted)?.touches ?? []
  })

  constructor(readonly table: Table) {}

  // What a game says

  /** The legal moves, and what may be touched for them. */
  protected abstract read(): O[]
  /** The move that someone means who touches something that means nothing here: the server says why not. */
  protected abstract wished(touch: string): string | null
  /** What to answer while others decide. */
  protected abstract waiting(): string

  // What it may wish

  /** Whether what is touched or pointed at goes on being shown, after a move as well. */
  readonly lingers: boolean = false
  /** Whether several moves do so much the same that the first may be shown for all. */
  protected alike(list: O[]): boolean {
    return list.length === 1
  }
  /** Whether a move is too grave to be made by one touch; what is carried somewhere is rarely let go there by chance. */
  protected grave(_option: O, _carried = false): boolean {
    return false
  }
  /** How much something glows that may be touched. */
  protected glow(_touch: string, _list: O[]): "strong" | "soft" {
    return "strong"
  }
  /** Whether a thing can be carried somewhere. */
  protected carries(_touch: string): boolean {
    return true
  }
  /** Something was chosen that leaves several moves. */
  protected narrowed(_list: O[], _near: Element): void {}
  /** A carried thing was let go where it means nothing. */
  protected misplaced(_carried: string, on: Place): void {
    void this.refuse(on.touch, on.element)
  }
  /** A carried thing was let go, and its move is made. */
  protected delivered(_option: O, _carried: string, _at: Element | null): void {}
  /** The server has nothing to say against a touch. */
  protected unanswered(_touch: string, _near: Element): void {}

  /** Whether this device decides now. */
  get acting(): boolean {
    return this.options.length > 0
  }

  /** Whether nobody plays here any more, though the game itself may not be over: someone gave up, or it is a record. */
  get closed(): boolean {
    return this.table.finished && this.table.line === null
  }

  /** The options that a touch would leave; from scratch, if it does not fit what is chosen. */
  meaning(touch: string): O[] {
    if (this.chosen.includes(touch)) return []
    return this.now.get(touch) ?? (this.dragging ? [] : (this.fresh.get(touch) ?? []))
  }

  possible(touch: string): "strong" | "soft" | undefined {
    const list = this.now.get(touch)
    return list && this.glow(touch, list)
  }

  drop(): void {
    this.chosen = []
    this.armed = null
  }

  /** Stop everything that was begun. */
  escape(): void {
    this.drop()
    this.pointed = null
    tip.hush()
  }

  /** A touch; a careful one (a finger's) shows first what it would do. Whether a move was made. */
  touch(touch: string, near: Element, careful: boolean): boolean {
    tip.hush()
    if (this.chosen.includes(touch)) {
      this.drop()
      return false
    }
    const fits = this.now.has(touch)
    const list = this.meaning(touch)
    const [only] = list
    if (!only) void this.refuse(touch, near)
    else if (list.length === 1 && (careful || this.grave(only)) && this.armed !== only.move) {
      const chosen = fits ? this.chosen : []
      this.drop()
      this.chosen = chosen
      this.armed = only.move
    } else if (list.length === 1) {
      void this.play(only.move, near)
      return true
    } else {
      this.armed = null
      this.chosen = fits ? [...this.chosen, touch] : [touch]
      this.narrowed(list, near)
    }
    return false
  }

  async play(move: string, near: Element): Promise<boolean> {
    this.drop()
    this.pointed = null
    const done = await this.table.play(move)
    const { problem } = this.table
    if (!done && problem?.text) tip.say(problem.text, near, problem.ruling)
    return done
  }

  protected async refuse(touch: string, near: Element): Promise<void> {
    if (this.table.busy) return
    const move = this.wished(touch)
    this.drop()
    if (this.table.line !== null || this.closed) return
    if (!this.acting) {
      const text = this.waiting()
      if (text) tip.say(text, near)
      return
    }
    const answer = move ? await this.table.why(move) : null
    if (answer) tip.say(answer.text, near, answer.ruling)
    else this.unanswered(touch, near)
  }

  /** A pointer goes down: what it takes along is the first touch, the place where it is let go the second. */
  press(touch: string, event: PointerEvent): void {
    if (event.button !== 0 || !this.fresh.has(touch) || !this.carries(touch)) return
    const element = event.currentTarget as Element
    const from = element.getBoundingClientRect()
    follow(event, {
      start: () => {
        this.drop()
        this.chosen = [touch]
      },
      move: (moved) => {
        const { clientX: x, clientY: y } = moved
        this.dragging = { touch, from, x, y, dx: x - event.clientX, dy: y - event.clientY }
        this.pointed = this.under(moved)?.touch ?? null
      },
      end: (up) => {
        const on = up && this.under(up)
        const list = on ? this.meaning(on.touch) : []
        const at = up && document.elementFromPoint(up.clientX, up.clientY)
        this.dragging = null
        this.pointed = null
        if (!on || on.element === element) this.drop()
        else this.release(touch, on, list, at)
      },
    })
  }

  private release(touch: string, on: Place, list: O[], at: Element | null): void {
    const [only] = list
    if (!only) this.misplaced(touch, on)
    else if (list.length > 1) {
      this.chosen = [touch, on.touch]
      this.narrowed(list, on.element)
    } else if (this.grave(only, true)) {
      this.drop()
      this.armed = only.move
    } else void this.play(only.move, on.element).then((done) => done && this.delivered(only, touch, at))
  }

  /** The first thing under a pointer that the carried one can go to; else the first thing there. */
  private under(event: PointerEvent): Place | null {
    let first: Place | null = null
    for (const place of placesUnder(event)) {
      if (this.meaning(place.touch).length > 0) return place
      first ??= place
    }
    return first
  }

  /** Draw what the shown move would do, once the server has said it. */
  private async look(move: string | null): Promise<void> {
    const found = move ? await this.table.preview(move) : null
    if (this.shown === move) this.seen = { move, events: found?.events ?? [] }
  }

  /** Keep in step with the table; call while a component is set up. */
  watch(): void {
    $effect(() => {
      const move = this.shown
      const timer = setTimeout(() => void this.look(move), move ? PASSING : 0)
      return () => clearTimeout(timer)
    })
    // A new position: what was chosen in the old one means nothing any more.
    $effect.pre(() => {
      void this.table.happening
      untrack(() => this.drop())
    })
  }
}

/** Let everything on a board find how one acts there. */
export function provideActing<A extends Acting>(acting: A): A {
  acting.watch()
  return setContext(KEY, acting)
}
export const useActing = <A extends Acting = Acting>(): A => getContext<A>(KEY)
