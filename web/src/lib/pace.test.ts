import { expect, test } from "vitest"

import type { EventOut } from "../wire"
import { pace } from "./pace"

const events = (...kinds: string[]): EventOut[] => kinds.map((kind) => ({ kind, text: "", data: {} }))

test("a card is read, an answer that changes nothing is soon over", () => {
  expect(pace(events("laid"), events("laid"))).toBe(1)
  expect(pace(events("laid"), [])).toBe(1)
  expect(pace(events("card_played"), events("passed"))).toBeGreaterThan(1)
  expect(pace(events("passed"), events("passed"))).toBeLessThan(1)
  expect(pace(events("passed"), events("passed", "coral_taken"))).toBe(1)
})
