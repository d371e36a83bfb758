// The spaces that the last turns touched, so that one sees what has changed since one's own.
import { only } from "./events"
import type { Table } from "../../lib/table.svelte"

const FAR = 24 // lines of the log to look back at, at most

export function touched(table: Table): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>()
  const mark = (laid: { seat: number; cell: string }[]): void => {
    for (const { seat, cell } of laid) found.set(seat, (found.get(seat) ?? new Set()).add(cell))
  }
  if (table.line !== null) {
    mark(only(table.happening, "laid"))
    return found
  }
  const turns = new Set<number>()
  let last = 0
  for (const entry of table.log.slice(-FAR).reverse()) {
    if (entry.seat !== 0 && entry.seat !== last) {
      if (turns.has(entry.seat) || (turns.size > 0 && entry.seat === table.seat)) break
      turns.add((last = entry.seat))
    }
    mark(only(entry.events, "laid"))
  }
  return found
}
