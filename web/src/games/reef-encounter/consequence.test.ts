import { expect, test } from "vitest"

import type { EventOut, ReefEncounterEvent } from "../../wire"
import { consequence, NOTHING } from "./consequence"

type Facts<Event> = Event extends ReefEncounterEvent ? Partial<Event> & Pick<Event, "kind"> : never
const event = ({ kind, ...data }: Facts<ReefEncounterEvent>, text = ""): EventOut => ({ kind, text, data })

test("what is placed and what grows by itself comes, what is eaten goes", () => {
  const out = consequence([
    event({ kind: "placed", cell: "1d4", colour: "w" }),
    event({ kind: "eaten", cell: "1d4", prey: "o" }),
    event({ kind: "grown", cell: "1d5", colour: "w" }),
  ])
  expect(out.ghosts).toEqual({ "1d4": "w", "1d5": "w" })
  expect(out.sprouting).toEqual(["1d5"])
  expect(out.victims).toEqual(["1d4"])
})

test("a shrimp leaves a space and comes to another, or goes home", () => {
  const moved = consequence([event({ kind: "shrimp_moved", seat: 2, cell: "1a1", to: "1b1" })])
  expect([moved.shrimpsFrom, moved.shrimpsTo]).toEqual([["1a1"], { "1b1": 2 }])
  const home = consequence([event({ kind: "shrimp_moved", seat: 2, cell: "1a1", to: null })])
  expect([home.shrimpsFrom, home.shrimpsTo]).toEqual([["1a1"], {}])
})

test("tiles are called alike, whichever side is up", () => {
  const out = consequence([event({ kind: "turned", tiles: ["wo", "ow"] }), event({ kind: "locked", tile: "yw" })])
  expect([out.tiles, out.locked]).toEqual([["ow", "ow"], "wy"])
})

test("the sentence tells everything but that the turn goes on", () => {
  expect(consequence([event({ kind: "placed" }, "A"), event({ kind: "turn_begins" }, "B")]).sentence).toBe("A")
  expect(NOTHING.sentence).toBe("")
})
