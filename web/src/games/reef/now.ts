// Two short sentences: what there is to do now, and what the shown move would do.
import type { useActing } from "./acting.svelte"
import { only } from "./events"
import { verbOf } from "../../lib/moves"
import { t } from "../../lib/text.svelte"
import { suggestion } from "../../play/suggestion"

type Acting = ReturnType<typeof useActing>

/** What there is to do, or what happens; pointing never covers it. */
export function todo(acting: Acting): string {
  const { table, view } = acting
  if (view.phase === "over" || (acting.closed && table.info?.verdict)) return over(acting)
  if (table.line !== null) return t("reef.now.back")
  if (acting.decides === null || acting.decides !== table.seat) return others(acting)
  if (table.hinting) return t("shell.tools.hinting")
  if (acting.armed) return t("reef.now.again")
  if (acting.paying) return t("reef.now.pay")
  if (table.hinted && acting.acting) return suggestion(table)
  if (view.phase === "start") return t(view.start === "free" ? "reef.now.start_free" : "reef.now.start_centre")
  if (view.phase === "lay") return t(view.left.length > 1 ? "reef.now.lay" : "reef.now.lay_last")
  const me = view.players[table.seat - 1]!
  const taking = table.moves.some((move) => verbOf(move) === "take")
  if (table.moves.length > 0 && !taking) return t("reef.now.must_play")
  return t(me.cards === 0 ? "reef.now.must_take" : "reef.now.turn")
}

/** What the shown move would do. */
export function about(acting: Acting): string {
  const { table } = acting
  if (acting.closed || table.line !== null || acting.decides !== table.seat || table.seat === 0) return ""
  if (!acting.pointed && !acting.armed && table.hinted) return table.hinted.reason
  if (!acting.shown && !acting.wanting) return ""
  return [effect(acting), worth(acting)].filter(Boolean).join(" ")
}

function over({ table, view }: Acting): string {
  const standing = view.standing ?? table.info?.verdict?.standing
  const names = (standing?.[0] ?? []).map((seat) => table.name(seat))
  return t(names.length > 1 ? "reef.now.shared" : "reef.now.won", { names: names.join(", ") })
}

function others({ table, view }: Acting): string {
  const name = view.decides ? table.name(view.decides) : ""
  if (!name) return t("reef.now.reveal")
  if (view.phase === "start") return t("reef.now.other_starts", { name })
  return view.card ? t("reef.now.other_lays", { name, card: view.card }) : t("reef.now.other", { name })
}

function effect(acting: Acting): string {
  if (!acting.shown) return t("reef.shows.top_choice")
  const [scored] = only(acting.foreseen, "scored")
  if (scored) {
    const { points, times } = scored
    if (points === 0) return t("reef.shows.nothing")
    return t(times === 1 ? "reef.shows.once" : "reef.shows.times", { times, points })
  }
  const [taken] = only(acting.foreseen, "taken")
  if (taken?.points) return t("reef.shows.take_points", { points: taken.points })
  return t(`reef.shows.${verbOf(acting.shown)}`)
}

function worth(acting: Acting): string {
  const points = acting.worth(acting.card)?.points
  return points ? t("reef.worth.now", { points }) : ""
}
