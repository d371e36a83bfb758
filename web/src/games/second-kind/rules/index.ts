// The rules page of the expansion, for those who know the base game. Its words are texts: rules-second-kind.ID.title and .text.
import type { Book } from "../../../rules/contents"

export { default as Emblem } from "./Emblem.svelte"
export { default as Figure } from "./Figure.svelte"

export const BOOK: Book = {
  sections: [
    { id: "new" },
    { id: "setup" },
    { id: "turn" },
    { id: "tiles", figures: ["bicolour", "double", "half", "printed"] },
    { id: "terrain", figures: ["terrain"] },
    { id: "blue", figures: ["shelter"] },
    { id: "eating" },
    { id: "crowns", figures: ["attack"] },
    { id: "cards", figures: ["cards"] },
    { id: "windows" },
    { id: "end" },
    { id: "scoring" },
  ],
  actions: ["0", "8a", "8b", "8c"],
  base: "reef-encounter",
}
