import { expect, test } from "vitest"

import type { EventOut } from "../../wire"
import { planned } from "./plan"

const step = (kind: string, data: Record<string, unknown>): { events: EventOut[] } => ({
  events: [{ kind, text: "", data: { kind, ...data } }],
})

test("steps are numbered where something comes; those about no space have no number", () => {
  const steps = planned(
    [
      step("crown_attacked", { cell: "1d4", to: "1d5" }),
      step("card_played", { card: "lucky-dip" }),
      step("terrain_laid", { tile: "rock", cell: "1z3" }),
      step("blue_moved", { cell: "1c2", to: null }),
      step("laid", { cell: "1d5" }),
    ],
    2,
  )
  expect(steps.map(({ cell, step }) => [cell, step])).toEqual([
    ["1d5", 3],
    ["1z3", 5],
    ["1c2", 6],
  ])
  expect(steps[1]!.x).toBeLessThan(0)
})
