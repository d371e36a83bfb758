// A few things that one touch could mean, offered beside the finger.
import type { ReefEncounterOption } from "./options"

export interface Choice {
  near: DOMRect
  /** What was touched, to go back to. */
  from: Element
  entries: { touch: string; option: ReefEncounterOption | null; action: string }[]
}

/** Pieces of one's own, of which the place that was touched says nothing. */
const OWN = /^(hand|consumed):/
const MOST = 5

/** What to offer: the actions, if several are meant; else the pieces, if only the piece is open. */
export function choiceOf(list: ReefEncounterOption[], chosen: string[], near: Element): Choice | null {
  const offered = (entries: Choice["entries"]): Choice => ({ near: near.getBoundingClientRect(), from: near, entries })
  const actions = [...new Set(list.map(({ action }) => action))]
  if (actions.length > 1) {
    return offered(
      actions.map((action) => {
        const those = list.filter((option) => option.action === action)
        return { touch: `action:${action}`, option: those.length === 1 ? those[0]! : null, action }
      }),
    )
  }
  const shared = (touch: string): boolean => list.every(({ touches }) => touches.includes(touch))
  const rest = list.map(({ touches }) => touches.filter((one) => !chosen.includes(one) && !shared(one)))
  if (list.length > MOST || !rest.every(([piece = "", ...more]) => OWN.test(piece) && more.length === 0)) return null
  return offered(list.map((option, at) => ({ touch: rest[at]![0]!, option, action: option.action })))
}
