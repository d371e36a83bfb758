// What is said about a move that a bot suggests: the reason for its turn, and which step of it this is.
import type { Table } from "../lib/table.svelte"
import { t } from "../lib/text.svelte"

/** The words for the present step, which would do what the text says. */
export function suggestion(table: Table, text: string): string {
  if (!table.plan || !table.hinted?.reason) return t("shell.tools.hinted", { text })
  const { steps, done, reason } = table.plan
  if (steps.length === 1) return t("shell.tools.because", { text, reason })
  return t("shell.tools.step", { number: done + 1, of: steps.length, text, reason })
}
