// What happened since someone last had a say.
import type { Entry, EventOut } from "../wire"

export interface News {
  seat: number
  line: number
  events: EventOut[]
}

/** What others did after the last line of a seat; draws are nobody's doing. */
export function sinceOwn(log: Entry[], seat: number): News[] {
  const own = log.map((entry) => entry.seat).lastIndexOf(seat)
  return log
    .slice(own + 1)
    .filter((entry) => entry.seat > 0)
    .map(({ seat: who, line, events }) => ({ seat: who, line, events }))
}
