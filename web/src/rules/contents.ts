// What the rules pages hold, in order. The words are texts: rules-GAME.ID.title and .text.
export interface Section {
  id: string
  figures?: string[]
}

export interface Book {
  sections: Section[]
  /** Actions that are explained one by one after the section `turn`. */
  actions: number
  rulings: string[]
}

export const BOOKS: Record<string, Book> = {
  "reef-encounter": {
    sections: [
      { id: "aim" },
      { id: "pieces", figures: ["corals"] },
      { id: "setup" },
      { id: "hidden" },
      { id: "turn" },
      { id: "placing", figures: ["growth", "guard"] },
      { id: "attacking", figures: ["attack"] },
      { id: "shrimps", figures: ["protect"] },
      { id: "consumed" },
      { id: "tiles_and_algae", figures: ["tile"] },
      { id: "end" },
      { id: "scoring" },
      { id: "advanced" },
      { id: "hints" },
    ],
    actions: 10,
    rulings: [
      "tiles",
      "sea",
      "start player",
      "cubes",
      "coral tiles",
      "order",
      "open action",
      "four",
      "empty",
      "guard",
      "attack",
      "protected",
      "split",
      "growth",
      "two per rock",
      "one per coral",
      "bare rock",
      "screen",
      "action 6",
      "action 7",
      "locking",
      "last tile",
      "action 8",
      "refill",
      "shortage",
      "eating",
      "end at once",
      "full",
      "ties",
      "record",
    ],
  },
  reef: {
    sections: [
      { id: "aim" },
      { id: "cards", figures: ["card"] },
      { id: "setup" },
      { id: "hidden" },
      { id: "turn" },
      { id: "take" },
      { id: "play" },
      { id: "patterns", figures: ["height", "around"] },
      { id: "end" },
      { id: "winning" },
      { id: "variant" },
    ],
    actions: 0,
    rulings: [
      "start",
      "start player",
      "hand",
      "top card",
      "score",
      "short supply",
      "height",
      "scoring",
      "end",
      "ties",
      "record",
    ],
  },
}

/** A ruling's name as an anchor: `open action` is at #open-action. */
export const anchor = (ruling: string): string => ruling.replaceAll(" ", "-")

/** The anchor that an address asks for, however it is written. */
export function wanted(hash: string): string {
  try {
    return anchor(decodeURIComponent(hash.slice(1)))
  } catch {
    return hash.slice(1)
  }
}
