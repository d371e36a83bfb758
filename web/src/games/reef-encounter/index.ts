import type { GameFolder } from ".."
import { KEYS } from "./keys"
import Picture from "./Picture.svelte"

export default {
  name: "reef-encounter",
  board: () => import("./Board.svelte"),
  scoring: () => import("./Scoring.svelte"),
  Picture,
  keys: KEYS,
  log: () => import("./log"),
  lesson: () => import("./lesson"),
  guide: () => import("./guide"),
  rules: () => import("./rules"),
  facts: () => import("./facts"),
} satisfies GameFolder
