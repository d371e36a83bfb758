// What happened since someone last had a say.
import type { Entry, EventOut } from "../wire"

export interface News {
  seat: number
  line: number
  events: EventOut[]
}

const PASSED = "passed" // an answer that changes nothing

/** Whether a line only lets something happen. */
export const passed = (entry: Entry): boolean => entry.events.some(({ kind }) => kind === PASSED)

/** What others did after the last line in which a seat did something; draws are nobody's doing. */
export function sinceOwn(log: Entry[], seat: number): News[] {
  const acted = (entry: Entry): boolean => entry.seat === seat && !passed(entry)
  const own = log.map(acted).lastIndexOf(true)
  return log
    .slice(own + 1)
    .filter((entry) => entry.seat > 0 && entry.seat !== seat)
    .map(({ seat: who, line, events }) => ({ seat: who, line, events }))
}
