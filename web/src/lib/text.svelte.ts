// Words for people. They live beside the server's own, in src/atoll/locales/page/PART.LANGUAGE.toml; a key is PART.NAME.
import { get, speak } from "./net"

export const LANGUAGES = { en: "English", fr: "Français", it: "Italiano" } as const
export type Language = keyof typeof LANGUAGES

class Words {
  language = $state<Language>("en")
  texts = $state.raw<Record<string, string>>({})

  async choose(language: Language): Promise<void> {
    speak(language)
    this.texts = await get<Record<string, string>>(`/api/texts/${language}`)
    this.language = language
    document.documentElement.lang = language
    localStorage.setItem("atoll.language", language)
  }
}

export const words = new Words()

/** The language chosen here before, else the browser's, else English. */
export function firstLanguage(): Language {
  const wishes = [localStorage.getItem("atoll.language"), ...navigator.languages]
  for (const wish of wishes) {
    const short = wish?.slice(0, 2).toLowerCase()
    if (short && short in LANGUAGES) return short as Language
  }
  return "en"
}

/** The text behind a key, with values put in where it says {name}. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const text = words.texts[key] ?? key
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}
