// How a person says a move by touching things: each touch narrows the legal moves down until one is left.
import { getContext, setContext } from "svelte"

import type { Table } from "../../lib/table.svelte"
import { t } from "../../lib/text.svelte"
import { tip } from "../../lib/tip.svelte"
import type { ReefEncounterView } from "../../wire"
import { consequence, NOTHING } from "./consequence"
import { byTouch, readOption, wished, type Option } from "./options"

/** A few things that one touch could mean, offered beside the finger. */
export interface Choice {
  near: DOMRect
  /** What was touched, to go back to. */
  from: Element
  entries: { touch: string; option: Option | null; action: number }[]
}

const KEY = Symbol("acting")
const FINGERTIP = 6 // px a pointer moves before it drags

export class Acting {
  chosen = $state<string[]>([])
  /** Under the mouse or focused. */
  pointed = $state<string | null>(null)
  /** What the pointed thing is. */
  label = $state("")
  /** Touched once: touched again it is done. */
  armed = $state<string | null>(null)
  choice = $state.raw<Choice | null>(null)
  dragging = $state.raw<{ touch: string; x: number; y: number } | null>(null)
  /** The larva cubes picked so far in the set-up. */
  picked = $state<string[]>([])

  readonly view = $derived.by(() => this.table.view as unknown as ReefEncounterView | null)
  readonly options = $derived.by(() => {
    const view = this.view
    return view ? this.table.moves.map((move) => readOption(move, view)) : []
  })
  private readonly fresh = $derived.by(() => byTouch(this.options, []))
  private readonly now = $derived.by(() => byTouch(this.options, this.chosen))
  /** Whether a larva is open: its spaces glow without being asked. */
  readonly laying = $derived(this.options.some(({ verb }) => verb === "polyp"))
  /** The move whose consequence is to be drawn. */
  readonly shown = $derived.by(() => {
    if (this.armed) return this.armed
    const list = this.pointed ? this.meaning(this.pointed) : []
    const alike = list.length === 1 || (list.length > 1 && list.every(({ verb }) => verb === "polyp"))
    if (alike) return list[0]!.move
    return this.chosen.length === 0 ? (this.table.hinted?.move ?? null) : null
  })
  /** What a bot suggests to touch. */
  readonly suggested = $derived.by(() => {
    const hinted = this.table.hinted?.move
    return this.options.find(({ move }) => move === hinted)?.touches ?? []
  })
  /** What the shown move would do. */
  ahead = $state.raw(NOTHING)
  /** What the last line did. */
  readonly last = $derived.by(() => consequence(this.table.happening))

  constructor(readonly table: Table) {}

  /** Whether this device decides now. */
  get acting(): boolean {
    return this.options.length > 0
  }

  /** The options that a touch would leave; from scratch, if it does not fit what is chosen. */
  meaning(touch: string): Option[] {
    if (this.chosen.includes(touch)) return []
    return this.now.get(touch) ?? (this.dragging ? [] : (this.fresh.get(touch) ?? []))
  }

  possible(touch: string): "strong" | "soft" | undefined {
    const list = this.now.get(touch)
    if (!list) return undefined
    const laying = touch.startsWith("cell:") && list.some(({ verb }) => verb === "polyp")
    const setUp = list.every(({ action }) => action === 0)
    return this.chosen.length > 0 || laying || setUp ? "strong" : "soft"
  }

  drop = (): void => {
    this.chosen = []
    this.armed = null
    this.choice = null
    this.picked = []
  }

  /** Draw what the shown move would do, once the server has said it. */
  async look(move: string | null): Promise<void> {
    const found = move ? await this.table.preview(move) : null
    if (this.shown === move) this.ahead = found ? consequence(found.events) : NOTHING
  }

  /** A touch; a careful one (finger, digit key) shows first what it would do. */
  touch(touch: string, near: Element, careful: boolean): void {
    tip.hush()
    if (this.chosen.includes(touch)) return this.drop()
    const fits = this.now.has(touch)
    const list = this.meaning(touch)
    const [only] = list
    if (!only) return void this.refuse(touch, near)
    if (list.length === 1) {
      // A turn of which nothing is done yet is not ended by chance.
      const rash = only.verb === "collect" && this.chosen.length === 0 && !this.view?.turn.acted
      if ((careful || rash) && this.armed !== only.move) {
        this.armed = only.move
        this.choice = null
        if (!fits) this.chosen = []
        return
      }
      return void this.play(only.move, near)
    }
    this.armed = null
    this.chosen = fits ? [...this.chosen, touch] : [touch]
    this.choice = choiceOf(list, this.chosen, near)
  }

  async play(move: string, near: Element): Promise<boolean> {
    this.drop()
    this.pointed = null
    const done = await this.table.play(move)
    if (!done && this.table.problem?.text) tip.say(this.table.problem.text, near, this.table.problem.ruling)
    return done
  }

