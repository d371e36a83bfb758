import { beforeEach, expect, test } from "vitest"

import { words } from "../lib/text.svelte"
import type { Chosen, FactSet, SeatFacts, Spread } from "../wire"
import { grouped } from "./groups"
import { endRows, topicRows } from "./rows"
import { endsSay, marginsSay, roundsSay, topicSays, winsSay } from "./sentences"
import { rowTable, spreadTable } from "./tables"
import { plainTopics, type FactTopic } from "./topics"

const seat = (share: number, reach = 0.01): SeatFacts => ({
  share,
  low: share - reach,
  high: share + reach,
  shared: 0,
  score: 50,
})
const chosen = (what: string, times: number, share: number, reach = 0.02): Chosen => ({
  what,
  times,
  often: 0,
  share,
  low: share - reach,
  high: share + reach,
})
const spread = (...sizes: [number, number][]): Spread => ({
  number: sizes.reduce((sum, [, number]) => sum + number, 0),
  mean: 4.25,
  middle: 4,
  sizes,
})
const set = (some: Partial<FactSet> = {}): FactSet => ({
  options: {},
  seats: 3,
  players: "greedy",
  seed: 1,
  games: 4000,
  version: "1",
  command: "atoll facts make",
  wins: [seat(0.3), seat(0.3), seat(0.4)],
  ends: [
    { key: "a", text: "tiles ran out", share: 0.75, low: 0.7, high: 0.8 },
    { key: "b", text: "the sea is empty", share: 0.25, low: 0.2, high: 0.3 },
  ],
  rounds: spread([3, 1], [4, 2], [6, 1]),
  decisions: spread([80, 4]),
  best: spread([50, 4]),
  margins: spread([0, 1], [4, 1], [20, 2]),
  choices: { opening: [chosen("1", 600, 0.4), chosen("2", 400, 0.3), chosen("10", 20, 0.35)] },
  measures: { worth: [{ what: "w", ...spread([0, 1], [2, 3]) }] },
  ...some,
})
const OPENING: FactTopic = { topic: "opening", way: "fares", part: "facts-x" }

beforeEach(() => {
  words.language = "en"
  words.texts = {
    "facts.the_player.3": "The third player",
    "facts.says.wins": "{who} wins most often: {share} of {games} games.",
    "facts.says.wins_even": "even: {low} to {high} of {games}",
    "facts.says.ends": "{share}: {end}; {next_share}: {next}",
    "facts.says.ends_all": "all {games}: {end}",
    "facts.says.rounds": "{low} to {high}, {mean}, {decisions}",
    "facts.says.margins": "{share} within {close}",
    "facts.says.fares": "{often} {often_share}; {best} {share} of {times}, {even}",
    "facts.says.fares_even": "{often}; none beyond {even}",
    "facts.says.none": "{most} {most_value}",
    "facts.says.same": "same {most_value}",
    "facts-x.opening.2": "two",
  }
})

test("who wins is said only where it is beyond doubt", () => {
  expect(winsSay(set())).toBe("The third player wins most often: 40% of 4,000 games.")
  const doubtful = set({ wins: [seat(0.33, 0.05), seat(0.33, 0.05), seat(0.34, 0.05)] })
  expect(winsSay(doubtful)).toBe("even: 33.0% to 34.0% of 4,000")
})

test("ends, length and margins are told by their numbers, as the language writes them", () => {
  expect(endsSay(set())).toBe("75%: tiles ran out; 25%: the sea is empty")
  expect(endsSay(set({ ends: set().ends.slice(0, 1) }))).toBe("all 4,000: tiles ran out")
  expect(roundsSay(set())).toBe("3 to 4, 4.3, 4")
  expect(marginsSay(set())).toBe("50% within 5")
  words.language = "fr"
  expect(endsSay(set({ ends: set().ends.slice(0, 1) }))).toMatch(/^all 4\s000: tiles/u)
})

test("an opening is praised only if it wins clearly more often than chance", () => {
  expect(topicSays(set(), OPENING)).toBe("1 59%; 1 40% of 600, 33%")
  const doubtful = set({ choices: { opening: [chosen("1", 60, 0.36), chosen("2", 40, 0.3)] } })
  expect(topicSays(doubtful, OPENING)).toBe("1; none beyond 33%")
  expect(topicSays(set({ choices: {} }), OPENING)).toBe("")
})

test("numbers stand in the order of their size, ranks by value, names in words", () => {
  expect(topicRows([set()], OPENING).map(({ name }) => name)).toEqual(["1", "two", "10"])
  expect(topicRows([set()], { ...OPENING, few: 2 }).map(({ what }) => what)).toEqual(["1", "10", "2"])
  expect(topicSays(set(), { topic: "worth", way: "none", part: "x" })).toBe("same 25%")
})

test("two sets stand side by side, the larger first, and what one lacks is a gap", () => {
  const strong = set({ players: "planning", games: 200, choices: { opening: [chosen("2", 9, 0.5)] }, ends: [] })
  const other = set({ seats: 2 })
  const groups = grouped([strong, other, set()])
  expect(groups.map(({ sets }) => sets.map(({ players }) => players))).toEqual([["greedy", "planning"], ["greedy"]])
  const { sets } = groups[0]!
  const rows = topicRows(sets, OPENING)
  expect(rows.map(({ values }) => values.map((value) => value?.number ?? null))).toEqual([
    [600, null],
    [400, 9],
    [20, null],
  ])
  expect(rowTable(sets, rows, "fares", String)[1]!.slice(-3)).toEqual(["–", "–", "0"])
  expect(endRows(sets)[0]!.values[1]).toEqual({ value: 0, number: 200 })
  const table = spreadTable(sets, [{ name: "rounds", spreads: sets.map(({ rounds }) => rounds) }])
  expect(table[0]).toEqual(["", "rounds (greedy)", "rounds (planning)"])
  expect(table.slice(1).map((row) => row.length)).toEqual([3, 3, 3, 3])
})

test("a game that says nothing about itself has all of it shown", () => {
  expect(plainTopics("toy", [set()]).map(({ topic, way }) => [topic, way])).toEqual([
    ["opening", "fares"],
    ["worth", "mean"],
  ])
})
