// Cards and stacks in words, for those who hear the page.
import { deck, rows, type Asked } from "./deck.svelte"
import { t } from "../../lib/text.svelte"

const colour = (letter: string): string => t(`reef.colour.${letter === "*" ? "any" : letter}`)

/** Pieces from the bottom up, as words. */
export const piecesInWords = (letters: string): string => [...letters].map(colour).join(", ")

function cell(asked: Asked): string {
  if (!asked) return t("reef.card.free")
  const name = colour(asked.colour)
  if (!asked.height) return name
  const height = asked.height[0]!
  return t(asked.height.endsWith("+") ? "reef.card.at_least" : "reef.card.exactly", { colour: name, height })
}

/** A card in one sentence. */
export function says(card: number): string {
  const facts = deck.of(card)
  if (!facts) return t("reef.card.unknown", { card })
  const values = { card, gives: piecesInWords(facts.gives), points: facts.points }
  if (facts.around && facts.scored)
    return t("reef.card.around", { ...values, around: colour(facts.around), scored: colour(facts.scored) })
  const pattern = rows(facts.pattern ?? [])
    .map((row) => row.map(cell).join(", "))
    .join("; ")
  return t("reef.card.pattern", { ...values, pattern })
}

/** A card that one could play or take: in one sentence, and what it would score now. */
export function saysWorth(card: number, points: number | undefined): string {
  return points === undefined ? says(card) : t("reef.worth.card", { says: says(card), points })
}

/** A space and what lies on it. */
export function spaceInWords(cell: string, stack: string): string {
  if (!stack) return t("reef.space.empty", { cell })
  return t("reef.space.stack", { cell, colour: colour(stack.at(-1)!), height: stack.length })
}
