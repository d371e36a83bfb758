// Moves of the expansion taken apart. A polyp is followed by up to three words, each of which may be left out: what they
// are is seen in them.
import { readMove } from "../../lib/moves"
import type { SecondKindMove } from "../../wire"

const SIDES = /^[ns][ew]$/

export type PolypMove = Extract<SecondKindMove, { verb: "polyp" }>

export function readSecond(text: string): SecondKindMove | null {
  const [verb, cell = "", ...rest] = text.split(" ")
  if (verb !== "polyp") return readMove("second-kind", text)
  const move: PolypMove = { verb, cell }
  for (const word of rest) {
    if (word === "c") move.consumed = word
    else if (SIDES.test(word)) move.sides = word
    else move.tile = word
  }
  return move
}
