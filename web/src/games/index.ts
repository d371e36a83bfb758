// The games that this page can draw. A new one is a folder beside the others and a line here.
import type { Component, Snippet } from "svelte"

import type { Table } from "../lib/table.svelte"
import Reef from "./reef/Board.svelte"
import ReefEncounter from "./reef-encounter/Board.svelte"
import ReefScoring from "./reef/Scoring.svelte"
import ReefEncounterScoring from "./reef-encounter/Scoring.svelte"
import { KEYS as REEF_KEYS } from "./reef/keys"
import { KEYS as REEF_ENCOUNTER_KEYS } from "./reef-encounter/keys"

/** What a board gets: the table, the game's facts (boards, cards), and parts of the frame to set where they fit. */
export interface BoardProps {
  table: Table
  facts: Record<string, unknown>
  log: Snippet
  tools: Snippet
}

export const BOARDS: Record<string, Component<BoardProps>> = { "reef-encounter": ReefEncounter, reef: Reef }

/** The score of a finished game, worked out. */
export const SCORINGS: Record<string, Component<{ table: Table }>> = {
  "reef-encounter": ReefEncounterScoring,
  reef: ReefScoring,
}

/** The keys of a board, with the texts that say what they do. */
export const KEYS: Record<string, { key: string; text: string }[]> = {
  "reef-encounter": REEF_ENCOUNTER_KEYS,
  reef: REEF_KEYS,
}
