// What the one looking is about to do: the piece in the fingers, the move whose consequence is drawn, and making it.
import { readMove, verbOf, writeMove } from "../../lib/moves"
import type { Table } from "../../lib/table.svelte"
import { t } from "../../lib/text.svelte"
import { tip } from "../../lib/tip.svelte"
import type { EventOut, ReefEvent, ReefMove, ReefView, ReefWorth } from "../../wire"

export type Of<Kind extends ReefEvent["kind"]> = Extract<ReefEvent, { kind: Kind }>

/** The events of one kind. */
export function only<Kind extends ReefEvent["kind"]>(events: EventOut[], kind: Kind): Of<Kind>[] {
  return events.filter((event) => event.kind === kind).map((event) => event.data as unknown as Of<Kind>)
}

export class Acting {
  /** The top card is wanted, and the point for it has more than one place to go to. */
  paying = $state(false)
  /** The move whose consequence is drawn. */
  shown = $state<string | null>(null)
  /** A move touched once: the second touch makes it. */
  armed = $state<string | null>(null)
  /** What the shown move would do. */
  foreseen = $state.raw<EventOut[]>([])
  /** The card being looked at: what it would score now is drawn on the reef. */
  pointed = $state<number | null>(null)
  private chosen = $state<string | null>(null)

  constructor(readonly table: Table) {}

  get view(): ReefView {
    return this.table.view as unknown as ReefView
  }

  /** What a bot suggests. */
  get hinted(): ReefMove | null {
    return this.table.hinted ? readMove("reef", this.table.hinted.move) : null
  }

  /** Whether nobody plays here any more, though the game itself may not be over: someone gave up, or it is a record. */
  get closed(): boolean {
    return this.table.finished && this.table.line === null
  }

  /** The seat that has to decide; null: none, or it never will. */
  get decides(): number | null {
    return this.closed ? null : this.view.decides
  }

  /** What a card would score on one's own reef as it stands; null where that is not known or no longer matters. */
  worth(card: number | null): ReefWorth | null {
    if (card === null || this.closed || this.view.phase === "over") return null
    return this.view.worth[card] ?? null
  }

  possible = $derived.by(() => new Set(this.table.moves))
  /** The ways to pay for the top card. */
  tops = $derived.by(() => this.table.moves.filter((move) => verbOf(move) === "top"))

  /** Whether pieces are to be laid by the one looking. */
  laying = $derived.by(
    () => this.decides === this.table.seat && (this.view.phase === "start" || this.view.phase === "lay"),
  )

  /** The colour that a touched space would get. */
  colour = $derived.by(() => {
    const left = this.view.left
    return this.chosen && left.includes(this.chosen) ? this.chosen : (left[0] ?? null)
  })

  /** The move that touching a space means. */
  onto(cell: string, colour = this.colour): string {
    return writeMove("reef", { verb: this.view.phase === "start" ? "start" : "lay", colour: colour ?? "r", cell })
  }

  choose(colour: string): void {
    this.chosen = colour
    this.drop()
  }

  /** Draw what a move would do; "top" is the top card while it is open who gets the point. */
  async show(move: string): Promise<void> {
    const open = move === "top" && this.tops.length > 1
    if (!open && !this.possible.has(move)) return
    this.shown = move
    this.foreseen = []
    if (open) return
    const preview = await this.table.preview(move)
    if (this.shown === move) this.foreseen = preview?.events ?? []
  }

  /** Stop drawing what a move would do. */
  leave(move: string): void {
    if (this.shown !== move || this.armed === move) return
    this.shown = null
    this.foreseen = []
  }

  /** Stop looking at a card. */
  unpoint(card: number): void {
    if (this.pointed === card) this.pointed = null
  }

  drop(): void {
    this.forget()
    this.pointed = null
    tip.hush()
  }

  /** The table has changed: what was shown no longer holds. */
  forget(): void {
    this.shown = this.armed = null
    this.foreseen = []
    this.paying = false
  }

  /** Make a move; a finger shows it first. What is not possible is explained. */
  async make(move: string, near: Element, finger: boolean): Promise<void> {
    if (!this.possible.has(move)) return this.explain(move, near)
    if (finger && this.armed !== move) {
      this.paying = this.paying && verbOf(move) === "top"
      this.armed = move
      return this.show(move)
    }
    this.drop()
    const done = await this.table.play(move)
    const { problem } = this.table
    if (!done && problem) tip.say(problem.text, near, problem.ruling)
  }

  /** Take the top card; where there is a choice, ask first where the point goes. */
  async makeTop(near: Element, finger: boolean): Promise<void> {
    if (this.tops.length > 1) {
      this.drop()
      this.paying = true
    } else
      await this.make(
        this.tops[0] ?? writeMove("reef", { verb: "top", card: `${this.view.display[0]?.card ?? 1}` }),
        near,
        finger,
      )
  }

  async explain(move: string, near: Element): Promise<void> {
    this.drop()
    const { table, decides } = this
    if (table.line !== null || table.busy || this.closed) return
    if (table.waiting > 0) {
      if (decides === table.seat) return
      const name = decides ? table.name(decides) : ""
      return tip.say(t(name ? "reef.now.other" : "reef.now.reveal", { name }), near)
    }
    const why = await this.table.why(move)
    if (why) tip.say(why.text, near, why.ruling)
  }
}
