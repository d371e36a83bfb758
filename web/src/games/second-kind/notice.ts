// The card that was played last: for what, and what became of it.
import type { Entry, SecondKindEvent, SecondKindView } from "../../wire"
import { eventsOf } from "./consequence"

export interface Notice {
  card: string
  /** Who played it, in which line. */
  seat: number
  line: number
  /** How many lines ago that was. */
  age: number
  way: "text" | "blue" | "meal"
  /** Others are asked whether they stop it; its player decides; it was stopped; it is done. */
  state: "asked" | "deciding" | "cancelled" | "done"
  /** Who stopped it, or who is asked or decides. */
  by: number
}

type Played = Extract<SecondKindEvent, { kind: "card_played" }>

/** The last card of some lines that was not played to stop another one. */
export function noticeOf(log: Entry[], view: SecondKindView): Notice | null {
  for (let at = log.length - 1; at >= 0; at--) {
    const events = eventsOf(log[at]!.events)
    const played = events.find((event): event is Played => event.kind === "card_played")
    if (!played) continue
    const stops = events.find((event) => event.kind === "card_cancelled")
    if (stops) {
      const before = noticeOf(log.slice(0, at), view)
      return before && before.card === stops.card
        ? { ...before, age: before.age + log.length - at, state: "cancelled", by: played.seat }
        : null
    }
    const { card, seat, way } = played as Played & Pick<Notice, "way">
    const found = { card, seat, way, line: log[at]!.line, age: log.length - 1 - at }
    if (view.turn.card !== card) return { ...found, state: "done", by: seat }
    return { ...found, state: view.turn.asked === "current" ? "asked" : "deciding", by: view.decides ?? seat }
  }
  return null
}
