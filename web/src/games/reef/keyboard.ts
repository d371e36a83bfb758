// Keys: arrows walk the spaces, digits mean the hand or the pieces to lay, letters the display.
import type { Acting } from "./acting.svelte"
import { DISPLAY_KEYS, TOP_KEY } from "./keys"
import { CELLS, spot } from "./shapes"

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Whether a key pressed there belongs to the board. */
function ours(event: KeyboardEvent, root: HTMLElement): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false
  const at = event.target as HTMLElement
  if (at.closest("input, textarea, select, dialog, [role='dialog'], [contenteditable]")) return false
  return at === document.body || root.contains(at)
}

export function press(event: KeyboardEvent, root: HTMLElement, acting: Acting): void {
  if (!ours(event, root)) return
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const focus = (selector: string): boolean => {
    const found = root.querySelector<HTMLElement>(selector)
    found?.focus()
    return found !== null
  }
  if (key === "Escape") return acting.drop()
  if (key in STEPS) {
    if (walk(root, STEPS[key]!)) event.preventDefault()
  } else if (/^[1-4]$/.test(key)) {
    const piece = acting.laying ? acting.view.left[Number(key) - 1] : undefined
    if (piece) acting.choose(piece)
    else focus(`[data-key="${key}"]`)
  } else if (DISPLAY_KEYS.includes(key) || key === TOP_KEY) focus(`[data-key="${key}"]`)
}

function walk(root: HTMLElement, [dx, dy]: [number, number]): boolean {
  const at = document.activeElement as HTMLElement | null
  const here = at?.dataset["key"] === "space" ? at.dataset["cell"] : undefined
  if (!here) {
    if (at && at !== document.body && !at.closest("[data-key]")) return false
    root.querySelector<HTMLElement>('[data-key="space"][tabindex="0"]')?.focus()
    return true
  }
  const [x, y] = spot(here)
  const cell = CELLS[Math.max(0, Math.min(3, y + dy)) * 4 + Math.max(0, Math.min(3, x + dx))]
  root.querySelector<HTMLElement>(`[data-key="space"][data-cell="${cell}"]`)?.focus()
  return true
}
