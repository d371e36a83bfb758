// One sentence near the finger: why something is not possible, or what stopped it.
export interface Said {
  text: string
  ruling: string | null
  x: number
  y: number
}

class Tip {
  said = $state.raw<Said | null>(null)
  private timer: ReturnType<typeof setTimeout> | undefined

  /** Say a sentence beside an element. */
  say(text: string, near: Element, ruling: string | null = null): void {
    const box = near.getBoundingClientRect()
    this.said = { text, ruling, x: box.left + box.width / 2, y: box.top }
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.hush(), 3000 + 60 * text.length)
  }

  hush(): void {
    clearTimeout(this.timer)
    this.said = null
  }
}

export const tip = new Tip()
