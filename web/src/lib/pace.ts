// How long a line is looked at before the next one is shown.
import type { EventOut } from "../wire"

const PASSED = "passed" // an answer that changes nothing
const READ = ["card_played", "card_cancelled"] // what is held up for all to read
const LONG = 2.2
const SHORT = 0.3

/** Next to the usual time: longer after something to read, shorter before an answer that changes nothing. */
export function pace(before: EventOut[], next: EventOut[]): number {
  if (before.some(({ kind }) => READ.includes(kind))) return LONG
  return next.length > 0 && next.every(({ kind }) => kind === PASSED) ? SHORT : 1
}
