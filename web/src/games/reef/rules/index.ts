// The rules page of Reef. Its words are texts: rules-reef.ID.title and .text.
import type { Book } from "../../../rules/contents"

export { default as Emblem } from "./Emblem.svelte"
export { default as Figure } from "./Figure.svelte"

export const BOOK: Book = {
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
}
