// The cards of Reef as facts of the game, for everything that draws them.

/** A card: the pieces it gives, the points of one occurrence, and its pattern, or who counts around whom. */
export interface CardFacts {
  gives: string
  points: number
  pattern?: string[]
  around?: string
  scored?: string
}

/** A cell of a pattern: `height` is "" where any height will do; null where anything may lie. */
export type Asked = { colour: string; height: string } | null

class Deck {
  private cards = $state.raw<Record<string, CardFacts>>({})

  /** Take in the facts of the game, once they are known. */
  learn(facts: Record<string, unknown>): void {
    if (facts["card"]) this.cards = facts["card"] as Record<string, CardFacts>
  }

  of(card: number): CardFacts | null {
    return this.cards[card] ?? null
  }
}

export const deck = new Deck()

/** A pattern as drawn, row by row. */
export function rows(pattern: string[]): Asked[][] {
  return pattern.map((line) =>
    line.split(" ").map((word) => (word === "." ? null : { colour: word[0]!, height: word.slice(1) })),
  )
}
