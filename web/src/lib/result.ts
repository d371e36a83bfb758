// Who won, in words.
import type { Table } from "./table.svelte"
import { t, words } from "./text.svelte"

/** Why it is over: as the server says it, but to who gave up alone, as it is said to them. */
export function reason(table: Table): string {
  const info = table.info
  const quitters = info?.seats.filter((seat) => seat.conceded) ?? []
  const alone = quitters.length === 1 && quitters[0]!.mine && table.mine.length === 1
  return info?.verdict?.conceded && alone ? t("shell.ending.you_gave_up") : (info?.verdict?.reason ?? "")
}

/** One sentence for a table that has come to an end; empty for one that has not. */
export function headline(table: Table): string {
  if (!table.info?.verdict) return ""
  const winners = table.info.verdict.standing[0]
  if (!winners) return t("shell.ending.nobody")
  const [first] = winners
  if (winners.length === 1 && table.mine.length === 1 && table.mine[0] === first) return t("shell.ending.you_win")
  const names = new Intl.ListFormat(words.language).format(winners.map((seat) => table.name(seat)))
  return t(winners.length > 1 ? "shell.ending.shared" : "shell.ending.wins", { names })
}
