import { beforeEach, expect, test } from "vitest"

import type { Hello, SeatInfo, TableInfo } from "../wire"
import { house } from "./house.svelte"
import { against, asked, nameAt, opponents, ownName, resized, sameSeats, usualSeats } from "./seats"
import { words } from "./text.svelte"

beforeEach(() => {
  words.texts = { "shell.names": "Coral, Crab, Eel" }
  house.hello = { name: "Ada", games: [], bots: ["easy", "usual"], characters: [], version: "" } as Hello
  house.name = "Ada"
})

test("a newcomer sits first, against bots that are not the easiest", () => {
  expect(asked(usualSeats(3))).toEqual([
    { who: "me", name: "Ada" },
    { who: "bot", bot: "usual" },
    { who: "bot", bot: "usual" },
  ])
})

test("what has a character is no level", () => {
  house.hello = { ...house.hello!, bots: ["easy", "usual", "wild"], characters: ["wild"] }
  expect(house.levels).toEqual(["easy", "usual"])
  expect(asked(usualSeats(2))[1]).toEqual({ who: "bot", bot: "usual" })
})

test("who sits already stays when seats are added or taken away", () => {
  const wishes = usualSeats(2)
  wishes[1] = { who: "friend", bot: "", name: null }
  const more = resized(wishes, 4)
  expect(more.map(({ who }) => who)).toEqual(["me", "friend", "friend", "friend"])
  expect(resized(more, 2)).toEqual(wishes)
})

test("a name of spaces is no name, and only one's own seat has one", () => {
  expect(asked([{ who: "me", bot: "", name: "  " }])).toEqual([{ who: "me", name: null }])
  expect(asked([{ who: "open", bot: "easy", name: "Eel" }])).toEqual([{ who: "open" }])
  expect(ownName([...usualSeats(2)].reverse())).toBe("Ada")
})

test("one's own name goes along to any seat, and is not another's", () => {
  const wishes = usualSeats(2)
  wishes[0] = { who: "bot", bot: "usual", name: null }
  wishes[1] = { who: "me", bot: "usual", name: null }
  expect([nameAt(wishes, 1), ownName(wishes)]).toEqual(["Ada", "Ada"])
  const both = usualSeats(2).map((wish) => ({ ...wish, who: "me" as const }))
  expect(asked(both).map(({ name }) => name)).toEqual(["Ada", "Crab"])
  expect(ownName(both)).toBe("Ada")
})

test("whom one plays against is one word if it is simple", () => {
  const wishes = usualSeats(3)
  expect(opponents(wishes)).toBe("usual")
  expect(opponents(against(wishes, "friend"))).toBe("friend")
  expect(asked(against(wishes, "easy")).slice(1)).toEqual([
    { who: "bot", bot: "easy" },
    { who: "bot", bot: "easy" },
  ])
  wishes[1]!.who = "open"
  expect(opponents(wishes)).toBe(null)
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
