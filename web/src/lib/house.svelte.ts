// What every page needs first: the games, the bots, and how this device's person is called.
import { get, post } from "./net"
import { t, words } from "./text.svelte"
import type { GameInfo, Hello } from "../wire"

class House {
  hello = $state.raw<Hello | null>(null)
  name = $state("")
  private offered = ""

  async enter(): Promise<void> {
    this.hello = await get<Hello>("/api/hello")
    this.name = this.hello.name ?? ""
  }

  get games(): GameInfo[] {
    return this.hello?.games ?? []
  }

  get bots(): string[] {
    return this.hello?.bots ?? []
  }

  /** A name for this device's person as long as there is none. */
  get suggested(): string {
    return (this.offered ||= someName())
  }

  /** A game by the folder that draws it. */
  game(page: string): GameInfo | undefined {
    return this.games.find((game) => game.page === page)
  }

  /** A name is enough to begin; the server keeps it for this device. */
  async rename(name: string): Promise<void> {
    const tidy = name.trim().slice(0, 40)
    if (!tidy || tidy === this.hello?.name) return
    await post("/api/name", { name: tidy })
    this.name = tidy
    if (this.hello) this.hello = { ...this.hello, name: tidy }
  }
}

export const house = new House()

/** A name for someone who has none yet: an animal of the reef. */
export function someName(which = Math.floor(Math.random() * 1000)): string {
  const names = t("shell.names").split(",")
  return names[which % names.length]!.trim()
}

/** The bot that newcomers meet: not the easiest one, if there are several. */
export const usualBot = (): string => house.bots[Math.min(1, house.bots.length - 1)] ?? ""

/** A text that may be missing, with what to show instead. */
const or = (key: string, fallback: string): string => words.texts[key] ?? fallback

/** What a game is about, in a line. */
export const gameAbout = (game: string): string => or(`${game}.about`, "")

/** How strong a bot is, in words. */
export const levelName = (level: string): string => or(`shell.level.${level}`, level)

/** An option of a game and its values, in words. */
export const optionName = (game: string, option: string): string => or(`${game}.option.${option}.name`, option)
export const optionValue = (game: string, option: string, value: string): string =>
  or(`${game}.option.${option}.${value}`, value)
export const optionHelp = (game: string, option: string, value: string): string =>
  or(`${game}.option.${option}.${value}_help`, "")
