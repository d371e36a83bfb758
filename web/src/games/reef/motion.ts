// Motion that explains: pieces drop in, cards travel.
import { tick } from "svelte"
import { cubicOut } from "svelte/easing"
import type { TransitionConfig } from "svelte/transition"
import { moving, still } from "../../play/motion"

/** A piece comes down onto its stack. */
export function drop(_node: Element): TransitionConfig {
  return moving({
    duration: 280,
    easing: cubicOut,
    css: (t, u) => `transform: translateY(${-46 * u}px) scale(${1 + 0.18 * u}); opacity: ${Math.min(1, t * 2)}`,
  })
}

/** Let everything marked `data-travel` glide from where it was to where it is after the page has changed. */
export async function travel(root: HTMLElement | null): Promise<void> {
  if (!root || still() || document.hidden) return
  const marked = (): [string, HTMLElement][] =>
    [...root.querySelectorAll<HTMLElement>("[data-travel]")].map((node) => [node.dataset["travel"]!, node])
  const before = new Map(marked().map(([key, node]) => [key, node.getBoundingClientRect()]))
  await tick()
  for (const [key, node] of marked()) {
    const from = before.get(key)
    const to = node.getBoundingClientRect()
    if (!from || !to.width || !from.width) continue
    const [dx, dy, scale] = [from.left - to.left, from.top - to.top, from.width / to.width]
    if (Math.abs(dx) + Math.abs(dy) < 4) continue
    const over = { transformOrigin: "0 0", zIndex: 5 }
    const start = { ...over, transform: `translate(${dx}px, ${dy}px) scale(${scale})` }
    const glide = { duration: 340, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" }
    node.animate([start, { ...over, transform: "none" }], glide)
  }
}
