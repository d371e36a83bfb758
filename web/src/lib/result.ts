// Who won, in words.
import type { Table } from "./table.svelte"
import { t, words } from "./text.svelte"

/** One sentence for a table that has come to an end; empty for one that has not. */
export function headline(table: Table): string {
  const winners = table.info?.verdict?.standing[0]
  if (!winners) return ""
  const [first] = winners
  if (winners.length === 1 && table.mine.length === 1 && table.mine[0] === first) return t("shell.ending.you_win")
  const names = new Intl.ListFormat(words.language).format(winners.map((seat) => table.name(seat)))
  return t(winners.length > 1 ? "shell.ending.shared" : "shell.ending.wins", { names })
}
