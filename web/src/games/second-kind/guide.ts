// A first game with the expansion: what to say, when. What belongs to the base game is said as there.
import { verbOf } from "../../lib/moves"
import type { Sight, Topic } from "../../tutorial/guide.svelte"
import { count, has } from "../../tutorial/lesson.svelte"
import type { SecondKindPlayer, SecondKindView, View } from "../../wire"
import { TOPICS as BASE } from "../reef-encounter/guide"
import { kindOf } from "./pieces/tiles"

const seen = ({ view }: Sight): SecondKindView | null =>
  view.game === "reef-encounter" && view.expansion !== "no" ? view : null
const own = (sight: Sight): SecondKindPlayer | undefined =>
  seen(sight)?.players.find(({ seat }) => seat === sight.view.you)
const can = ({ moves }: Sight, verb: string): boolean => moves.some((move) => verbOf(move) === verb)
const turns = ({ done }: Sight): number => count(done, "collected")

/** Whether one is in the main part of one's turn, with nothing owed. */
const free = (sight: Sight): boolean => sight.mine && seen(sight)?.turn.stage === "main" && !seen(sight)?.turn.asked

/** A tile of a kind that one has behind the screen. */
const holds = (sight: Sight, kind: ReturnType<typeof kindOf>): boolean =>
  free(sight) && Object.keys(own(sight)?.hand ?? {}).some((tile) => kindOf(tile) === kind)

/** The cards in hand that carry a blue shrimp. */
const blues = (sight: Sight): string[] =>
  own(sight)?.unplayed?.filter((card) => seen(sight)?.marks["blue"]?.includes(card)) ?? []

const NEW: Topic[] = [
  {
    id: "window",
    when: (sight) => sight.mine && can(sight, "pass") && seen(sight)?.phase === "turn",
    point: ["[data-touch=pass]"],
  },
  {
    id: "crown",
    when: (sight) => can(sight, "crown"),
    until: ({ done }) => has(done, "crown_attacked"),
    point: ['[data-action="0"]'],
  },
  {
    id: "bag",
    when: (sight) => can(sight, "bag"),
    point: ['[data-touch^="aside:"]'],
  },
  {
    id: "first",
    when: (sight) => {
      const player = own(sight)
      const guarding = has(sight.done, "shrimp_introduced") && player?.shrimps_eaten === 0
      return free(sight) && guarding && blues(sight).length === 0
    },
    until: ({ done }) => has(done, "coral_taken"),
    point: ['[data-action="8b"]'],
  },
  {
    id: "buy",
    when: (sight) => free(sight) && can(sight, "buy") && own(sight)?.cards === 0 && turns(sight) > 0,
    until: ({ done }) => has(done, "card_bought"),
    point: ['[data-action="8b"]'],
  },
  {
    id: "card",
    when: (sight) => free(sight) && (own(sight)?.unplayed?.length ?? 0) > 0,
    until: ({ done }) => has(done, "card_played"),
    point: ['[data-touch^="card:"]'],
  },
  {
    id: "blue",
    when: (sight) =>
      free(sight) && has(sight.done, "coral_taken") && sight.moves.some((move) => move.endsWith(" blue")),
    until: ({ done }) => has(done, "blue_moved"),
    point: ["[data-touch=beside]"],
  },
  {
    id: "change",
    when: (sight) => can(sight, "change"),
    until: ({ done }) => has(done, "changed"),
    point: ['[data-touch^="consumed:"][data-possible]'],
  },
  ...(["bicolour", "double", "half", "printed", "rock", "water"] as const).map((kind): Topic => ({
    id: kind,
    when: (sight) => holds(sight, kind),
  })),
  {
    id: "crown_tile",
    when: (sight) => holds(sight, "crown") && turns(sight) > 0,
    until: ({ done }) => done.some(({ kind, data }) => kind === "terrain_laid" && data["tile"] === "crown"),
    point: ["[data-touch='hand:crown']"],
  },
]

const ALIKE: Record<string, string> = {
  laid: "placed",
  attacked: "eaten",
  coral_taken: "coral_eaten",
  cube_taken: "cube_bought",
}

/** What the base game's topics look at: ordinary tiles, and what happened in its words. */
function plain(sight: Sight): Sight {
  const view = seen(sight)
  if (!view) return sight
  const ordinary = (tiles: Record<string, number> | null): Record<string, number> | null =>
    tiles && Object.fromEntries(Object.entries(tiles).filter(([tile]) => kindOf(tile) === "ordinary"))
  const players = view.players.map((player) => ({ ...player, hand: ordinary(player.hand) }))
  return {
    ...sight,
    view: { ...view, players, expansion: "no" } as unknown as View,
    done: sight.done.map((event) => ({ ...event, kind: ALIKE[event.kind] ?? event.kind })),
  }
}

/** The set-up and the first turn are the base game's; then what is new comes first. */
const FIRST = ["goal", "fish", "cubes", "larva", "polyp", "attack"]

const known: Topic[] = BASE.map((topic) => ({
  ...topic,
  text: `guide-reef-encounter.${topic.id}`,
  when: (sight) => topic.when(plain(sight)),
  ...(topic.until && { until: (sight: Sight) => topic.until!(plain(sight)) }),
  ...(topic.values && { values: (sight: Sight) => topic.values!(plain(sight)) }),
}))

export const TOPICS: Topic[] = [
  ...NEW.slice(0, 3),
  ...known.filter(({ id }) => FIRST.includes(id)),
  ...NEW.slice(3),
  ...known.filter(({ id }) => !FIRST.includes(id)),
]
