// Who shall sit where, while a table is being set up.
import { house, someName, usualBot } from "./house.svelte"
import type { SeatWish, TableInfo } from "../wire"

export const WHO = ["me", "friend", "open", "bot"] as const

export interface Wish {
  who: (typeof WHO)[number]
  bot: string
  name: string
}

const wish = (who: Wish["who"], place: number): Wish => ({
  who,
  bot: usualBot(),
  name: place === 0 ? house.name || someName() : someName(place),
})

/** What newcomers most likely want: to sit first, against bots. */
export const usualSeats = (count: number): Wish[] =>
  Array.from({ length: count }, (_, place) => wish(place === 0 ? "me" : "bot", place))

/** More or fewer seats; who is there already stays. */
export const resized = (wishes: Wish[], count: number): Wish[] =>
  Array.from({ length: count }, (_, place) => wishes[place] ?? wish("bot", place))

/** The same seats as at a table, to play once more: other people come by the link. */
export const sameSeats = (info: TableInfo): Wish[] =>
  info.seats.map((seat, place) => ({
    who: seat.mine ? "me" : seat.who === "bot" ? "bot" : seat.who === "open" ? "open" : "friend",
    bot: seat.bot ?? usualBot(),
    name: (seat.mine ? seat.name : null) ?? wish("me", place).name,
  }))

/** As the server wants it. */
export const asked = (wishes: Wish[]): SeatWish[] =>
  wishes.map(({ who, bot, name }) => {
    if (who === "bot") return { who, bot }
    return who === "me" ? { who, name: name.trim() || null } : { who }
  })

/** How the device's person is called in a set-up: the name in the first seat that is theirs. */
export const ownName = (wishes: Wish[]): string => wishes.find((wish) => wish.who === "me")?.name ?? ""
