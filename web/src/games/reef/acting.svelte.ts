// What a touch means in Reef: the piece in the fingers, the card looked at, and where the point for the top card goes.
import { readMove, verbOf } from "../../lib/moves"
import { settings } from "../../lib/settings.svelte"
import { t } from "../../lib/text.svelte"
import { Acting, useActing as used } from "../../play/acting.svelte"
import type { Place } from "../../play/drag"
import { held, type Option } from "../../play/options"
import type { ReefMove, ReefView, ReefWorth } from "../../wire"
import { readOption, takes, wished } from "./options"

export class ReefActing extends Acting {
  override readonly lingers = true
  /** The colour taken into the fingers last. */
  private taken = $state<string | null>(null)

  readonly view = $derived.by(() => (this.table.view?.game === "reef" ? this.table.view : null))
  /** The colour that a touched space would get. */
  readonly colour = $derived.by(() => {
    const left = this.view?.left ?? ""
    return this.taken && left.includes(this.taken) ? this.taken : (left[0] ?? null)
  })
  /** The card looked at: what it would score now is drawn on the reef. */
  readonly card = $derived.by(() => {
    const card = this.pointed && held([this.pointed], "card")
    const price = this.paying && this.view?.display.some((offer) => `${offer.card}` === card)
    if (this.pointed === "deck" || price) return this.view?.top ?? null
    return card ? Number(card) : null
  })

  /** The top card is wanted, and the point for it has more than one place to go to. */
  get paying(): boolean {
    return this.chosen.includes("deck") && !this.dragging
  }

  /** The ways to pay for the top card. */
  get tops(): number {
    return this.table.moves.filter((move) => verbOf(move) === "top").length
  }

  /** The top card is looked at while it is open who gets the point. */
  get wanting(): boolean {
    return this.pointed === "deck" && !this.paying && this.tops > 1
  }

  /** The seat that has to decide; null: none, or it never will. */
  get decides(): number | null {
    return this.closed ? null : (this.view?.decides ?? null)
  }

  /** Whether pieces are to be laid by the one looking. */
  get laying(): boolean {
    return this.decides === this.table.seat && (this.view?.phase === "start" || this.view?.phase === "lay")
  }

  /** What a bot suggests. */
  get hinted(): ReefMove | null {
    return this.table.suggested ? readMove("reef", this.table.suggested) : null
  }

  /** What a card would score on one's own reef as it stands; null where that is not known or no longer matters. */
  worth(card: number | null): ReefWorth | null {
    if (card === null || this.closed || this.view?.phase === "over") return null
    return this.view?.worth[card] ?? null
  }

  /** Take a piece of a colour into the fingers. */
  choose(colour: string): void {
    this.taken = colour
    this.escape()
  }

  protected read(): Option[] {
    return this.table.moves.map((move) => readOption(move, this.colour))
  }

  protected wished(touch: string): string | null {
    return this.view && wished(touch, this.chosen, this.view, this.colour)
  }

  /** What brings a new card to light cannot be taken back: it is asked once more; so is, if wished for, the end of a turn. */
  protected override grave({ move }: Option, carried = false): boolean {
    if (carried) return false
    return takes(move) || (settings.confirm && this.view?.phase === "lay" && this.view.left.length === 1)
  }

  protected waiting(): string {
    const { decides, table } = this
    if (decides === table.seat) return ""
    const name = decides ? table.name(decides) : ""
    return t(name ? "reef.now.other" : "reef.now.reveal", { name })
  }

  protected override carries(touch: string): boolean {
    return !touch.startsWith("cell:")
  }

  /** A card let go elsewhere goes back; a piece deserves an answer. */
  protected override misplaced(carried: string, on: Place): void {
    if (carried.startsWith("piece:") && on.touch.startsWith("cell:")) super.misplaced(carried, on)
    else this.drop()
  }
}

/** How one acts here, with a view that is there: a board is drawn only then. */
export const useActing = (): ReefActing & { readonly view: ReefView } =>
  used<ReefActing & { readonly view: ReefView }>()
