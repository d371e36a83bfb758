// The spaces that others touched since one's own last move; while looking back, and for who only watches, those of the last turns.
import { only } from "./events"
import type { Table } from "../../lib/table.svelte"

const FAR = 24 // lines of the log to look back at, at most

export function touched(table: Pick<Table, "line" | "seat" | "news" | "log" | "happening">): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>()
  const mark = (laid: { seat: number; cell: string }[]): void => {
    for (const { seat, cell } of laid) found.set(seat, (found.get(seat) ?? new Set()).add(cell))
  }
  if (table.line !== null) {
    mark(only(table.happening, "laid"))
    return found
  }
  if (table.seat > 0) {
    for (const { events } of table.news) mark(only(events, "laid"))
    return found
  }
  const turns = new Set<number>()
  let last = 0
  for (const entry of table.log.slice(-FAR).reverse()) {
    if (entry.seat !== 0 && entry.seat !== last) {
      if (turns.has(entry.seat)) break
      turns.add((last = entry.seat))
    }
    mark(only(entry.events, "laid"))
  }
  return found
}

/** The cards that others took since one's own last move. */
export const takenCards = ({ news, happening }: Pick<Table, "news" | "happening">): Set<number> => {
  const events = [...news.flatMap((one) => one.events), ...happening]
  return new Set([...only(events, "taken"), ...only(events, "top_taken")].map(({ card }) => card))
}
