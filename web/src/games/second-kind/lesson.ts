// The expansion, learnt in one turn by someone who knows the base game. The good moves belong to the game that the tutorial
// goes on from: a crown beside a coral of seven, two cards, special tiles behind the screen. Who goes another way is shown
// examples that fit what is there.
import { readMove } from "../../lib/moves"
import { t } from "../../lib/text.svelte"
import { has, type LessonStep, type Wish } from "../../tutorial/lesson.svelte"
import type { EventOut, SecondKindView, View } from "../../wire"
import { coralAt, neighbours, polypAt } from "../reef-encounter/example"

const GLOWING = "[data-touch=rocks]:has([data-cell][data-possible])"
const OWN = '[data-touch^="hand:"][data-possible], [data-touch^="cube:"][data-possible]'
const CARDS = '[data-touch^="card:"][data-possible]'

const seen = (view: View): SecondKindView | null =>
  view.game === "reef-encounter" && view.expansion !== "no" ? view : null
const open = (view: View): string => seen(view)?.turn.open ?? ""

const words = (move: string): string[] => move.split(" ")
const cell = (move: string): string => {
  const read = readMove("second-kind", move)
  return read && "cell" in read ? (read.cell ?? "") : ""
}

const bicolour = (tile: unknown): boolean => /^[wyopg]{2}$/.test(String(tile))
const half = (tile: unknown): boolean => /^[wyopg]h$/.test(String(tile))
const double = (tile: unknown): boolean => /^[wyopg]2$/.test(String(tile))

/** Whether a tile of a sort was laid. */
const laid = (events: EventOut[], sort: (tile: unknown) => boolean): boolean =>
  events.some(({ kind, data }) => kind === "laid" && sort(data.tile))
/** Whether a card was played in one of its ways. */
const played = (events: EventOut[], way: string): boolean =>
  events.some(({ kind, data }) => kind === "card_played" && data.way === way)

/** How large the coral gets that a polyp of the open colour joins at a space; 1: it starts one. */
const joined = (move: string, any: View): number => {
  const view = seen(any)
  if (!view) return 0
  return 1 + new Set(neighbours(cell(move)).flatMap((next) => coralAt(view, next, open(any)))).size
}
const taken = (move: string, any: View): number => {
  const view = seen(any)
  return view && polypAt(view, cell(move)) !== null ? 1 : 0
}
const withTile =
  (sort: (tile: unknown) => boolean) =>
  (move: string, view: View): number =>
    words(move).slice(2).some(sort) ? joined(move, view) : 0

/** How gladly a tile is given away: an ordinary one first, a double last. */
const dispensable = (move: string): number => {
  const tile = words(move)[1] ?? ""
  return double(tile) ? 1 : tile.length === 1 ? 3 : 2
}
/** How gladly a card is paid with something: a consumed polyp, then a cube, then a tile. */
const payable = (move: string): number =>
  words(move).at(-1) === "c" ? 3 : words(move)[1] === "cube" ? 2 : words(move)[1]!.length === 1 ? 1 : 0.5

// Polyps need an open action: who has none, or has closed it, plays a larva.
const LARVA: Wish = { verb: "larva", good: ["larva w"], when: (view) => open(view) === "", says: "open.first" }

// What a card asks for comes before anything else.
const OWED: Wish[] = [
  "bag",
  "dislodge",
  "drive",
  "grow",
  "consume",
  "trade",
  "swap",
  "unlock",
  "shift",
  "coral",
  "remove",
].map((verb) => ({ verb, says: "open.owed" }))

const owing = (view: View): boolean => seen(view)?.turn.asked != null

