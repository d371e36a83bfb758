// Who shall sit where, while a table is being set up.
import { house, someName, usualBot } from "./house.svelte"
import type { SeatWish, TableInfo } from "../wire"

export const WHO = ["me", "friend", "open", "bot"] as const

export interface Wish {
  who: (typeof WHO)[number]
  bot: string
  /** As it was written here; null: nobody has. */
  name: string | null
}

const wish = (who: Wish["who"], bot = usualBot()): Wish => ({ who, bot, name: null })

/** What newcomers most likely want: to sit first, against bots. */
export const usualSeats = (count: number): Wish[] =>
  Array.from({ length: count }, (_, place) => wish(place === 0 ? "me" : "bot"))

/** More or fewer seats; who is there already stays, and others are as the last one. */
export function resized(wishes: Wish[], count: number): Wish[] {
  const last = wishes.length > 1 ? wishes.at(-1) : undefined
  const more = (): Wish => (last?.who === "friend" ? wish("friend", last.bot) : wish("bot", last?.bot))
  return Array.from({ length: count }, (_, place) => wishes[place] ?? more())
}

/** Whom a person plays against, in one word: a level, a friend, or null for anything more colourful. */
export function opponents(wishes: Wish[]): string | null {
  const [first, ...others] = wishes
  const kinds = new Set(others.map(({ who, bot }) => (who === "bot" ? bot : who)))
  const [only = "me"] = kinds
  return first?.who !== "me" || kinds.size !== 1 || only === "me" || only === "open" ? null : only
}

/** Oneself in the first seat, and all the others of that kind. */
export const against = (wishes: Wish[], kind: string): Wish[] =>
  wishes.map((old, place) => {
    if (place === 0) return { ...old, who: "me" }
    return kind === "friend" ? { ...old, who: "friend" } : { ...old, who: "bot", bot: kind }
  })

/** The same seats as at a table, to play once more: other people come by the link. */
export const sameSeats = (info: TableInfo): Wish[] =>
  info.seats.map((seat) => ({
    who: seat.mine ? "me" : seat.who === "bot" ? "bot" : seat.who === "open" ? "open" : "friend",
    bot: seat.bot ?? usualBot(),
    name: seat.mine ? seat.name : null,
  }))

/** How who sits there is called: in the first seat that is theirs, the person of this device, wherever that is. */
export function nameAt(wishes: Wish[], place: number): string {
  const { name = null } = wishes[place] ?? {}
  if (name !== null) return name
  return place === ownPlace(wishes) ? house.name || house.suggested : someName(place)
}

/** As the server wants it. */
export const asked = (wishes: Wish[]): SeatWish[] =>
  wishes.map(({ who, bot }, place) => {
    if (who === "bot") return { who, bot }
    return who === "me" ? { who, name: nameAt(wishes, place).trim() || null } : { who }
  })

const ownPlace = (wishes: Wish[]): number => wishes.findIndex((wish) => wish.who === "me")

/** How the device's person is called in a set-up; empty if nobody here plays. */
export const ownName = (wishes: Wish[]): string => (ownPlace(wishes) < 0 ? "" : nameAt(wishes, ownPlace(wishes)))
