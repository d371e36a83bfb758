import { expect, test } from "vitest"

import { byTouch } from "../../play/options"
import type { ReefView } from "../../wire"
import { readOption, wished } from "./options"

const view = { phase: "turn", display: [{ card: 5, points: 0 }] } as unknown as ReefView
const moves = (texts: string[], touch: string, ...chosen: string[]): string[] => {
  const options = texts.map((text) => readOption(text, "r"))
  return (byTouch(options, chosen).get(touch) ?? []).map(({ move }) => move)
}

test("a space means the piece in the fingers; another one has to be taken first", () => {
  const lay = ["lay r b2", "lay y b2"]
  expect(moves(lay, "cell:b2")).toEqual(["lay r b2"])
  expect(moves(lay, "cell:b2", "piece:y")).toEqual(["lay y b2"])
})

test("a card of the display is taken, or paid on once the deck is wanted", () => {
  const turn = ["take 5", "take 6", "top 5", "top 6", "play 9"]
  expect(moves(turn, "card:5")).toEqual(["take 5"])
  expect(moves(turn, "deck")).toEqual(["top 5", "top 6"])
  expect(moves(turn, "card:5", "deck")).toEqual(["top 5"])
})

test("cards are carried to the reef or into the hand", () => {
  const turn = ["take 5", "top 5", "play 9"]
  expect(moves(turn, "reef", "card:9")).toEqual(["play 9"])
  expect(moves(turn, "hand", "card:5")).toEqual(["take 5"])
  expect(moves(turn, "hand", "deck")).toEqual(["top 5"])
  expect(moves(turn, "reef", "card:5")).toEqual([])
})

test.each([
  ["cell:b2", [], "lay r b2"],
  ["cell:b2", ["piece:g"], "lay g b2"],
  ["card:5", [], "take 5"],
  ["card:5", ["deck"], "top 5"],
  ["card:9", [], "play 9"],
  ["deck", [], "top 5"],
  ["reef", [], null],
])("touching %s after %j wishes for %s", (touch, chosen, move) => {
  expect(wished(touch, chosen, view, "r")).toBe(move)
})
