// What was counted in many games of Reef Encounter that no other game has.
import type { FactTopic } from "../../facts/topics"
import { t } from "../../lib/text.svelte"
import FactMark from "./FactMark.svelte"

export const PART = "facts-reef-encounter"
const colour = (letter: string): string => t(`${PART}.colour.${letter}`)
const pair = (letters: string): string => [...letters].map(colour).join(", ")
const actions = (verbs: string): string =>
  verbs
    .split("+")
    .map((verb) => t(`${PART}.action.${verb}`))
    .join(", ")

const COLOURS = { part: PART, name: colour, Mark: FactMark }

/** Of the base game and of the expansion. */
export const OPENINGS: FactTopic[] = [
  { topic: "fish", way: "fares", ...COLOURS },
  { topic: "cubes", way: "fares", part: PART, name: pair, Mark: FactMark, few: 5 },
  { topic: "larva", way: "fares", ...COLOURS },
  { topic: "turn", way: "fares", part: PART, name: actions, few: 3 },
]
export const WORTH: FactTopic[] = [
  { topic: "meals", way: "fares", part: PART },
  { topic: "worth", way: "spread", ...COLOURS },
  { topic: "meal", way: "mean", ...COLOURS },
  { topic: "meal", way: "often", title: "eaten", ...COLOURS },
]

export const TOPICS: FactTopic[] = [...OPENINGS, ...WORTH, { topic: "points", way: "mean", ...COLOURS }]
