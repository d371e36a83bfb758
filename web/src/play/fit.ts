import type { Attachment } from "svelte/attachments"

const SIZES = [1, 0.92, 0.84, 0.76, 0.7, 0.64]

/** A text as large as its box has room for, from the size that its style asks for downwards. */
export const fits =
  (_text: string): Attachment<HTMLElement> =>
  (box) => {
    const fit = (): void => {
      for (const size of SIZES) {
        box.style.setProperty("--fit", `${size}`)
        if (box.scrollHeight <= box.clientHeight + 1) return
      }
    }
    const watch = new ResizeObserver(fit)
    watch.observe(box)
    fit()
    return () => watch.disconnect()
  }
