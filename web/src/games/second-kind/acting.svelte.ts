// What a touch means in the expansion, and what there is to see.
import { useActing as used } from "../../play/acting.svelte"
import { t } from "../../lib/text.svelte"
import { tip } from "../../lib/tip.svelte"
import { held } from "../../play/options"
import type { EventOut } from "../../wire"
import { ReefActing } from "../reef-encounter/acting.svelte"
import type { Step } from "../reef-encounter/plan"
import type { Trail } from "../reef-encounter/trail"
import { choiceOf } from "./choice"
import { consequence, type Consequence } from "./consequence"
import { readOptions, wished, type SecondKindOption } from "./options"
import { planned } from "./plan"
import { trail } from "./trail"

const NONE: SecondKindOption[] = []
/** Moves that tell others something, or give something away for good. */
const GRAVE = ["play", "discard"]
const NEW = ["0", "8a", "8b", "8c"]

export class SecondKindActing extends ReefActing<SecondKindOption, Consequence> {
  readonly view = $derived.by(() => {
    const { view } = this.table
    return view?.game === "reef-encounter" && view.expansion !== "no" ? view : null
  })

  /** Why a card that is looked at cannot be played. */
  obstacle = $state("")

  /** The window in which this device's seat is asked. */
  readonly window = $derived.by((): "current" | "start" | "growth" | null => {
    const turn = this.view?.turn
    if (!this.acting || !turn) return null
    if (turn.asked === "current") return "current"
    if (turn.asked) return null
    return turn.stage === "start window" ? "start" : turn.stage === "growth window" ? "growth" : null
  })

  protected read(): SecondKindOption[] {
    const { moves } = this.table
    return moves.length > 0 && this.view ? readOptions(moves, this.view) : NONE
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

  protected override alike(list: SecondKindOption[]): boolean {
    return super.alike(list) || list.every(({ verb }) => verb === "coral")
  }

  protected override grave(option: SecondKindOption): boolean {
    return super.grave(option) || (GRAVE.includes(option.verb) && !this.choice)
  }

  protected override glow(touch: string, list: SecondKindOption[]): "strong" | "soft" {
    if (touch === "pile" && this.chosen.length === 0) return "soft"
    if (touch.startsWith("card:")) return this.window ? "strong" : "soft"
    if (this.view?.turn.asked || this.view?.turn.stage === "crowns") return "strong"
    return super.glow(touch, list)
  }

  /** What a card may be used for is always asked first. */
  override touch(touch: string, near: Element, careful: boolean): boolean {
    const list = this.meaning(touch)
    this.obstacle = ""
    if (touch.startsWith("card:") && list.length > 0 && !list.some(({ verb }) => verb === "play"))
      void this.table.why(`play ${held([touch], "card")}`).then((answer) => (this.obstacle = answer?.text ?? ""))
    if (!touch.startsWith("card:") || list.length !== 1) return super.touch(touch, near, careful)
    const [only] = list as [SecondKindOption]
    const way = only.touches.find((one) => /-way$|^discard$/.test(one)) ?? touch
    this.armed = null
    this.chosen = [touch]
    this.choice = {
      near: near.getBoundingClientRect(),
      from: near,
      entries: [{ touch: way, option: only, action: only.action }],
    }
    return false
  }

  protected override narrowed(list: SecondKindOption[], near: Element): void {
    this.choice = choiceOf(list, this.chosen, near)
  }

  protected override unanswered(touch: string, near: Element): void {
    const action = held([touch], "action")
    if (action && NEW.includes(action)) tip.say(t(`second-kind.actions.${action}.needs`), near)
    else super.unanswered(touch, near)
  }
}

export const useActing = (): SecondKindActing => used<SecondKindActing>()