  private async refuse(touch: string, near: Element): Promise<void> {
    const view = this.view
    if (!view || this.table.busy) return
    const chosen = this.chosen
    this.drop()
    if (!this.acting) {
      const waiting = view.phase !== "over" && view.decides !== null && view.decides !== this.table.seat
      if (waiting) tip.say(t("reef-encounter.prompt.waiting", { name: this.table.name(view.decides!) }), near)
      return
    }
    const move = wished(touch, chosen, view)
    const answer = move ? await this.table.why(move) : null
    if (answer) return tip.say(answer.text, near, answer.ruling)
    const [kind, number] = touch.split(":")
    if (kind === "action") tip.say(t(`reef-encounter.actions.${number}.needs`), near)
  }

  // Dragging: the piece is the first touch, the place where it is let go the second.

  press(touch: string, event: PointerEvent): void {
    if (event.button !== 0 || !this.fresh.has(touch)) return
    const from = { x: event.clientX, y: event.clientY }
    const element = event.currentTarget as Element
    const move = (moved: PointerEvent): void => {
      if (moved.pointerId !== event.pointerId) return
      const far = Math.hypot(moved.clientX - from.x, moved.clientY - from.y) > FINGERTIP
      if (!this.dragging && far) {
        this.drop()
        this.chosen = [touch]
      }
      if (!this.dragging && !far) return
      this.dragging = { touch, x: moved.clientX, y: moved.clientY }
      this.pointed = this.under(moved)?.touch ?? null
    }
    const end = (up: PointerEvent): void => {
      if (up.pointerId !== event.pointerId) return
      window.removeEventListener("pointermove", move)
      window.removeEventListener("pointerup", end)
      window.removeEventListener("pointercancel", end)
      if (!this.dragging) return
      swallowClick()
      const on = up.type === "pointerup" ? this.under(up) : null
      const cell = document.elementFromPoint(up.clientX, up.clientY)?.closest("[data-cell]") ?? null
      this.release(touch, on, element, cell)
    }
    window.addEventListener("pointermove", move)
    window.addEventListener("pointerup", end)
    window.addEventListener("pointercancel", end)
  }

  /** The first thing under a pointer that the dragged piece can go to; else the first thing there. */
  private under(event: PointerEvent): { touch: string; element: Element } | null {
    let first: { touch: string; element: Element } | null = null
    let element = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-touch]") ?? null
    while (element) {
      const found = { touch: element.getAttribute("data-touch")!, element }
      if (this.meaning(found.touch).length > 0) return found
      first ??= found
      element = element.parentElement?.closest("[data-touch]") ?? null
    }
    return first
  }

  private release(
    touch: string,
    on: { touch: string; element: Element } | null,
    element: Element,
    cell: Element | null,
  ): void {
    const list = on ? this.meaning(on.touch) : []
    this.dragging = null
    this.pointed = null
    const [only] = list
    if (!on || on.element === element) return this.drop()
    if (!only) return void this.refuse(on.touch, on.element)
    if (list.length > 1) {
      this.chosen = [touch, on.touch]
      this.choice = choiceOf(list, this.chosen, on.element)
      return
    }
    void this.play(only.move, on.element).then((done) => {
      if (done && only.verb === "larva" && cell && !touch.startsWith("cube:")) void this.layAfter(touch, cell)
    })
  }

  /** A polyp that was dropped onto a space before its larva was played: now it can be laid there, or the server says why not. */
  private async layAfter(touch: string, cell: Element): Promise<void> {
    const colour = touch.split(":")[1]
    for (let tries = 0; tries < 20 && this.view?.turn.open !== colour; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const space = cell.getAttribute("data-cell")!
    const move = `polyp ${space}${touch.startsWith("consumed:") ? " c" : ""}`
    if (this.table.moves.includes(move)) await this.play(move, cell)
    else await this.refuse(`cell:${space}`, cell)
  }
}

/** The click that follows a drag means nothing. */
function swallowClick(): void {
  const stop = (event: Event): void => {
    event.stopPropagation()
    event.preventDefault()
  }
  window.addEventListener("click", stop, { capture: true, once: true })
  setTimeout(() => window.removeEventListener("click", stop, { capture: true }), 50)
}

/** What to offer beside the finger: the actions, if several are meant; else the pieces, if only the piece is open. */
function choiceOf(list: Option[], chosen: string[], near: Element): Choice | null {
  const box = near.getBoundingClientRect()
  const actions = [...new Set(list.map(({ action }) => action))]
  if (actions.length > 1) {
    const entries = actions.map((action) => {
      const those = list.filter((option) => option.action === action)
      return { touch: `action:${action}`, option: those.length === 1 ? those[0]! : null, action }
    })
    return { near: box, from: near, entries }
  }
  const shared = (touch: string): boolean => list.every(({ touches }) => touches.includes(touch))
  const rest = list.map(({ touches }) => touches.filter((one) => !chosen.includes(one) && !shared(one)))
  if (list.length > 5 || !rest.every(([piece = "", ...more]) => OWN.test(piece) && more.length === 0)) return null
  return {
    near: box,
    from: near,
    entries: list.map((option, at) => ({ touch: rest[at]![0]!, option, action: option.action })),
  }
}

/** Pieces of one's own, of which the place that was touched says nothing. */
const OWN = /^(hand|consumed):/

export const provideActing = (acting: Acting): Acting => setContext(KEY, acting)
export const useActing = (): Acting => getContext<Acting>(KEY)
