import type { EventOut, ReefEvent } from "../../wire"

export type Of<Kind extends ReefEvent["kind"]> = Extract<ReefEvent, { kind: Kind }>

/** The events of one kind. */
export function only<Kind extends ReefEvent["kind"]>(events: EventOut[], kind: Kind): Of<Kind>[] {
  return events.filter((event) => event.kind === kind).map((event) => event.data as unknown as Of<Kind>)
}
