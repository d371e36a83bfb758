// Following a pointer from where it went down until it is let go.

const FINGERTIP = 6 // px that a pointer moves before it drags

interface Drag {
  /** It has moved so far that it drags. */
  start: () => void
  move: (event: PointerEvent) => void
  /** Let go; null: the browser took the pointer away. */
  end: (event: PointerEvent | null) => void
}

export function follow(down: PointerEvent, drag: Drag): void {
  let dragging = false

  function move(event: PointerEvent): void {
    if (event.pointerId !== down.pointerId) return
    if (!dragging && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) <= FINGERTIP) return
    if (!dragging) drag.start()
    dragging = true
    drag.move(event)
  }

  function end(event: PointerEvent): void {
    if (event.pointerId !== down.pointerId) return
    window.removeEventListener("pointermove", move)
    window.removeEventListener("pointerup", end)
    window.removeEventListener("pointercancel", end)
    if (!dragging) return
    swallowClick()
    drag.end(event.type === "pointerup" ? event : null)
  }

  window.addEventListener("pointermove", move)
  window.addEventListener("pointerup", end)
  window.addEventListener("pointercancel", end)
}

/** The click that follows a drag means nothing. */
function swallowClick(): void {
  const stop = (event: Event): void => {
    event.stopPropagation()
    event.preventDefault()
  }
  window.addEventListener("click", stop, { capture: true, once: true })
  setTimeout(() => window.removeEventListener("click", stop, { capture: true }), 50)
}

export interface Place {
  touch: string
  element: Element
}

/** The things that can be touched under a pointer, from the smallest. */
export function* placesUnder({ clientX, clientY }: PointerEvent): Generator<Place> {
  let element = document.elementFromPoint(clientX, clientY)?.closest("[data-touch]")
  while (element) {
    yield { touch: element.getAttribute("data-touch")!, element }
    element = element.parentElement?.closest("[data-touch]")
  }
}
