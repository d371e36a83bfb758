// A first game of Reef: what to say, when.
import { verbOf } from "../../lib/moves"
import type { Sight, Topic } from "../../tutorial/guide.svelte"
import { count, has } from "../../tutorial/lesson.svelte"
import type { ReefView } from "../../wire"

const FEW = 6 // pieces of a colour that bring the end in sight

const seen = ({ view }: Sight): ReefView | null => (view.game === "reef" ? view : null)
const can = ({ moves }: Sight, verb: string): boolean => moves.some((move) => verbOf(move) === verb)
const least = (sight: Sight): number => Math.min(...Object.values(seen(sight)?.supply ?? { none: FEW + 1 }))
const cards = (sight: Sight): number => seen(sight)?.players[(sight.view.you ?? 1) - 1]?.cards ?? 0

/** The turns that one has finished. */
const turns = ({ done }: Sight): number => count(done, "scored") + count(done, "taken") + count(done, "top_taken")

/** Whether a card in hand would score now. */
const pays = (sight: Sight): boolean =>
  Object.values(seen(sight)?.players[(sight.view.you ?? 1) - 1]?.worth ?? {}).some((points) => points > 0)

const HAND = ["[data-touch=hand] [data-key]", "[data-touch=hand]"]

export const TOPICS: Topic[] = [
  {
    id: "goal",
    when: ({ mine, done }) => mine && done.length === 0,
    until: ({ done }) => has(done, "laid"),
    point: ["[data-touch=reef]"],
  },
  {
    id: "start",
    when: (sight) => can(sight, "start"),
    until: ({ done }) => count(done, "laid") > 3,
    point: ["[data-cell][data-possible]"],
  },
  {
    id: "cards",
    when: (sight) => can(sight, "take") && !has(sight.done, "taken", "top_taken", "played"),
    until: ({ done }) => has(done, "taken", "top_taken", "played"),
    point: HAND,
  },
  {
    id: "take",
    when: (sight) => can(sight, "take") && !has(sight.done, "taken", "top_taken", "played"),
    until: ({ done }) => has(done, "taken", "top_taken"),
    point: ['[data-key][data-move^="take "]', "[data-tab=display]"],
  },
  {
    id: "lay",
    when: (sight) => can(sight, "lay"),
    until: ({ done }) => has(done, "scored"),
    point: ["[data-touch=reef]"],
  },
  {
    id: "full",
    when: (sight) => can(sight, "play") && !can(sight, "take"),
    until: ({ done }) => has(done, "played"),
    point: HAND,
  },
  {
    id: "play",
    when: (sight) => can(sight, "play") && (pays(sight) || cards(sight) > 2),
    until: ({ done }) => has(done, "played"),
    point: HAND,
  },
  { id: "watch", when: (sight) => !sight.mine && turns(sight) === 1 },
  {
    id: "again",
    when: (sight) => can(sight, "play") && has(sight.done, "scored"),
    until: ({ done }) => count(done, "scored") > 1,
  },
  {
    id: "top",
    when: (sight) => can(sight, "top") && has(sight.done, "scored"),
    until: ({ done }) => has(done, "top_taken"),
    point: ["[data-touch=deck]", "[data-tab=display]"],
  },
  {
    id: "others",
    when: (sight) => sight.mine && turns(sight) > 5,
    point: ['[data-zone^="hand-"]', "[data-tab=others]"],
  },
  { id: "end", when: (sight) => sight.mine && least(sight) <= FEW, point: [".supply"] },
  { id: "last", when: (sight) => sight.mine && !!seen(sight)?.last_round },
]
