import type { Attachment } from "svelte/attachments"

/** A board that fills what the frame leaves of the window: `--top` says where it begins, also when bars come and go above. */
export const fills: Attachment<HTMLElement> = (board) => {
  const measure = (): void => board.style.setProperty("--top", `${board.getBoundingClientRect().top + scrollY}px`)
  const watch = new ResizeObserver(measure)
  watch.observe(document.body)
  measure()
  return () => watch.disconnect()
}
