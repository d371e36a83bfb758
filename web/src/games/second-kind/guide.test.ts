import { expect, test } from "vitest"

import type { Sight } from "../../tutorial/guide.svelte"
import type { EventOut, SecondKindView } from "../../wire"
import { TOPICS } from "./guide"

const event = (kind: string, data: Record<string, unknown> = {}): EventOut => ({ kind, text: "", data })

function sight(more: Partial<Sight> & { hand?: Record<string, number>; unplayed?: string[] } = {}): Sight {
  const { hand = { w: 2 }, unplayed = [], ...rest } = more
  const view = {
    game: "reef-encounter",
    expansion: "yes",
    you: 1,
    phase: "turn",
    turn: { stage: "main", asked: null, open: null, acted: false },
    rocks: [],
    marks: { blue: ["lucky-dip"], clownfish: [] },
    end: { next: [] },
    players: [{ seat: 1, hand, unplayed, cards: unplayed.length, shrimps_eaten: 0 }],
  } as unknown as SecondKindView
  return { view, moves: ["collect w"], mine: true, done: [event("fish_chosen"), event("collected")], ...rest }
}

const told = (seen: Sight): string[] =>
  TOPICS.filter((topic) => !topic.until?.(seen) && topic.when(seen)).map(({ id }) => id)

test("what is new is said when it is there", () => {
  expect(told(sight({ moves: ["crown 1d4 1d5"] }))[0]).toBe("crown")
  expect(told(sight({ moves: ["pass"] }))[0]).toBe("window")
  expect(told(sight({ hand: { wy: 1, rock: 1 } }))).toEqual(expect.arrayContaining(["bicolour", "rock"]))
  expect(told(sight({ moves: ["buy w", "collect w"] }))).toContain("buy")
})

test("the first coral asks for a card with a blue shrimp, until one has it", () => {
  const done = [event("fish_chosen"), event("shrimp_introduced")]
  expect(told(sight({ done }))).toContain("first")
  expect(told(sight({ done, unplayed: ["free-alga"] }))).toContain("first")
  expect(told(sight({ done, unplayed: ["lucky-dip"] }))).not.toContain("first")
})

test("the base game's topics follow what happens in the words of the expansion", () => {
  const larva = (seen: Sight): boolean => told(seen).includes("polyp")
  const moves = ["polyp 1d5 w2"]
  expect(larva(sight({ moves }))).toBe(true)
  expect(larva(sight({ moves, done: [event("laid", { cell: "1d5", colour: "w" })] }))).toBe(false)
  expect(TOPICS.find(({ id }) => id === "polyp")?.text).toBe("guide-reef-encounter.polyp")
})

test("no two topics have one name", () => {
  const ids = TOPICS.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
