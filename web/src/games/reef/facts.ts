// What was counted in many games of Reef that no other game has.
import type { FactTopic } from "../../facts/topics"
import { t } from "../../lib/text.svelte"
import FactCard from "./FactCard.svelte"
import FactPattern from "./FactPattern.svelte"
import FactPiece from "./FactPiece.svelte"

const PART = "facts-reef"
const colour = (letter: string): string => t(`reef.colour.${letter === "*" ? "any" : letter}`)
const card = (number: string): string => t(`${PART}.number`, { number })

/** Patterns whatever their colours, as the game writes them, and the names of their texts. */
const FAMILIES: Record<string, string> = {
  a: "one",
  a2: "two_high",
  a3: "three_high",
  a4: "four_high",
  "*2": "any_two",
  "*3": "any_three",
  "*4": "any_four",
  "*2 *2": "any_pair",
  "a2 a2": "pair_high",
  "a b": "pair",
  "a a / a a": "square",
  "a . / a a": "corner",
  "a a a": "row",
  "a . . / . a . / . . a": "diagonal",
  "a2+ . / . b2+": "across",
  around: "around",
}
const pattern = (family: string): string => (FAMILIES[family] ? t(`${PART}.family.${FAMILIES[family]}`) : family)

export const TOPICS: FactTopic[] = [
  { topic: "first", way: "fares", part: PART },
  { topic: "taken", way: "fares", part: PART, name: card, Mark: FactCard, few: 6 },
  { topic: "start", way: "fares", part: PART, name: colour, Mark: FactPiece },
  { topic: "plays", way: "fares", part: PART },
  { topic: "pattern", way: "mean", part: PART, name: pattern, Mark: FactPattern, few: 16 },
  { topic: "card", way: "mean", part: PART, name: card, Mark: FactCard, few: 6 },
  { topic: "colour", way: "mean", part: PART, name: colour, Mark: FactPiece },
  { topic: "left", way: "none", part: PART, name: colour, Mark: FactPiece },
]
