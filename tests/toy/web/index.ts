import type { GameFolder } from "atoll/games"

export default { name: "toy", board: () => import("./Board.svelte") } satisfies GameFolder
