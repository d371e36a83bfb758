// What may be touched for a move of Reef. Nothing is judged here: moves come from the server, and name their pieces.
import { readMove, verbOf, writeMove } from "../../lib/moves"
import { held, type Option } from "../../play/options"
import type { ReefMove, ReefView } from "../../wire"

/** A move, and what is touched for it; a piece that is not in the fingers has to be touched before its space. */
export function readOption(text: string, colour: string | null): Option {
  const move = readMove("reef", text)
  const { touches = [], source = [], target = [] } = move ? meaning(move, colour) : {}
  return { move: text, touches: [...touches, ...source, ...target], source, target }
}

function meaning(move: ReefMove, colour: string | null): Partial<Omit<Option, "move">> {
  switch (move.verb) {
    case "start":
    case "lay": {
      const [piece, cell] = [`piece:${move.colour}`, `cell:${move.cell}`]
      return move.colour === colour ? { touches: [piece, cell] } : { source: [piece], target: [cell] }
    }
    case "take":
      return { touches: [`card:${move.card}`, "hand"] }
    case "play":
      return { touches: [`card:${move.card}`, "reef"] }
    case "top":
      return { source: ["deck"], target: [`card:${move.card}`, "hand"] }
  }
}

/** The move that someone means who touches something that means nothing here: the server says why not. */
export function wished(touch: string, chosen: string[], view: ReefView, colour: string | null): string | null {
  const card = held([touch], "card")
  const cell = held([touch], "cell")
  const offered = view.display.map((offer) => `${offer.card}`)
  const wish = (move: ReefMove): string => writeMove("reef", move)
  if (cell) {
    const verb = view.phase === "start" ? "start" : "lay"
    return wish({ verb, colour: held(chosen, "piece") ?? colour ?? "r", cell })
  }
  if (touch === "deck") return wish({ verb: "top", card: offered[0] ?? "1" })
  if (!card) return null
  if (!offered.includes(card)) return wish({ verb: "play", card })
  return wish({ verb: chosen.includes("deck") ? "top" : "take", card })
}

/** Whether a move takes a card. */
export const takes = (move: string): boolean => ["take", "top"].includes(verbOf(move))
