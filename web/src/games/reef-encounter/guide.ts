// A first game of Reef Encounter: what to say, when.
import { readMove, verbOf } from "../../lib/moves"
import { t } from "../../lib/text.svelte"
import type { Sight, Topic } from "../../tutorial/guide.svelte"
import { count, has } from "../../tutorial/lesson.svelte"
import type { ReefEncounterView } from "../../wire"
import { coralAt, polypAt } from "./example"

const LARGE = 5 // polyps that make a meal
const SOME = 3

const seen = ({ view }: Sight): ReefEncounterView | null =>
  view.game === "reef-encounter" && view.expansion === "no" ? view : null
const can = ({ moves }: Sight, verb: string): boolean => moves.some((move) => verbOf(move) === verb)
const own = (sight: Sight): ReefEncounterView["players"][number] | undefined =>
  seen(sight)?.players.find(({ seat }) => seat === sight.view.you)

/** The turns that one has finished. */
const turns = ({ done }: Sight): number => count(done, "collected")

/** The colours that one has most of, by name. */
function colours(sight: Sight): string {
  const hand = Object.entries(own(sight)?.hand ?? {}).filter(([, number]) => number > 0)
  const most = Math.max(0, ...hand.map(([, number]) => number))
  return hand
    .filter(([, number]) => number === most)
    .map(([colour]) => t(`learn-reef-encounter.colour.${colour}`))
    .join(", ")
}

/** Whether an open larva could be laid onto another polyp. */
const bites = (sight: Sight): boolean => {
  const view = seen(sight)
  return sight.moves.some((text) => {
    const move = readMove("reef-encounter", text)
    return move?.verb === "polyp" && !!view && polypAt(view, move.cell) !== null
  })
}

/** The largest coral of the colour that was placed last. */
function grown(sight: Sight): number {
  const view = seen(sight)
  const placed = sight.done.filter(({ kind }) => kind === "placed").at(-1)
  return view && placed ? coralAt(view, String(placed.data.cell), String(placed.data.colour)).length : 0
}

export const TOPICS: Topic[] = [
  {
    id: "goal",
    when: ({ mine, done }) => mine && done.length === 0,
    until: ({ done }) => has(done, "fish_chosen"),
    point: ["[data-touch=rocks]"],
  },
  {
    id: "fish",
    when: (sight) => can(sight, "fish"),
    until: ({ done }) => has(done, "fish_chosen"),
    point: ['[data-touch^="hand:"][data-possible]'],
  },
  {
    id: "cubes",
    when: (sight) => can(sight, "cubes"),
    until: ({ done }) => has(done, "cubes_taken"),
    point: ["[data-take]"],
    values: (sight) => ({ colours: colours(sight) }),
  },
  {
    id: "eat",
    when: (sight) => can(sight, "eat"),
    until: ({ done }) => has(done, "coral_eaten"),
    point: ['[data-action="1"]'],
  },
  {
    id: "larva",
    when: (sight) => can(sight, "larva") && seen(sight)?.turn.open === null,
    until: ({ done }) => has(done, "larva_played"),
    point: ['[data-touch^="hand:"][data-possible]'],
  },
  {
    id: "attack",
    when: bites,
    until: ({ done }) => has(done, "eaten"),
  },
  {
    id: "polyp",
    when: (sight) => can(sight, "polyp"),
    until: ({ done }) => has(done, "placed"),
  },
  {
    id: "shrimp",
    when: (sight) => can(sight, "shrimp") && !can(sight, "polyp") && grown(sight) >= SOME,
    until: ({ done }) => has(done, "shrimp_introduced"),
    point: ["[data-touch=home]"],
  },
  {
    id: "consumed",
    when: (sight) => can(sight, "alga") && !can(sight, "polyp"),
    until: ({ done }) => has(done, "alga_played", "cube_bought"),
    point: ['[data-touch^="consumed:"][data-possible]'],
  },
  {
    id: "collect",
    when: (sight) => can(sight, "collect") && !!seen(sight)?.turn.acted && !can(sight, "polyp"),
    until: ({ done }) => has(done, "collected"),
    point: ['[data-touch^="pool:"]', "[data-tab=sea]"],
  },
  { id: "watch", when: (sight) => !sight.mine && turns(sight) === 1 },
  { id: "second", when: (sight) => sight.mine && turns(sight) === 1, until: (sight) => turns(sight) > 1 },
  {
    id: "wait",
    when: (sight) => sight.mine && grown(sight) >= LARGE && has(sight.done, "shrimp_introduced") && !can(sight, "eat"),
    until: ({ done }) => has(done, "coral_eaten"),
  },
  {
    id: "lock",
    when: ({ mine, done }) => mine && has(done, "coral_eaten"),
    until: ({ done }) => has(done, "locked"),
    point: ['[data-touch^="tile:"]', "[data-tab=tiles]"],
  },
  {
    id: "values",
    when: (sight) => sight.mine && turns(sight) > 2,
    point: ['[data-touch^="pool:"]', "[data-tab=sea]"],
  },
  { id: "end", when: (sight) => sight.mine && (seen(sight)?.end.next.length ?? 0) > 0 },
]
