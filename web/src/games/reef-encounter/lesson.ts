// Reef Encounter, learnt in two turns. The good moves belong to the tutorial's deal: a white coral of six, two attacks.
import { cannot, count, has, type LessonStep, type Wish } from "../../tutorial/lesson.svelte"

// Polyps need an open action: who has closed it plays a larva again.
const LARVA: Wish = { verb: "larva", good: ["larva w"] }

export const STEPS: LessonStep[] = [
  { id: "table", point: ["[data-touch=rocks]"] },
  {
    id: "fish",
    point: ['[data-touch^="hand:"][data-possible]', "[data-touch=screen]"],
    until: (scene) => has(scene, "fish_chosen"),
    show: [{ verb: "fish", good: ["fish g", "fish o"] }],
  },
  {
    id: "cubes",
    point: ["[data-take]"],
    until: (scene) => has(scene, "cubes_taken"),
    show: [{ verb: "cubes", good: ["cubes ww"] }],
  },
  {
    id: "larva",
    point: ['[data-touch^="hand:"][data-possible], [data-touch^="cube:"][data-possible]'],
    until: (scene) => has(scene, "larva_played"),
    show: [LARVA],
  },
  {
    id: "polyp",
    point: ["[data-cell][data-possible]", "[data-touch=rocks]"],
    until: (scene) => has(scene, "placed"),
    show: [{ verb: "polyp", good: ["polyp 2e4"], brings: "grown" }, LARVA],
    after: (scene) => (has(scene, "grown") ? "grown" : "done"),
  },
  {
    id: "attack",
    point: ['[data-touch^="tile:"]', "[data-tab=tiles]"],
    until: (scene) => has(scene, "eaten"),
    show: [{ verb: "polyp", good: ["polyp 2e5", "polyp 2d2"], brings: "eaten" }, LARVA],
  },
  {
    id: "grow",
    point: ["[data-cell][data-possible]", "[data-touch=rocks]"],
    until: (scene) => count(scene, "placed") > 1 || (has(scene, "placed") && cannot(scene, "polyp")),
    show: [{ verb: "polyp", good: ["polyp 2e2", "polyp 2d2"] }, LARVA],
  },
  {
    id: "shrimp",
    point: ["[data-touch=home]"],
    until: (scene) => has(scene, "shrimp_introduced"),
    show: [{ verb: "shrimp", good: ["shrimp 2e4", "shrimp 2e3"] }],
  },
  {
    id: "alga",
    point: ['[data-action="7"]'],
    until: (scene) => has(scene, "alga_played", "locked"),
    show: [{ verb: "alga", good: ["alga purple o sea", "alga purple y sea"], brings: "turned" }],
    after: (scene) => (has(scene, "turned") ? "turned" : "done"),
  },
  { id: "undo", point: ["[data-tool=undo]"], until: (scene) => scene.undone, show: "undo" },
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
    until: (scene) => has(scene, "collected"),
    show: [{ verb: "collect", good: ["collect o"] }],
  },
  {
    id: "eat",
    point: ['[data-action="1"][data-possible]'],
    until: (scene) => has(scene, "coral_eaten"),
    show: [{ verb: "eat" }],
  },
  {
    id: "lock",
    point: ['[data-touch^="tile:"]', "[data-tab=tiles]"],
    until: (scene) => has(scene, "locked"),
    show: [{ verb: "alga", good: ["alga red y ow", "alga red o ow"], brings: "locked" }],
  },
  {
    id: "values",
    point: ['[data-touch^="tile:"]', "[data-tab=tiles]"],
    values: ({ view }) => (view.game === "reef-encounter" ? view.values : {}),
  },
  { id: "end" },
]
