// What the phone's tabs show of the sheets behind them.
export { default as LogTab } from "./LogTab.svelte"
export { default as PlayersTab } from "./PlayersTab.svelte"
export { default as SeaTab } from "./SeaTab.svelte"
export { default as TilesTab } from "./TilesTab.svelte"
