// What a person likes on this device: light or dark, with or without sound.
export const THEMES = ["system", "light", "dark"] as const
export type Theme = (typeof THEMES)[number]

class Settings {
  theme = $state<Theme>(known(localStorage.getItem("atoll.theme")))
  sound = $state(localStorage.getItem("atoll.sound") !== "off")
  private dark = matchMedia("(prefers-color-scheme: dark)")

  constructor() {
    this.dark.addEventListener("change", () => this.paint())
    this.paint()
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

  private paint(): void {
    const theme = this.theme === "system" ? (this.dark.matches ? "dark" : "light") : this.theme
    document.documentElement.dataset.theme = theme
  }
}

function known(theme: string | null): Theme {
  return THEMES.find((one) => one === theme) ?? "system"
}

export const settings = new Settings()
