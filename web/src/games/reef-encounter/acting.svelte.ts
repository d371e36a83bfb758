// What a touch means in Reef Encounter.
import { held } from "../../play/options"
import { Acting, useActing as used } from "../../play/acting.svelte"
import { writeMove } from "../../lib/moves"
import type { Table } from "../../lib/table.svelte"
import { t } from "../../lib/text.svelte"
import { tip } from "../../lib/tip.svelte"
import { choiceOf, type Choice } from "./choice"
import { consequence } from "./consequence"
import { readOption, wished, type ReefEncounterOption } from "./options"

export class ReefEncounterActing extends Acting<ReefEncounterOption> {
  choice = $state.raw<Choice | null>(null)
  /** The larva cubes picked so far in the set-up. */
  picked = $state<string[]>([])

  readonly view = $derived.by(() => (this.table.view?.game === "reef-encounter" ? this.table.view : null))
  /** Whether a larva is open: its spaces glow without being asked. */
  readonly laying = $derived(this.options.some(({ verb }) => verb === "polyp"))
  /** What the shown move would do; what was shown before stays until it is known. */
  readonly ahead = $derived.by(() => consequence(this.seen.events))
  /** What the last line did. */
  readonly last = $derived.by(() => consequence(this.table.happening))

  constructor(table: Table) {
    super(table)
  }

  protected read(): ReefEncounterOption[] {
    const view = this.view
    return view ? this.table.moves.map((move) => readOption(move, view)) : []
  }

  protected wished(touch: string): string | null {
    return this.view && wished(touch, this.chosen, this.view)
  }

  protected waiting(): string {
    const decides = this.view?.decides
    if (!decides || decides === this.table.seat) return ""
    return t("reef-encounter.prompt.waiting", { name: this.table.name(decides) })
  }

  protected override alike(list: ReefEncounterOption[]): boolean {
    return list.length === 1 || list.every(({ verb }) => verb === "polyp")
  }

  /** A turn of which nothing is done yet is not ended by chance. */
  protected override grave({ verb }: ReefEncounterOption): boolean {
    return verb === "collect" && this.chosen.length === 0 && !this.view?.turn.acted
  }

  protected override glow(touch: string, list: ReefEncounterOption[]): "strong" | "soft" {
    const laying = touch.startsWith("cell:") && list.some(({ verb }) => verb === "polyp")
    const setUp = list.every(({ action }) => action === 0)
    return this.chosen.length > 0 || laying || setUp ? "strong" : "soft"
  }

  override drop(): void {
    super.drop()
    this.choice = null
    this.picked = []
  }

  protected override narrowed(list: ReefEncounterOption[], near: Element): void {
    this.choice = choiceOf(list, this.chosen, near)
  }

  protected override unanswered(touch: string, near: Element): void {
    const action = held([touch], "action")
    if (action) tip.say(t(`reef-encounter.actions.${action}.needs`), near)
  }

  /** A polyp let go on a space before its larva was played: now it can be laid there, or the server says why not. */
  protected override delivered({ verb }: ReefEncounterOption, carried: string, at: Element | null): void {
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
}

export const useActing = (): ReefEncounterActing => used<ReefEncounterActing>()
