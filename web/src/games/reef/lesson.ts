// Reef, learnt in a few turns. The good moves belong to the tutorial's deal: red on red prepares two other cards.
import { count, has, type LessonStep, type Scene } from "../../tutorial/lesson.svelte"

const pays = (scene: Scene): boolean =>
  scene.events.some((event) => event.kind === "scored" && Number(event.data.points) > 0)

export const STEPS: LessonStep[] = [
  { id: "table", point: ["[data-touch=reef]"] },
  {
    id: "start",
    point: ["[data-cell][data-possible]"],
    until: (scene) => count(scene, "laid") > 3,
    show: [{ verb: "start", good: ["start r b2", "start p c2", "start g b3", "start y c3"] }],
  },
  { id: "cards", point: ["[data-touch=hand]"] },
  {
    id: "take",
    point: ['[data-move^="take "]', "[data-tab=display]"],
    until: (scene) => has(scene, "taken", "top_taken"),
    show: [{ verb: "take", good: ["take 25"] }],
  },
  {
    id: "play",
    point: ['[data-move^="play "]', "[data-touch=hand]"],
    until: (scene) => has(scene, "played"),
    show: [{ verb: "play", good: ["play 48"] }],
  },
  {
    id: "lay",
    point: ["[data-touch=reef]"],
    until: (scene) => has(scene, "scored"),
    show: [{ verb: "lay", good: ["lay r b2", "lay r c2"] }],
    after: (scene) => (pays(scene) ? "scored" : "done"),
  },
  {
    id: "score",
    point: ['[data-move^="play "]', "[data-touch=hand]"],
    until: (scene) => has(scene, "scored"),
    show: [{ verb: "lay" }, { verb: "play", good: ["play 53", "play 25"] }],
    after: (scene) => (pays(scene) ? "scored" : "done"),
  },
  {
    id: "top",
    point: ["[data-key=r]", "[data-tab=display]"],
    until: (scene) => has(scene, "top_taken"),
    show: [{ verb: "top" }],
  },
  {
    id: "help",
    point: ["[data-tool=hint]", "[data-tool=undo]"],
    until: (scene) => scene.hinted || scene.answered || scene.undone,
    show: "hint",
  },
  { id: "end" },
]
