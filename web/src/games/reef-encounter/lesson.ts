// Reef Encounter, learnt in two turns. The good moves belong to the tutorial's deal: a white coral of six, two attacks. Who
// goes another way is shown examples that fit what lies on the rocks.
import { readMove } from "../../lib/moves"
import { t } from "../../lib/text.svelte"
import { cannot, count, has, type LessonStep, type Scene, type Wish } from "../../tutorial/lesson.svelte"
import type { ReefEncounterView, View } from "../../wire"
import { coralAt, neighbours, polypAt, prey } from "./example"

const WHITE = "w"
const TILES = ['[data-touch^="tile:"]', "[data-tab=tiles]"]
const GLOWING = "[data-touch=rocks]:has([data-cell][data-possible])"
const OWN = '[data-touch^="hand:"][data-possible], [data-touch^="cube:"][data-possible]'

const seen = (view: View): ReefEncounterView | null =>
  view.game === "reef-encounter" && view.expansion === "no" ? view : null
const open = (view: View): string => seen(view)?.turn.open ?? ""
const cell = (move: string): string => {
  const read = readMove("reef-encounter", move)
  return read && "cell" in read ? read.cell : ""
}
const colourName = (colour: string): string => t(`learn-reef-encounter.colour.${colour}`)
const white = (view: View): boolean => open(view) === WHITE

/** What a text says of the colour that is open. */
const colours = ({ view: any }: Scene): Record<string, string> => {
  const view = seen(any)
  const colour = view?.turn.open ?? WHITE
  const eats = view ? prey(view, colour).map(colourName) : []
  return { colour: colourName(colour), prey: eats.join(", ") || "–" }
}

/** How large the coral gets that a polyp of the open colour joins at a space; 1: it starts one. */
const joined = (move: string, any: View): number => {
  const view = seen(any)
  const colour = open(any)
  if (!view) return 0
  const corals = new Set(neighbours(cell(move)).flatMap((next) => coralAt(view, next, colour)))
  return 1 + corals.size
}

/** Whether a space lies beside something that the open colour eats. */
const beside = (move: string, any: View): boolean => {
  const view = seen(any)
  return !!view && neighbours(cell(move)).some((next) => prey(view, open(any)).includes(polypAt(view, next) ?? ""))
}
const taken = (move: string, any: View): boolean => {
  const view = seen(any)
  return !!view && polypAt(view, cell(move)) !== null
}

