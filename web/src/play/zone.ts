// A zone of a board is one stop of the Tab key; inside, arrows go to the nearest thing that way.
import type { Attachment } from "svelte/attachments"

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Which of some boxes comes next in a direction: near, and rather straight ahead than aside; -1: none. */
export function nearest(from: Box, boxes: Box[], [dx, dy]: [number, number]): number {
  const middle = ({ left, top, width, height }: Box): [number, number] => [left + width / 2, top + height / 2]
  const [x, y] = middle(from)
  let best = -1
  let least = Infinity
  boxes.forEach((box, at) => {
    const [toX, toY] = middle(box)
    const ahead = (toX - x) * dx + (toY - y) * dy
    const aside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx)
    const far = ahead + 3 * aside
    if (ahead > 1 && far < least) [best, least] = [at, far]
  })
  return best
}

export const zone: Attachment<HTMLElement> = (element) => {
  const stops = (): HTMLElement[] =>
    [...element.querySelectorAll<HTMLElement>("button")].filter((one) => !one.closest("[inert]"))
  let current: HTMLElement | null = null

  /** One stop for Tab: where one was last, else the first that is there. */
  function settle(): void {
    const all = stops()
    if (!current || !all.includes(current)) current = all[0] ?? null
    for (const one of all) one.tabIndex = one === current ? 0 : -1
  }

  function focused({ target }: FocusEvent): void {
    const stop = (target as Element).closest<HTMLElement>("button")
    if (!stop || stop === current) return
    if (current) current.tabIndex = -1
    current = stop
    current.tabIndex = 0
  }

  function key(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    const at = document.activeElement
    if (!step || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(at instanceof HTMLElement) || !at.matches("button")) return
    event.preventDefault()
    const others = stops().filter((one) => one !== at && !(one as HTMLButtonElement).disabled)
    const next = nearest(
      at.getBoundingClientRect(),
      others.map((one) => one.getBoundingClientRect()),
      step,
    )
    others[next]?.focus()
  }

  const has = (node: Node): boolean =>
    node instanceof HTMLElement && (node.matches("button") || node.querySelector("button") !== null)
  const watch = new MutationObserver((records) => {
    if (records.some(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes].some(has))) settle()
  })
  settle()
  watch.observe(element, { childList: true, subtree: true })
  element.addEventListener("focusin", focused)
  element.addEventListener("keydown", key)
  return () => {
    watch.disconnect()
    element.removeEventListener("focusin", focused)
    element.removeEventListener("keydown", key)
  }
}