export const STEPS: LessonStep[] = [
  { id: "table", point: ["[data-touch=rocks]"] },
  {
    id: "window",
    point: ["[data-touch=pass]"],
    until: ({ all }) => has(all, "passed", "card_played"),
    show: [{ verb: "pass" }],
    after: ({ all }) => (has(all, "card_played") ? "played" : "done"),
    values: () => ({ pass: t("second-kind.answer.no") }),
    cannot: true,
  },
  {
    id: "crown",
    point: [GLOWING, "[data-touch=rocks]"],
    until: ({ all }) => has(all, "crown_attacked"),
    show: [{ verb: "crown", good: ["crown 2d5 2d4"] }],
    cannot: true,
  },
  {
    id: "eat",
    point: ['[data-action="1"][data-possible]'],
    until: ({ all }) => played(all, "meal"),
    show: [{ verb: "eat", good: ["eat 2e4 lucky-dip"] }],
    cannot: true,
  },
  {
    id: "bag",
    point: ['[data-touch^="aside:"]'],
    until: ({ all }) => has(all, "fed"),
    show: [{ verb: "bag", rank: dispensable }],
    after: ({ all }) => (kept(all) ? "double" : "done"),
    cannot: true,
  },
  {
    id: "bicolour",
    point: [GLOWING, OWN],
    until: ({ all }) => laid(all, bicolour),
    show: [{ verb: "polyp", good: ["polyp 1f3 gw"], rank: withTile(bicolour) }, LARVA],
    cannot: true,
  },
  {
    id: "half",
    point: [GLOWING, OWN],
    until: ({ all }) => laid(all, half),
    show: [{ verb: "polyp", good: ["polyp 1g5 wh nw"], rank: withTile(half) }, LARVA],
    cannot: true,
  },
  {
    id: "attack",
    point: [GLOWING, OWN],
    until: ({ all }) => has(all, "attacked"),
    show: [{ verb: "polyp", good: ["polyp 1g4"], rank: taken, brings: "attacked" }, LARVA],
    after: ({ all }) => (all.some(({ kind, data }) => kind === "attacked" && double(data.tile)) ? "double" : "done"),
    cannot: true,
  },
  {
    id: "change",
    point: ['[data-touch^="consumed:"]'],
    until: ({ all }) => has(all, "changed"),
    show: [{ verb: "change" }],
    cannot: true,
  },
  {
    id: "terrain",
    point: ['[data-action="8a"]'],
    until: ({ all }) => has(all, "terrain_laid"),
    show: [{ verb: "lay", good: ["lay rock 1h4"] }],
    cannot: true,
  },
  {
    id: "buy",
    point: ['[data-action="8b"]', "[data-touch=deck]"],
    until: ({ all }) => has(all, "card_bought"),
    show: [{ verb: "buy", good: ["buy o c"], rank: payable }],
    cannot: true,
  },
  {
    id: "blue",
    point: [CARDS, '[data-action="8c"][data-possible]', GLOWING],
    until: ({ all }) => has(all, "blue_moved"),
    show: [
      { verb: "blue", good: ["blue - 1f4"], rank: sheltering, says: "where" },
      { verb: "play", rank: (move) => Number(words(move)[2] === "blue") },
    ],
    cannot: true,
  },
  {
    id: "card",
    point: [CARDS, '[data-action="8c"][data-possible]', GLOWING],
    until: (scene) => played(scene.all, "text") && scene.settled && !owing(scene.view),
    show: [
      { verb: "dislodge", says: "where" },
      ...OWED,
      { verb: "play", good: ["play dislodged"], rank: () => 0 },
      { verb: "play", rank: (move) => Number(words(move).length === 2), says: "other" },
    ],
    after: ({ all }) => (has(all, "crown_gone") ? "gone" : "done"),
    cannot: true,
  },
  {
    id: "answers",
    point: ["[data-tool=standing]"],
    values: () => ({ answers: t("shell.tools.standing") }),
  },
  {
    id: "collect",
    point: ['[data-touch^="pool:"]', "[data-tab=sea]"],
    until: ({ all }) => has(all, "collected"),
    show: [{ verb: "collect" }, ...OWED],
    cannot: true,
  },
  { id: "score", point: ['[data-touch="fish"]'] },
  { id: "end" },
]

/** A double went into the parrotfish. */
function kept(events: EventOut[]): boolean {
  return events.some(({ kind, data }) => kind === "fed" && (data.tiles as string[]).some(double))
}

/** How good a place for a blue shrimp is: a polyp of a large coral, not somebody else’s. */
function sheltering(move: string, any: View): number {
  const view = seen(any)
  const to = words(move)[2] ?? ""
  const colour = view && polypAt(view, to)
  if (!view || !colour || words(move)[1] !== "-") return 0
  const coral = coralAt(view, to, colour)
  const others = view.rocks.some(({ shrimps }) => coral.some((one) => shrimps[one] && shrimps[one] !== view.you))
  return others ? 0 : coral.length
}
