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

  /** Bots with a way of their own, which are no level. */
  get characters(): string[] {
    return this.hello?.characters ?? []
  }

  /** The other bots, each stronger than the one before. */
  get levels(): string[] {
    return this.bots.filter((bot) => !this.characters.includes(bot))
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

/** How a bot is called, what it plays like, and its way in a word if it has a character. */
export const levelName = (level: string): string => or(`shell.level.${level}`, level)
export const levelAbout = (level: string): string => or(`shell.level_about.${level}`, "")
export const levelWay = (level: string): string => or(`shell.level_way.${level}`, "")

/** An option of a game and its values, in words. */
export const optionName = (game: string, option: string): string => or(`${game}.option.${option}.name`, option)
export const optionValue = (game: string, option: string, value: string): string =>
  or(`${game}.option.${option}.${value}`, value)
export const optionHelp = (game: string, option: string, value: string): string =>
  or(`${game}.option.${option}.${value}_help`, "")
