import { expect, test } from "vitest"

import type { Entry } from "../wire"
import { sinceOwn } from "./news"

const entry = (line: number, seat: number): Entry => ({ line, seat, move: `m${line}`, events: [] })

test("what others did counts since the own last line, without draws", () => {
  const log = [entry(1, 1), entry(2, 2), entry(3, 1), entry(4, 0), entry(5, 2), entry(6, 3)]
  expect(sinceOwn(log, 1).map(({ seat, line }) => [seat, line])).toEqual([
    [2, 5],
    [3, 6],
  ])
})

test("after an own line there is no news, and before the first one all is news", () => {
  expect(sinceOwn([entry(1, 2), entry(2, 1)], 1)).toEqual([])
  expect(sinceOwn([entry(1, 2), entry(2, 3)], 1)).toHaveLength(2)
})

test("an answer that changes nothing is no say", () => {
  const pass: Entry = { ...entry(3, 1), events: [{ kind: "passed", text: "", data: {} }] }
  expect(sinceOwn([entry(1, 1), entry(2, 2), pass, entry(4, 2)], 1).map(({ line }) => line)).toEqual([2, 4])
})
