// What a person likes on this device: light or dark, with or without sound, how fast others are shown, what to be asked.
export const THEMES = ["system", "light", "dark"] as const
export const SPEEDS = ["slow", "normal", "fast", "instant"] as const
export type Theme = (typeof THEMES)[number]
export type Speed = (typeof SPEEDS)[number]

/** How long things take beside the usual; 0: nothing is waited for, nothing moves. */
const TEMPO: Record<Speed, number> = { slow: 2, normal: 1, fast: 0.4, instant: 0 }

class Settings {
  theme = $state<Theme>(kept("theme", THEMES, "system"))
  sound = $state(localStorage.getItem("atoll.sound") !== "off")
  /** How fast the page shows what others do. */
  speed = $state<Speed>(kept("speed", SPEEDS, "normal"))
  /** Always ask before one's turn ends. */
  confirm = $state(localStorage.getItem("atoll.confirm") === "on")
  private dark = matchMedia("(prefers-color-scheme: dark)")

  constructor() {
    this.dark.addEventListener("change", () => this.paint())
    this.paint()
  }

  /** By how much pauses and motions are longer or shorter than usual. */
  get tempo(): number {
    return TEMPO[this.speed]
  }

  chooseTheme(theme: Theme): void {
    this.theme = theme
    localStorage.setItem("atoll.theme", theme)
    this.paint()
  }

  chooseSound(sound: boolean): void {
    this.sound = sound
    localStorage.setItem("atoll.sound", sound ? "on" : "off")
  }

  chooseSpeed(speed: Speed): void {
    this.speed = speed
    localStorage.setItem("atoll.speed", speed)
  }

  chooseConfirm(confirm: boolean): void {
    this.confirm = confirm
    localStorage.setItem("atoll.confirm", confirm ? "on" : "off")
  }

  private paint(): void {
    const theme = this.theme === "system" ? (this.dark.matches ? "dark" : "light") : this.theme
    document.documentElement.dataset.theme = theme
  }
}

function kept<Value extends string>(name: string, values: readonly Value[], usual: Value): Value {
  const found = localStorage.getItem(`atoll.${name}`)
  return values.find((value) => value === found) ?? usual
}

export const settings = new Settings()
