// The three widths of the page, for scripts and styles alike. The root carries the name of the present one, and a style that
// asks for it weighs no more than a media query would: `:global(:where([data-width="phone"])) { … }`.
import { MediaQuery } from "svelte/reactivity"

export type Width = "phone" | "tablet" | "desktop"

/** The rem from which on a window is as wide as a tablet, as a desktop. */
const TABLET = 44
const DESKTOP = 80

class PageWidth {
  private tablet = new MediaQuery(`width >= ${TABLET}rem`)
  private desktop = new MediaQuery(`width >= ${DESKTOP}rem`)
  private upright = new MediaQuery("orientation: portrait")

  get current(): Width {
    return this.desktop.current ? "desktop" : this.tablet.current ? "tablet" : "phone"
  }

  get phone(): boolean {
    return this.current === "phone"
  }

  /** A phone, or a tablet held upright: things stand below each other; `data-narrow` in styles. */
  get narrow(): boolean {
    return this.phone || (this.current === "tablet" && this.upright.current)
  }

  /** Keep the root in step; call once. */
  watch(): void {
    $effect.root(() => {
      $effect.pre(() => {
        const { dataset } = document.documentElement
        dataset["width"] = this.current
        if (this.narrow) dataset["narrow"] = ""
        else delete dataset["narrow"]
      })
    })
  }
}

export const width = new PageWidth()
