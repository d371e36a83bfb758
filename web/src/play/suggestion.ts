// What is said about the move that a bot suggests: what it does, and which step of its plan it is.
import type { Table } from "../lib/table.svelte"
import { t } from "../lib/text.svelte"

export function suggestion({ hinted, plan }: Table): string {
  const events = hinted?.steps[0]?.events.filter(({ kind }) => kind !== "turn_begins") ?? []
  const text = events.map((event) => event.text).join(". ")
  if (!text) return ""
  if (!plan || plan.steps.length < 2) return t("shell.tools.hinted", { text })
  return t("shell.tools.step", { number: plan.done + 1, of: plan.steps.length, text })
}
