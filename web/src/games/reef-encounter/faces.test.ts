import { expect, test } from "vitest"

import type { EventOut, ReefEncounterRock } from "../../wire"
import { consequence, NOTHING } from "./consequence"
import { facesOf, spacesOf } from "./faces"

const spaces = spacesOf(1, ["..~", "*.."])
const rock = (polyps: Record<string, string>): ReefEncounterRock =>
  ({ rock: 1, polyps, shrimps: {} }) as unknown as ReefEncounterRock
const placed = consequence([
  { kind: "placed", data: { seat: 1, colour: "w", cell: "1b1" }, text: "" },
] as unknown as EventOut[])

test("corals go on to the sides where they have more polyps", () => {
  const faces = facesOf(spaces, rock({ "1a1": "w", "1b1": "w", "1b2": "y" }), NOTHING, NOTHING, new Map())
  expect(faces.get("1a1")).toMatchObject({ polyp: "w", joins: "e" })
  expect(faces.get("1b1")?.joins).toBe("w")
  expect(faces.get("1a2")).toMatchObject({ polyp: null, mark: "*" })
})

test("only the spaces that change get a new face", () => {
  const before = facesOf(spaces, rock({ "1a1": "w" }), NOTHING, NOTHING, new Map())
  const after = facesOf(spaces, rock({ "1a1": "w" }), placed, NOTHING, before)
  expect(after.get("1b1")).toMatchObject({ ghost: "w" })
  expect(after.get("1a1")).toBe(before.get("1a1"))
  expect(after.get("1a2")).toBe(before.get("1a2"))
})
