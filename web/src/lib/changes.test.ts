import { expect, test } from "vitest"

import type { Story } from "../wire"
import { change, viewAt } from "./changes"

const changed = (view: unknown, ...args: Parameters<typeof change>[1]): unknown => {
  change(view, args)
  return view
}

test("a change reaches deep into a view", () => {
  const view = { players: [{ points: 1 }, { points: 2 }] }
  expect(changed(view, { path: ["players", 1, "points"], value: 5, gone: false })).toEqual({
    players: [{ points: 1 }, { points: 5 }],
  })
})

test("what is gone is no longer there", () => {
  const view = { polyps: { a1: "w", a2: "o" } }
  expect(changed(view, { path: ["polyps", "a1"], value: null, gone: true })).toEqual({ polyps: { a2: "o" } })
})

test("changes are carried out in their order", () => {
  const grown = { path: ["rocks"], value: { 1: {} }, gone: false }
  expect(changed({}, grown, { path: ["rocks", "1", "a1"], value: "w", gone: false })).toEqual({
    rocks: { 1: { a1: "w" } },
  })
  expect(grown.value).toEqual({ 1: {} })
})

test("a story can be looked at after any line, again and again", () => {
  const step = (line: number): Story["steps"][number] => ({
    line,
    seat: 1,
    move: "",
    events: [],
    changes: [{ path: ["count"], value: line, gone: false }],
  })
  const story = { seat: 1, first: { count: 0 }, steps: [step(1), step(3), step(4)] } as unknown as Story
  expect([0, 1, 2, 3, 4].map((lines) => viewAt(story, lines))).toEqual([0, 1, 1, 3, 4].map((count) => ({ count })))
  expect(story.first).toEqual({ count: 0 })
})
