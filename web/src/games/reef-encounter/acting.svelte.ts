// What a touch means in Reef Encounter, and what there is to see.
import { held } from "../../play/options"
import { Acting, useActing as used } from "../../play/acting.svelte"
import { writeMove } from "../../lib/moves"
import { settings } from "../../lib/settings.svelte"
import type { Table } from "../../lib/table.svelte"
import { t } from "../../lib/text.svelte"
import { tip } from "../../lib/tip.svelte"
import type { EventOut, Insights, ReefEncounterInsight } from "../../wire"
import { choiceOf, type Choice } from "./choice"
import { consequence, type Consequence } from "./consequence"
import { planned, type Step } from "./plan"
import { readOption, wished, type ReefEncounterOption } from "./options"
import { shifts, trail, type Trail } from "./trail"
import type { ReefView } from "./views"

const NONE: ReefEncounterOption[] = []
const GLANCE = 60 // ms that a mouse only passes over a coral: it asks nothing

/** What the game and its expansion have in common. */
export abstract class ReefActing<
  O extends ReefEncounterOption = ReefEncounterOption,
  C extends Consequence = Consequence,
> extends Acting<O> {
  choice = $state.raw<Choice | null>(null)
  /** The larva cubes picked so far in the set-up. */
  picked = $state<string[]>([])
  /** Whether the whole board shows who can eat whom. */
  threats = $state(false)
  /** What the rules say about the position, while somebody looks. */
  insight = $state.raw<ReefEncounterInsight | null>(null)

  abstract readonly view: ReefView | null
  /** Whether a larva is open: its spaces glow without being asked. */
  readonly laying = $derived(this.options.some(({ verb }) => verb === "polyp"))
  /** What the shown move would do; what was shown before stays until it is known. */
  readonly ahead = $derived.by(() => this.foretell(this.seen.events))
  /** What the last line did. */
  readonly last = $derived.by(() => this.foretell(this.table.happening))
  /** What is marked on the board: what a line of the log names, else what others did since one's last action. */
  private readonly told = $derived.by(() => {
    const { lit, news, happening } = this.table
    if (lit.length > 0) return lit
    return news.length > 0 ? news.flatMap(({ events }) => events) : happening
  })
  readonly marked = $derived.by(() => this.trace(this.told))
  /** How what each colour is worth has changed with that. */
  readonly shifts = $derived.by(() => shifts(this.told))

  /** The space pointed at. */
  readonly cell = $derived(this.pointed ? held([this.pointed], "cell") : undefined)
  /** The coral pointed at. */
  readonly coral = $derived.by(() => {
    const cell = this.cell
    return (cell && this.insight?.corals.find(({ cells }) => cells.includes(cell))) || null
  })
  /** The coral tiles to look at: those of the coral pointed at, or the one pointed at. */
  readonly litTiles = $derived.by(() => {
    const tile = this.pointed ? held([this.pointed], "tile") : undefined
    return this.coral?.tiles ?? (tile ? [tile] : [])
  })
  /** The steps that a bot suggests, on their spaces. */
  readonly plan = $derived.by(() =>
    this.numbered(this.acting ? (this.table.hinted?.steps ?? []) : [], this.table.plan?.done ?? 0),
  )
  /** Whether a shrimp is about to be put somewhere. */
  readonly guarding = $derived(
    this.chosen.length > 0 &&
      this.options.some(
        ({ verb, touches }) =>
          (verb === "shrimp" || verb === "move") && this.chosen.every((one) => touches.includes(one)),
      ),
  )
  /** Whether the spaces of an open larva are told apart by what a polyp does there. */
  readonly laysOpenly = $derived(
    this.laying && this.insight !== null && this.chosen.every((one) => /^(hand|consumed|action:[23])/.test(one)),
  )
  /** Whether what is pointed at is a place for something, rather than something to look at. */
  readonly busyHands = $derived(
    this.chosen.length > 0 ||
      this.dragging !== null ||
      (this.pointed !== null && this.meaning(this.pointed).length > 0),
  )
  /** Whether somebody looks at what only the rules can say. */
  private readonly looks = $derived.by(() => {
    if (this.threats || this.laying || this.guarding) return true
    if (this.cell) return this.view?.rocks.some(({ polyps }) => this.cell! in polyps) ?? false
    return this.chosen.includes("action:10") || (this.acting && !!this.pointed?.startsWith("pool:"))
  })

  constructor(table: Table) {
    super(table)
  }

  /** What a move would do, or did. */
  protected abstract foretell(events: EventOut[]): C
  protected abstract trace(events: EventOut[]): Trail
  protected abstract numbered(steps: { events: EventOut[] }[], done: number): Step[]

  protected waiting(): string {
    const decides = this.view?.decides
    if (!decides || decides === this.table.seat) return ""
    return t("reef-encounter.prompt.waiting", { name: this.table.name(decides) })
  }

  protected override alike(list: O[]): boolean {
    return list.length === 1 || list.every(({ verb }) => verb === "polyp")
  }

  /** A turn is not ended by chance: of which nothing is done yet, that leaves something undone, or if one wishes so. */
  protected override grave({ verb }: O): boolean {
    if (verb !== "collect") return false
    if (settings.confirm || (this.insight?.left.length ?? 0) > 0) return true
    return this.chosen.length === 0 && !this.view?.turn.acted
  }

  /** What a turn would leave undone has to be known before it ends. */
  override touch(touch: string, near: Element, careful: boolean): boolean {
    const list = this.meaning(touch)
    const ends = list.length === 1 && list[0]!.verb === "collect" && this.armed !== list[0]!.move
    if (!ends || this.insight) return super.touch(touch, near, careful)
    void this.table.insight().then((found) => {
      this.learn(found)
      super.touch(touch, near, careful || !this.insight)
    })
    return false
  }

  private learn(found: Insights | null): void {
    this.insight = found && "corals" in found ? (found as ReefEncounterInsight) : null
  }

  protected override glow(touch: string, list: O[]): "strong" | "soft" {
    const laying = touch.startsWith("cell:") && list.some(({ verb }) => verb === "polyp")
    const setUp = list.every(({ action }) => action === "")
    return this.chosen.length > 0 || laying || setUp ? "strong" : "soft"
  }

  override drop(): void {
    super.drop()
    this.choice = null
    this.picked = []
  }

  protected override narrowed(list: O[], near: Element): void {
    this.choice = choiceOf(list, this.chosen, near)
  }

  protected override unanswered(touch: string, near: Element): void {
    const action = held([touch], "action")
    if (action) tip.say(t(`reef-encounter.actions.${action}.needs`), near)
  }

  /** A polyp let go on a space before its larva was played: now it can be laid there, or the server says why not. */
  protected override delivered({ verb }: O, carried: string, at: Element | null): void {
    const space = at?.closest("[data-cell]")
    if (verb === "larva" && space && !carried.startsWith("cube:")) void this.layAfter(carried, space)
  }

  private async layAfter(carried: string, space: Element): Promise<void> {
    const consumed = held([carried], "consumed")
    const colour = consumed ?? held([carried], "hand")
    for (let tries = 0; tries < 20 && this.view?.turn.open !== colour; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const cell = space.getAttribute("data-cell")!
    const move = writeMove("reef-encounter", { verb: "polyp", cell, ...(consumed && { consumed: "c" }) })
    if (this.table.moves.includes(move)) await this.play(move, space)
    else await this.refuse(`cell:${cell}`, space)
  }

  /** Ask for what there is to see, while somebody looks and the board shows what the server knows. */
  override watch(): void {
    super.watch()
    $effect(() => {
      void this.table.happening
      void this.table.line
      this.insight = null
    })
    $effect(() => {
      void this.table.happening
      void this.table.line
      if (!this.looks || this.table.waiting > 0 || this.table.busy) return
      let wanted = true
      const timer = setTimeout(() => {
        void this.table.insight().then((found) => wanted && this.learn(found))
      }, GLANCE)
      return () => {
        wanted = false
        clearTimeout(timer)
      }
    })
  }
}

export class ReefEncounterActing extends ReefActing {
  readonly view = $derived.by(() => {
    const { view } = this.table
    return view?.game === "reef-encounter" && view.expansion === "no" ? view : null
  })

  protected read(): ReefEncounterOption[] {
    const { moves } = this.table
    if (moves.length === 0 || !this.view) return NONE
    const view = this.view
    return moves.map((move) => readOption(move, view))
  }

  protected wished(touch: string): string | null {
    return this.view && wished(touch, this.chosen, this.view)
  }

  protected foretell(events: EventOut[]): Consequence {
    return consequence(events)
  }

  protected trace(events: EventOut[]): Trail {
    return trail(events)
  }

  protected numbered(steps: { events: EventOut[] }[], done: number): Step[] {
    return planned(steps, done)
  }
}

export const useActing = (): ReefActing => used<ReefActing>()
