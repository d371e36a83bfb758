// What was counted in many games with the expansion: what the base game counts, and its cards.
import type { FactTopic } from "../../facts/topics"
import { OPENINGS, WORTH } from "../reef-encounter/facts"
import { cardName } from "./names"

export const TOPICS: FactTopic[] = [
  ...OPENINGS,
  ...WORTH,
  { topic: "card", way: "fares", part: "facts-second-kind", name: cardName, few: 7 },
]
