// The log as people read it: turn by turn, in short lines with small pictures instead of the words for pieces.
import type { Component } from "svelte"

import type { Entry, EventOut } from "../wire"
import { t } from "./text.svelte"

/** A bit of a line: words, or a picture that the game draws, with its name for who cannot see it. */
export type LogPiece = string | { picture: string; name: string }

/** How a game tells what happened. Where it has no words, the server's sentence stands. */
export interface LogWords {
  /** A line without who did it; null: the sentence says it best. */
  line: (event: EventOut) => LogPiece[] | null
  /** All that was done in a turn, in one line. */
  turn: (events: EventOut[]) => LogPiece[]
  /** What kinds of moves there are, by their first word, in the order in which a turn goes. */
  verbs?: string[]
  /** What a kind of moves is called, with a picture. */
  action?: (verb: string) => { name: string; picture: string | null }
  /** Whether something is worth a mark when one goes through the game: a score, a meal. */
  marks?: (event: EventOut) => boolean
  /** Answers that change nothing: many of them are one line. */
  quiet?: { is: (event: EventOut) => boolean; line: (events: EventOut[]) => LogPiece[] }
  /** Draws a picture. Many are in sight at once: few strokes, nothing clipped, moved or filtered. */
  Picture: Component<{ picture: string }>
}

/** The lines of one turn, or of one seat while the game is set up. */
export interface Turn {
  seat: number
  /** What opened it, as the line before it told. */
  begins: EventOut | null
  lines: Entry[]
}

const BEGINNINGS = ["turn_begins", "extra_begins"]

export const isBeginning = (event: EventOut): boolean => BEGINNINGS.includes(event.kind)

/** What a line did, without the turn that begins after it. */
export const doneIn = (entry: Entry): EventOut[] => entry.events.filter((event) => !isBeginning(event))

/** A log in turns. Those that are as before are the same objects, so that nothing of them is drawn anew. */
export function turnsOf(log: Entry[], before: Turn[] = []): Turn[] {
  const turns: Turn[] = []
  let now: Turn | null = null
  for (const entry of log) {
    // What others are asked in a turn that has begun belongs to it.
    if (!now || (!now.begins && entry.seat > 0 && now.seat > 0 && entry.seat !== now.seat)) {
      now = { seat: entry.seat, begins: null, lines: [] }
      turns.push(now)
    }
    if (now.seat === 0) now.seat = entry.seat
    now.lines.push(entry)
    const begins = entry.events.find(isBeginning)
    if (begins) {
      now = { seat: begins.data["seat"] as number, begins, lines: [] }
      turns.push(now)
    }
  }
  const known = new Map(before.map((turn) => [keyOf(turn), turn]))
  return turns.map((turn) => known.get(keyOf(turn)) ?? turn)
}

/** A turn is another one when a line has come or gone. */
const keyOf = ({ seat, begins, lines }: Turn): string =>
  [seat, begins?.kind, begins?.text, lines[0]?.line, lines.length, lines.at(-1)?.events.map((one) => one.text)].join(
    " ",
  )

/** A line of a turn as it is shown: what it did, or some answers that changed nothing, one after the other. */
export interface LogRow {
  /** The last of its lines, and the number of the first. */
  entry: Entry
  since: number
  events: EventOut[]
  quiet: boolean
}

export function rowsOf(lines: Entry[], quiet: (event: EventOut) => boolean = () => false): LogRow[] {
  const rows: LogRow[] = []
  for (const entry of lines) {
    const done = doneIn(entry)
    const loud = done.filter((event) => !quiet(event))
    const last = rows.at(-1)
    if (loud.length > 0) rows.push({ entry, since: entry.line, events: loud, quiet: false })
    else if (last?.quiet && done.length > 0)
      rows[rows.length - 1] = { ...last, entry, events: [...last.events, ...done] }
    else if (done.length > 0) rows.push({ entry, since: entry.line, events: done, quiet: true })
  }
  return rows
}

/** Whose doing an event is, if it is not that of whose turn it is. */
export function other(event: EventOut, entry: Entry, turn: Turn): number {
  const seat = Number(event.data["seat"] ?? 0)
  return entry.seat > 0 && entry.seat !== turn.seat && seat !== turn.seat ? seat : 0
}

/** A sentence without the name that it begins with: the heading above it has said it. */
export function nameless(text: string, name: string): string {
  if (!text.startsWith(`${name} `)) return text
  const rest = text.slice(name.length + 1)
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** A text behind a key, in pieces: what stands for a {name} may be a picture, or several. */
export function pieces(key: string, values: Record<string, LogPiece | LogPiece[] | number> = {}): LogPiece[] {
  return t(key)
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .flatMap((part) => {
      const value = values[/^\{(\w+)\}$/.exec(part)?.[1] ?? ""]
      if (value === undefined) return [part]
      return typeof value === "number" ? [`${value}`] : value
    })
}

/** Several parts of a line, with something between them. */
export const joined = (parts: LogPiece[][], between: string): LogPiece[] =>
  parts.flatMap((part, at) => (at > 0 ? [between, ...part] : part))
