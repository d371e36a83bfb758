// Keys of a board: which of them it may take, and how arrows walk over its spaces.
import { hasModifier, isTyping } from "../lib/keys"

type Step = [number, number]

const STEPS: Record<string, Step> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const FARTHEST = 8 // columns or rows of a board

/** The key of an event that belongs to a board, letters small; null if it is meant for something else. */
export function boardKey(event: KeyboardEvent, board: HTMLElement): string | null {
  if (event.defaultPrevented || hasModifier(event) || isTyping(event)) return null
  const at = event.target as Element
  if (at.closest("dialog, [role='dialog']") || (at !== document.body && !board.contains(at))) return null
  return event.key.length === 1 ? event.key.toLowerCase() : event.key
}

/** The next space that way, over gaps if need be. A space is called by a column's letter and a row's digit, after whatever. */
export function nextCell(cell: string, [dx, dy]: Step, exists: (cell: string) => boolean): string | null {
  const [board, column, row] = [cell.slice(0, -2), cell.charCodeAt(cell.length - 2), Number(cell.at(-1))]
  for (let far = 1; far < FARTHEST; far++) {
    const next = `${board}${String.fromCharCode(column + far * dx)}${row + far * dy}`
    if (exists(next)) return next
  }
  return null
}

/** Walk with an arrow key from space to space; from nowhere it leads to the first board. Whether it was one. */
export function walk(key: string, event: KeyboardEvent, board: HTMLElement): boolean {
  const step = STEPS[key]
  const at = document.activeElement as HTMLElement | null
  if (!step) return false
  const here = at?.closest("[data-walk]") ? at.dataset["cell"] : undefined
  const within = (at?.closest("[data-walk]") ?? board) as HTMLElement
  const find = (cell: string): HTMLElement | null => within.querySelector(`button[data-cell="${cell}"]`)
  if (here) {
    const next = nextCell(here, step, (cell) => find(cell) !== null)
    if (next) find(next)!.focus()
  } else if (at === document.body || at?.closest("[data-touch]")) {
    board.querySelector<HTMLElement>('[data-walk] [data-cell][tabindex="0"]')?.focus()
  } else return false
  event.preventDefault()
  return true
}
