// The pieces of Reef, for whoever else wants to draw them; `deck.learn` takes the facts of the game first.
export { default as Card } from "./Card.svelte"
export { deck } from "./deck.svelte"
export { default as Piece } from "./Piece.svelte"
export { default as Reef } from "./Reef.svelte"
export { default as Supply } from "./Supply.svelte"
