import { expect, test } from "vitest"

import type { EventOut } from "../../wire"
import { planned } from "./plan"

const step = (kind: string, data: Record<string, unknown>): { events: EventOut[] } => ({
  events: [{ kind, data, text: "" } as EventOut],
})

test("the steps of a plan stand on the spaces that they name", () => {
  const steps = [
    step("larva_played", { seat: 1, colour: "w" }),
    step("placed", { seat: 1, colour: "w", cell: "1b2" }),
    step("shrimp_moved", { seat: 1, cell: "1b2", to: "1c3" }),
    step("collected", { seat: 1, colour: "y", tiles: "" }),
  ]
  expect(planned(steps, 0).map(({ cell, step }) => [cell, step])).toEqual([
    ["1b2", 2],
    ["1c3", 3],
  ])
  expect(planned(steps.slice(1), 1).map(({ step }) => step)).toEqual([2, 3])
})
