// A move is a verb and words. Which words a verb has, the server's table says; nobody else takes a move text apart.
import { VERBS, type Moves } from "../wire"

type Game = keyof Moves
type Table = Readonly<Record<string, readonly string[]>>

const optional = (word: string): boolean => word.endsWith("?")
const plain = (word: string): string => word.replace("?", "")

/** A move text taken apart; null if it is none. */
export function readMove<G extends Game>(game: G, text: string): Moves[G] | null {
  const [verb = "", ...said] = text.split(" ")
  const words = (VERBS[game] as Table)[verb]
  if (!words || said.length > words.length || said.length < words.filter((word) => !optional(word)).length) return null
  const named = said.map((word, at) => [plain(words[at]!), word])
  return { verb, ...Object.fromEntries(named) } as Moves[G]
}

/** The text of a move. */
export function writeMove<G extends Game>(game: G, move: Moves[G]): string {
  const words = (VERBS[game] as Table)[move.verb]!
  const said = words.map((word) => (move as Record<string, string | undefined>)[plain(word)])
  return [move.verb, ...said].filter((word) => word !== undefined).join(" ")
}

/** What a move does, by its first word; of any game. */
export const verbOf = (text: string): string => text.split(" ", 1)[0]!
