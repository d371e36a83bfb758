// Whatever the rules allow can be said by touching things that lie on the table, or that are offered at the finger.
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"

import { expect, test } from "vitest"

import { COLOURS, readOption } from "../src/games/reef-encounter/options"
import { choiceOf as baseChoice } from "../src/games/reef-encounter/choice"
import { choiceOf } from "../src/games/second-kind/choice"
import { readOptions } from "../src/games/second-kind/options"
import { byTouch, type Option } from "../src/play/options"
import type { ReefEncounterOption } from "../src/games/reef-encounter/options"
import type { ReefEncounterView, SecondKindView } from "../src/wire"

const ROOT = fileURLToPath(new URL("../../", import.meta.url))
const DEEP = 5 // touches that a move may take

interface Position {
  view: SecondKindView | ReefEncounterView
  moves: string[]
}

function positions(option: string, games: number, folder: string): Position[] {
  const asked = ["-m", "tests.page_positions", "reef-encounter", option, `${games}`, folder]
  const said = execFileSync("python3", asked, { cwd: ROOT, maxBuffer: 1 << 28 }).toString()
  return said
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Position)
}

/** What always lies on the table, besides pieces that may be there or not. */
const ALWAYS =
  /^(action|cell|tile|pool|cylinder|take|cube):|^(home|screen|fish|rocks|supply|alga-space|deck|pile|beside)$|^(pass|done|end)$/

function lies(touch: string, view: Position["view"]): boolean {
  const [kind, what = ""] = touch.split(":")
  const own = view.players.find(({ seat }) => seat === view.you)!
  const has = (counts: Record<string, number> | null): boolean => (counts?.[what] ?? 0) > 0
  if (kind === "hand") return has(own.hand) || COLOURS.some((colour) => colour === what)
  if (kind === "consumed") return has(own.consumed)
  if (kind === "card") return "unplayed" in own && (own.unplayed ?? []).includes(what)
  if (kind === "aside") return view.expansion !== "no" && has(view.turn.aside)
  return ALWAYS.test(touch)
}

const NEAR = { getBoundingClientRect: () => null } as unknown as Element
type Choosing = typeof choiceOf

/** Whether a move is reached by touching what means it. */
function reached(wanted: Option, options: ReefEncounterOption[], view: Position["view"], choosing: Choosing): boolean {
  const go = (chosen: string[], offered: string[]): boolean => {
    if (chosen.length > DEEP) return false
    for (const [touch, list] of byTouch(options, chosen)) {
      if (!wanted.touches.includes(touch) || !(lies(touch, view) || offered.includes(touch))) continue
      if (list.length === 1) return true
      const next = [...chosen, touch]
      const choice = choosing(list as ReefEncounterOption[], next, NEAR)
      if (go(next, choice?.entries.map((entry) => entry.touch) ?? [])) return true
    }
    return false
  }
  return go([], [])
}

const VERBS = [
  ..."eat bag larva polyp shrimp move cube alga tile lay buy play discard change collect end crown".split(" "),
  ..."push blue unlock consume coral remove dislodge drive grow trade swap done pass fish".split(" "),
]
const SOME = 5 // moves of a kind that are tried in a position

/** The moves that cannot be said, and the kinds of those that can; two cubes are taken one by one. */
function tried(
  option: string,
  games: number,
  folder: string,
  read: (position: Position) => ReefEncounterOption[],
  choosing: Choosing,
) {
  const lost: string[] = []
  const said = new Set<string>()
  for (const position of positions(option, games, folder)) {
    const options = read(position)
    for (const verb of new Set(options.map((one) => one.verb))) {
      const those = options.filter((one) => one.verb === verb && verb !== "cubes")
      const step = Math.max(1, Math.floor(those.length / SOME))
      for (const one of those.filter((_, at) => at % step === 0)) {
        if (reached(one, options, position.view, choosing)) said.add(verb)
        else lost.push(`${one.move}: ${position.moves.slice(0, 20).join(", ")}`)
      }
    }
  }
  return { lost: lost.slice(0, 10), said }
}

test("every move of the expansion can be made by touching things", () => {
  const read = ({ view, moves }: Position) => readOptions(moves, view as SecondKindView)
  const { lost, said } = tried("expansion=dealt", 16, "tests/second_kind/fixtures", read, choiceOf)
  expect(lost.join("\n")).toBe("")
  expect(VERBS.filter((verb) => !said.has(verb)).join()).toBe("")
})

test("every move of the base game can be made by touching things", () => {
  const read = ({ view, moves }: Position) => moves.map((move) => readOption(move, view as ReefEncounterView))
  expect(tried("advanced=no", 6, "", read, baseChoice).lost.join("\n")).toBe("")
})
