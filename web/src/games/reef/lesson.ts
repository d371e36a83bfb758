// Reef, learnt in a few turns. The good moves belong to the tutorial's deal: red on red prepares two other cards.
import { count, has, type LessonStep, type Scene } from "../../tutorial/lesson.svelte"
import type { View } from "../../wire"

const pays = ({ events }: Scene): boolean =>
  events.some((event) => event.kind === "scored" && Number(event.data.points) > 0)

const HAND = ['[data-touch=hand] [data-move^="play "]', "[data-touch=hand]"]
const DISPLAY = "[data-tab=display]"

/** What a card would score as the reef stands, as a rank; any card will do. */
const worth = (move: string, view: View): number =>
  1 + (view.game === "reef" ? (view.worth[move.split(" ").at(-1)!]?.points ?? 0) : 0)

const full = (view: View): boolean => view.game === "reef" && view.players[(view.you ?? 1) - 1]?.cards === 4

export const STEPS: LessonStep[] = [
  { id: "table", point: ["[data-touch=reef]"] },
  {
    id: "start",
    point: ["[data-cell][data-possible]"],
    until: ({ events }) => count(events, "laid") > 3,
    show: [{ verb: "start", good: ["start r b2", "start p c2", "start g b3", "start y c3"] }],
  },
  { id: "cards", point: ["[data-touch=hand]"] },
  {
    id: "take",
    point: ['[data-key][data-move^="take "]', DISPLAY],
    until: ({ events }) => has(events, "taken", "top_taken"),
    after: ({ events }) => (has(events, "taken") ? "done" : "top.done"),
    show: [
      { verb: "take", good: ["take 25"], rank: () => 0 },
      { verb: "take", rank: worth, says: "other" },
      // A full hand takes no more: a card of it is played first.
      { verb: "lay", says: "hand.lay" },
      { verb: "play", rank: worth, when: full, says: "hand.full" },
    ],
  },
  {
    id: "play",
    point: HAND,
    until: ({ events }) => has(events, "played"),
    show: [
      { verb: "play", good: ["play 48"], rank: () => 0 },
      { verb: "play", rank: worth, says: "other" },
      { verb: "take", rank: worth, says: "hand.empty" },
    ],
  },
  {
    id: "lay",
    point: ["[data-touch=reef]"],
    until: ({ events }) => has(events, "scored"),
    show: [
      { verb: "lay", good: ["lay r b2", "lay r c2"], when: (view) => view.game === "reef" && view.card === 48 },
      { verb: "lay", says: "other" },
      { verb: "play", rank: worth, says: "hand.play" },
      { verb: "take", rank: worth, says: "hand.empty" },
    ],
    after: (scene) => (pays(scene) ? "scored" : "done"),
  },
  {
    id: "score",
    point: HAND,
    until: ({ events }) => has(events, "scored"),
    show: [
      { verb: "lay", says: "hand.lay" },
      { verb: "play", good: ["play 53", "play 25"], rank: worth },
      { verb: "take", rank: worth, says: "hand.empty" },
    ],
    after: (scene) => (pays(scene) ? "scored" : "done"),
  },
  {
    id: "top",
    point: ["[data-touch=deck]", DISPLAY],
    until: ({ events }) => has(events, "top_taken"),
    show: [
      { verb: "top" },
      { verb: "lay", says: "hand.lay" },
      { verb: "play", rank: worth, when: full, says: "hand.full" },
    ],
    cannot: true,
  },
  {
    id: "help",
    point: ["[data-tool=hint]", "[data-tool=undo]"],
    until: (scene) => scene.hinted || scene.answered || scene.undone,
    show: "hint",
  },
  { id: "end" },
]
