// What happened, in short lines with pieces instead of words for them.
import { joined, pieces, type LogPiece, type LogWords } from "../../lib/log"
import { t } from "../../lib/text.svelte"
import type { EventOut, ReefEvent } from "../../wire"
import LogPicture from "./LogPicture.svelte"

type Values = Record<string, LogPiece | LogPiece[] | number>

const say = (key: string, values?: Values): LogPiece[] => pieces(`log-reef.${key}`, values)
const piece = (colour: string): LogPiece => ({ picture: colour, name: t(`reef.colour.${colour}`) })
const all = (colours: string): LogPiece[] => [...colours].map(piece)

function line({ data }: EventOut): LogPiece[] | null {
  const event = data as unknown as ReefEvent
  switch (event.kind) {
    case "laid":
      return say("laid", { piece: piece(event.colour), cell: event.cell, height: event.height })
    case "taken":
      return say(event.points ? "taken_points" : "taken", { card: event.card, points: event.points })
    case "top_taken":
      return say("top_taken", { card: event.card })
    case "played":
      return say("played", { card: event.card, pieces: all(event.pieces) })
    case "scored":
      return say(event.times ? "scored" : "scored_none", {
        card: event.card,
        points: event.points,
        times: event.times,
      })
    case "hand_scored":
      return say("hand_scored", { card: event.card, points: event.points })
    default:
      return null
  }
}

/** The card that was taken, or the one that was played with what it brought. */
function turn(events: EventOut[]): LogPiece[] {
  const parts = events.flatMap((event): LogPiece[][] => {
    const data = event.data as unknown as ReefEvent
    if (data.kind === "played") return [say("turn_played", { card: data.card, pieces: all(data.pieces) })]
    if (data.kind === "scored") return [say("turn_points", { points: data.points })]
    return data.kind === "taken" || data.kind === "top_taken" ? [line(event)!] : []
  })
  if (parts.length > 0) return joined(parts, ", ")
  const laid = events.filter(({ kind }) => kind === "laid").map(({ data }) => piece(String(data["colour"])))
  return laid.length > 0 ? laid : events.map(({ text }) => text)
}

export const LOG: LogWords = {
  line,
  turn,
  verbs: ["start", "take", "top", "play", "lay"],
  action: (verb) => ({ name: t(`log-reef.verb_${verb}`), picture: null }),
  marks: ({ kind, data }) => kind === "scored" && Number(data["points"]) > 0,
  Picture: LogPicture,
}
