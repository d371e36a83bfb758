// What a game has to show beyond what every game has, and how.
import type { Component } from "svelte"

import { words } from "../lib/text.svelte"
import type { FactSet } from "../wire"

/** `fares`: how often it is chosen and wins. Of what is measured: `mean` sizes, `spread` of sizes, `often` for how often
 * each was met, `none` for how often nothing was left. */
export type Way = "fares" | "mean" | "spread" | "often" | "none"

export interface FactTopic {
  topic: string
  way: Way
  /** The part of the texts with its title, its explanation and the names of what it is about. */
  part: string
  /** Another title than the topic's, where one topic is shown in two ways. */
  title?: string
  /** What something is called; else its text in `part`, else its key. */
  name?: (what: string) => string
  /** A small picture of it. */
  Mark?: Component<{ what: string }>
  /** By rank instead of as the game counts them, and only the ends of a long list. */
  few?: number
}

/** The name of something that a game counted. */
export function named({ part, topic, name }: FactTopic, what: string): string {
  return name ? name(what) : (words.texts[`${part}.${topic}.${what}`] ?? what)
}

/** What to show of a game that says nothing about how: all of it, as it comes. */
export function plainTopics(page: string, sets: FactSet[]): FactTopic[] {
  const part = `facts-${page}`
  const choices = new Set(sets.flatMap((one) => Object.keys(one.choices)))
  const measures = new Set(sets.flatMap((one) => Object.keys(one.measures)))
  return [
    ...[...choices].map((topic): FactTopic => ({ topic, way: "fares", part, few: 6 })),
    ...[...measures].map((topic): FactTopic => ({ topic, way: "mean", part, few: 6 })),
  ]
}
