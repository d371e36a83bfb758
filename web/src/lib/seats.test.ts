import { beforeEach, expect, test } from "vitest"

import type { Hello, SeatInfo, TableInfo } from "../wire"
import { house } from "./house.svelte"
import { asked, ownName, resized, sameSeats, usualSeats } from "./seats"
import { words } from "./text.svelte"

beforeEach(() => {
  words.texts = { "shell.names": "Coral, Crab, Eel" }
  house.hello = { name: "Ada", games: [], bots: ["easy", "usual"], version: "" } as Hello
  house.name = "Ada"
})

test("a newcomer sits first, against bots that are not the easiest", () => {
  expect(asked(usualSeats(3))).toEqual([
    { who: "me", name: "Ada" },
    { who: "bot", bot: "usual" },
    { who: "bot", bot: "usual" },
  ])
})

test("who sits already stays when seats are added or taken away", () => {
  const wishes = usualSeats(2)
  wishes[1] = { who: "friend", bot: "", name: "" }
  const more = resized(wishes, 4)
  expect(more.map(({ who }) => who)).toEqual(["me", "friend", "bot", "bot"])
  expect(resized(more, 2)).toEqual(wishes)
})

test("a name of spaces is no name, and only one's own seat has one", () => {
  expect(asked([{ who: "me", bot: "", name: "  " }])).toEqual([{ who: "me", name: null }])
  expect(asked([{ who: "open", bot: "easy", name: "Eel" }])).toEqual([{ who: "open" }])
  expect(ownName([...usualSeats(2)].reverse())).toBe("Ada")
})

test("once more: one's own seat and the bots stay, other people come by the link", () => {
  const seat = (who: SeatInfo["who"], mine = false): SeatInfo => ({ who, mine, name: "Bo", bot: "easy" }) as SeatInfo
  const info = { seats: [seat("person"), seat("person", true), seat("bot"), seat("open")] } as TableInfo
  expect(asked(sameSeats(info))).toEqual([
    { who: "friend" },
    { who: "me", name: "Bo" },
    { who: "bot", bot: "easy" },
    { who: "open" },
  ])
})
