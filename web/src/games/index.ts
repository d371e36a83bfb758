// The games that this page can draw: every folder here with an `index.ts`, and those that join from outside.
import type { Component, Snippet } from "svelte"
import joined from "virtual:joined-games"

import type { FactTopic } from "../facts/topics"
import type { LogWords } from "../lib/log"
import type { Place } from "../lib/route.svelte"
import type { Table } from "../lib/table.svelte"
import type { Book } from "../rules/contents"
import type { Topic } from "../tutorial/guide.svelte"
import type { LessonStep } from "../tutorial/lesson.svelte"

/** What a board gets: the table, the game's facts (boards, cards), and parts of the frame to set where they fit. */
export interface BoardProps {
  table: Table
  facts: Record<string, unknown>
  log: Snippet
  tools: Snippet
}

/** Loaded when it is needed. */
type Later<Loaded> = () => Promise<{ default: Loaded }>

/** What a game's folder gives the page. Only the board is a must; without the others there is less to see. */
export interface GameFolder {
  /** As the server calls it. */
  name: string
  board: Later<Component<BoardProps>>
  /** The score of a finished game, worked out. */
  scoring?: Later<Component<{ table: Table }>>
  /** For the start page. */
  Picture?: Component
  /** The keys of the board, with the texts that say what they do. */
  keys?: { key: string; text: string }[]
  /** How the log tells what happened, with pictures of the pieces. */
  log?: () => Promise<{ LOG: LogWords }>
  lesson?: () => Promise<{ STEPS: LessonStep[] }>
  /** What the coach of a first game says, and when. */
  guide?: () => Promise<{ TOPICS: Topic[] }>
  rules?: () => Promise<RulesParts>
  /** What was counted in many games that only this one has, and how it is shown. */
  facts?: () => Promise<{ TOPICS: FactTopic[] }>
}

/** The rules page of a game: what it holds, a few pieces above its title, and its pictures by their names. */
export interface RulesParts {
  BOOK: Book
  Emblem?: Component
  /** `asked`: the anchor that the address names. */
  Figure?: Component<{ figure: string; asked?: string }>
}

const own = Object.values(import.meta.glob<GameFolder>("./*/index.ts", { eager: true, import: "default" }))

export const GAMES: Partial<Record<string, GameFolder>> = Object.fromEntries(
  [...own, ...joined].map((game) => [game.name, game]),
)

/** The game of the table that this page was opened at, as the server wrote it into its head. */
const opened = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="atoll-page"]')?.content

/** Fetch what a place will need of the games, before it asks; of a table that was made meanwhile all boards may be. */
export async function fetchAhead(place: Place): Promise<void> {
  const game = "game" in place && place.game ? GAMES[place.game] : undefined
  const known =
    place.page === "learn" || (place.page === "puzzles" && place.puzzle)
      ? game
      : place.page === "table"
        ? GAMES[opened() ?? ""]
        : undefined
  const some = known ? [known] : place.page === "table" ? Object.values(GAMES) : []
  const boards = some.map((one) => one?.board())
  const parts = place.page === "rules" || place.page === "learn" ? [game?.rules?.(), game?.lesson?.()] : []
  if (place.page === "facts") parts.push(game?.rules?.())
  await Promise.allSettled([...boards, ...parts])
}

/** The board of a game; one that brings none has its moves listed. */
export const boardOf = async (name: string): Promise<Component<BoardProps>> =>
  (await (GAMES[name]?.board ?? (() => import("./Plain.svelte")))()).default
