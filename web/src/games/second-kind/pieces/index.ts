// The pieces of the expansion, beside those of the base game.
export { default as ActionIcon } from "./ActionIcon.svelte"
export { default as BlueShrimp } from "./BlueShrimp.svelte"
export { default as Card } from "./Card.svelte"
export { default as CardBack } from "./CardBack.svelte"
export { default as CardMark } from "./CardMark.svelte"
export { default as Clownfish } from "./Clownfish.svelte"
export { default as Crown } from "./Crown.svelte"
export { default as Tile } from "./Tile.svelte"
