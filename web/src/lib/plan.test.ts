import { expect, test } from "vitest"
import { ahead, begun, followed, type Plan } from "./plan"
import type { Hint, Step, Undone } from "../wire"

const hint: Hint = {
  type: "hint",
  id: "1",
  steps: ["larva w", "polyp 1c4", "collect y"].map((move) => ({ move, events: [] })),
  reason: "Why",
}
const rest = { version: 1, changes: [], possible: { moves: [], undo: true, window: null, answered: false } }
const step = (line: number, move: string, seat = 1): Step => ({
  ...rest,
  type: "step",
  entry: { line, seat, move, events: [] },
})
const undone = (lines: number): Undone => ({ ...rest, type: "undone", lines })
const after = (...messages: (Step | Undone)[]): Plan | null =>
  messages.reduce<Plan | null>((plan, message) => followed(plan, message, 1), begun(hint, 7))
const present = (plan: Plan | null): string | undefined => ahead(plan)?.steps[0]?.move

test("a plan is followed step by step, and undone step by step", () => {
  expect(present(after())).toBe("larva w")
  expect(present(after(step(8, "larva w")))).toBe("polyp 1c4")
  expect(present(after(step(8, "larva w"), step(9, "polyp 1c4")))).toBe("collect y")
  expect(present(after(step(8, "larva w"), step(9, "polyp 1c4"), undone(8)))).toBe("polyp 1c4")
  expect(present(after(step(8, "larva w"), undone(7)))).toBe("larva w")
})

test("a plan that was played to its end suggests nothing, until a step is taken back", () => {
  const all = [step(8, "larva w"), step(9, "polyp 1c4"), step(10, "collect y")]
  expect(ahead(after(...all))).toBeNull()
  expect(present(after(...all, undone(9)))).toBe("collect y")
})

test("who does something else has no plan any more", () => {
  expect(after(step(8, "larva y"))).toBeNull()
  expect(after(step(8, "larva w", 2))).toBeNull()
  expect(after(step(9, "larva w"))).toBeNull()
  expect(after(undone(6))).toBeNull()
  expect(after(step(8, "larva w"), step(9, "polyp 1c5"), undone(8))).toBeNull()
})
