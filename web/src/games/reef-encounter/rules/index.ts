// The rules page of Reef Encounter. Its words are texts: rules-reef-encounter.ID.title and .text.
import type { Book } from "../../../rules/contents"

export { default as Emblem } from "./Emblem.svelte"
export { default as Figure } from "./Figure.svelte"

export const BOOK: Book = {
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
}
