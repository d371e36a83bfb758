// Whatever happens in the expansion is told in short lines, in every language, and travels between places of the board.
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"

import { describe, expect, test } from "vitest"

import { eventsOf } from "../src/games/second-kind/consequence"
import { journeys } from "../src/games/second-kind/flights"
import { LOG } from "../src/games/second-kind/log"
import { noticeOf } from "../src/games/second-kind/notice"
import { tileName } from "../src/games/second-kind/names"
import { TOKENS } from "../src/games/second-kind/tiles"
import { trail } from "../src/games/second-kind/trail"
import type { LogPiece } from "../src/lib/log"
import { words } from "../src/lib/text.svelte"
import type { Entry, EventOut, SecondKindView } from "../src/wire"

interface Told {
  game: number
  entry: Entry
  view: SecondKindView
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url))
const RECORDS = ["shrimps-2-yes", "tiles-3-dealt"].map((name) => `tests/second_kind/fixtures/${name}.txt`)
const said = execFileSync("python3", ["-m", "tests.page_events", "3", ...RECORDS], { cwd: ROOT, maxBuffer: 1 << 28 })
const [texts, ...told] = said
  .toString()
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as unknown) as [Record<string, Record<string, string>>, ...Told[]]

const event = (kind: string, data: Record<string, unknown>): EventOut => ({
  kind,
  text: "",
  data: { kind, seat: 1, ...data },
})
const RARE = [
  event("unlocked", { lies: "wg" }),
  event("shifted", { lies: "wg", onto: "wo" }),
  event("card_cancelled", { card: "lucky-dip" }),
  event("crown_moved", { cell: "1a3", to: "1b3" }),
]
const events = [...told.flatMap(({ entry }) => entry.events), ...RARE]
const BY_SENTENCE = ["turn_begins", "game_ends"]

const spoken = (piece: LogPiece): string => (typeof piece === "string" ? piece : piece.name)
const speaks = (pieces: LogPiece[]): void => {
  const text = pieces.map(spoken).join("")
  expect(text.trim()).not.toBe("")
  expect(text).not.toMatch(/[{}]|[a-z]\.[a-z]|undefined/)
}

describe.each(["en", "fr", "it"])("in %s", (language) => {
  test("every event has a short line", () => {
    words.texts = texts[language]!
    for (const one of events) {
      if (BY_SENTENCE.includes(one.kind)) continue
      const line = LOG.line(one)
      expect(line, one.kind).not.toBeNull()
      speaks(line!)
    }
  })

  test("every turn has a summary, every kind of move and every tile a name", () => {
    words.texts = texts[language]!
    for (const { entry } of told) {
      const done = entry.events.filter(({ kind }) => !BY_SENTENCE.includes(kind))
      const summary = LOG.turn(done)
      if (summary.length > 0) speaks(summary)
    }
    for (const verb of LOG.verbs!) speaks([LOG.action!(verb).name])
    for (const tile of TOKENS) speaks([tileName(tile)])
  })
})

test("what travels is a piece, between a space of the board or a thing on it", () => {
  words.texts = texts["en"]!
  const kinds = new Set<string>()
  for (const { entry, view } of told) {
    for (const { kind, of, from, to } of journeys(eventsOf(entry.events), view)) {
      kinds.add(kind)
      expect([from.length > 0, to.length > 0], entry.move).toEqual([true, true])
      expect([...from, ...to].join(), entry.move).not.toMatch(/undefined|null|"0"/)
      if (kind === "tile") expect(TOKENS, entry.move).toContain(of)
      if (kind === "cube" || kind === "polyp") expect("wyopg", entry.move).toContain(of)
    }
  }
  expect([...kinds].sort()).toEqual(expect.arrayContaining(["back", "blue", "card", "crown", "cube", "shrimp", "tile"]))
})

test("of an eaten coral every tile goes somewhere", () => {
  const meals = told.filter(({ entry }) => entry.events.some(({ kind }) => kind === "coral_taken"))
  expect(meals.length).toBeGreaterThan(5)
  for (const { entry, view } of meals) {
    const tiles = entry.events.find(({ kind }) => kind === "coral_taken")!.data["tiles"] as string[]
    const gone = journeys(eventsOf(entry.events), view).filter(({ kind }) => kind === "tile")
    expect(gone.map(({ of }) => of).sort()).toEqual([...tiles].sort())
  }
})

test("a card that is being decided on is always the one that is shown", () => {
  let log: Entry[] = []
  let game = -1
  let shown = 0
  for (const { game: which, entry, view } of told) {
    log = which === game ? [...log, entry] : [entry]
    game = which
    if (!view.turn.card || view.turn.asked === "chance") continue
    shown++
    expect(noticeOf(log, view), entry.move).toMatchObject({ card: view.turn.card, seat: view.turn.card_of })
    expect(["asked", "deciding"]).toContain(noticeOf(log, view)!.state)
  }
  expect(shown).toBeGreaterThan(30)
})

test("marks are on spaces that there are", () => {
  for (const { entry } of told)
    for (const cell of Object.keys(trail(entry.events).cells)) expect(cell).toMatch(/^[1-4][za-h][0-7]$/)
})
