// A picture of each game, for the start page.
import type { Component } from "svelte"

import Reef from "./Reef.svelte"
import ReefEncounter from "./ReefEncounter.svelte"

export const PICTURES: Record<string, Component> = { "reef-encounter": ReefEncounter, reef: Reef }
