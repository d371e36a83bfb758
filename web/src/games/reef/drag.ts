// Carrying a card or a piece somewhere with a finger or the mouse.
import type { Attachment } from "svelte/attachments"

export interface Carry {
  /** A selector of the places where it can be let go. */
  onto: string
  over?: (place: HTMLElement | null) => void
  drop: (place: HTMLElement) => void
}

const FAR = 7 // px until a press becomes a drag

/** Make something carriable; `carry` is asked when it is picked up, null: it stays. */
export function carriable(carry: () => Carry | null): Attachment<HTMLElement> {
  return (node) => {
    let stop: (() => void) | null = null

    function pick(down: PointerEvent): void {
      const way = down.button === 0 ? carry() : null
      if (!way) return
      let copy: HTMLElement | null = null
      const box = node.getBoundingClientRect()

      const place = (event: PointerEvent): HTMLElement | null =>
        document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>(way.onto) ?? null

      function move(event: PointerEvent): void {
        if (event.pointerId !== down.pointerId) return
        const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY]
        if (!copy) {
          if (Math.hypot(dx, dy) < FAR) return
          copy = lifted(node, box)
          node.classList.add("reef-away")
        }
        copy.style.transform = `translate(${dx}px, ${dy}px) scale(1.04)`
        way!.over?.(place(event))
        event.preventDefault()
      }

      function up(event: PointerEvent): void {
        if (event.pointerId !== down.pointerId) return
        const there = copy && event.type === "pointerup" ? place(event) : null
        if (copy) swallowClick()
        stop?.()
        way!.over?.(null)
        if (there) way!.drop(there)
      }

      stop?.()
      stop = () => {
        copy?.remove()
        node.classList.remove("reef-away")
        window.removeEventListener("pointermove", move)
        window.removeEventListener("pointerup", up)
        window.removeEventListener("pointercancel", up)
        stop = null
      }
      window.addEventListener("pointermove", move, { passive: false })
      window.addEventListener("pointerup", up)
      window.addEventListener("pointercancel", up)
    }

    node.addEventListener("pointerdown", pick)
    return () => {
      node.removeEventListener("pointerdown", pick)
      stop?.()
    }
  }
}

function lifted(node: HTMLElement, box: DOMRect): HTMLElement {
  const copy = node.cloneNode(true) as HTMLElement
  copy.setAttribute("aria-hidden", "true")
  copy.removeAttribute("data-travel")
  copy.classList.add("reef-lifted")
  for (const side of ["left", "top", "width", "height"] as const) copy.style[side] = `${box[side]}px`
  document.body.append(copy)
  return copy
}

/** The click that follows a drag on the same element means nothing. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.stopPropagation()
    event.preventDefault()
  }
  window.addEventListener("click", swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 50)
}