// Polyps need an open action: who has none, or has closed it, plays a larva.
const LARVA: Wish = {
  verb: "larva",
  good: ["larva w"],
  when: (view) => open(view) === "",
  rank: (move, any) => seen(any)?.players.find(({ seat }) => seat === any.you)?.hand?.[move.at(-1) as "w"] ?? 0,
  says: "open.first",
}
export const STEPS: LessonStep[] = [
  { id: "table", point: ["[data-touch=rocks]"] },
  {
    id: "fish",
    point: ['[data-touch^="hand:"][data-possible]', "[data-touch=screen]"],
    until: ({ events }) => has(events, "fish_chosen"),
    show: [{ verb: "fish", good: ["fish g", "fish o"] }],
    after: ({ events }) => (events.some(({ data }) => data.colour === WHITE) ? "white" : "done"),
  },
  {
    id: "cubes",
    point: ["[data-take]"],
    until: ({ events }) => has(events, "cubes_taken"),
    show: [{ verb: "cubes", good: ["cubes ww"] }],
    after: ({ events }) => (events.some(({ data }) => String(data.cubes).includes(WHITE)) ? "done" : "other"),
  },
  {
    id: "larva",
    point: [OWN],
    until: ({ events }) => has(events, "larva_played"),
    show: [
      { verb: "larva", good: ["larva w"], rank: () => 0 },
      { ...LARVA, says: "other" },
    ],
    after: ({ view }) => (white(view) ? "done" : "opened"),
    values: colours,
    cannot: true,
  },
  {
    id: "polyp",
    point: [GLOWING, OWN],
    until: ({ events }) => has(events, "placed"),
    show: [
      { verb: "polyp", good: ["polyp 2e4"], rank: joined, brings: "grown", when: white },
      { verb: "polyp", rank: joined, brings: "grown", says: "other" },
      { verb: "polyp", rank: joined, says: "other" },
      LARVA,
    ],
    after: ({ events }) => (has(events, "grown") ? "grown" : "done"),
    values: colours,
    cannot: true,
  },
  {
    id: "attack",
    point: TILES,
    until: ({ all }) => has(all, "eaten"),
    show: [
      {
        verb: "polyp",
        good: ["polyp 2e5", "polyp 2d2"],
        rank: (move, view) => Number(taken(move, view)),
        brings: "eaten",
      },
      // None lies beside the coral yet: the largest coral grows towards one.
      {
        verb: "polyp",
        rank: (move, view) => (beside(move, view) && joined(move, view) > 1 ? joined(move, view) : 0),
        says: "towards",
      },
      LARVA,
    ],
    values: colours,
    cannot: true,
  },
  {
    id: "grow",
    point: [GLOWING, OWN],
    until: (scene) => count(scene.events, "placed") > 1 || (has(scene.events, "placed") && cannot(scene, "polyp")),
    show: [{ verb: "polyp", good: ["polyp 2e2", "polyp 2d2"], rank: joined }, LARVA],
    after: ({ all }) => (has(all, "shrimp_introduced") ? "owned" : "done"),
    cannot: true,
  },
  {
    id: "shrimp",
    point: ["[data-touch=home]"],
    until: ({ all }) => has(all, "shrimp_introduced"),
    show: [{ verb: "shrimp", rank: (move, view) => middle(cell(move), view) }],
    cannot: true,
  },
  {
    id: "alga",
    point: ['[data-action="7"]'],
    until: ({ all }) => has(all, "alga_played", "locked"),
    show: [
      {
        verb: "alga",
        good: ["alga purple o sea", "alga purple y sea"],
        rank: () => 0,
        brings: "turned",
        when: pinkEatsWhite,
      },
      { verb: "alga", brings: "turned", says: "other" },
      { verb: "alga", says: "other" },
    ],
    after: ({ all }) => (has(all, "turned") ? "turned" : "done"),
    trial: true,
    cannot: true,
  },
  { id: "undo", point: ["[data-tool=undo]"], until: (scene) => scene.undone, show: "undo", cannot: true },
  {
    id: "help",
    point: ["[data-tool=hint]"],
    until: (scene) => scene.hinted || scene.answered,
    show: "hint",
    after: (scene) => (scene.answered ? "answered" : "done"),
  },
  {
    id: "collect",
    point: ['[data-touch^="pool:"]', "[data-tab=sea]"],
    until: ({ events }) => has(events, "collected"),
    show: [{ verb: "collect", good: ["collect o"] }],
  },
  {
    id: "eat",
    point: ['[data-action="1"][data-possible]'],
    until: ({ events }) => has(events, "coral_eaten"),
    show: [{ verb: "eat" }],
    cannot: true,
  },
  {
    id: "lock",
    point: TILES,
    until: ({ events }) => has(events, "locked"),
    show: [{ verb: "alga", good: ["alga red y ow", "alga red o ow"], brings: "locked" }],
    cannot: true,
  },
  {
    id: "values",
    point: TILES,
    values: ({ view }) => seen(view)?.values ?? {},
  },
  { id: "end" },
]

/** Purple on the alga space would turn the tile on which pink eats white. */
function pinkEatsWhite(view: View): boolean {
  const tile = seen(view)?.tiles.find(({ strong, weak }) => strong === "p" && weak === WHITE)
  return tile?.large === "purple" && !tile.covered
}

/** How good a place for a shrimp is: a large coral, and many polyps of it around. */
function middle(at: string, any: View): number {
  const view = seen(any)
  const colour = view && polypAt(view, at)
  if (!view || !colour) return 0
  const near = neighbours(at).filter((next) => polypAt(view, next) === colour)
  return 10 * coralAt(view, at, colour).length + near.length
}
