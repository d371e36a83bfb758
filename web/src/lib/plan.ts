// A plan for the rest of a turn, and how far a player has followed it.
import type { Hint, Step, Undone } from "../wire"

export interface Plan extends Hint {
  /** How many lines the record had when it was made. */
  readonly line: number
  /** How many of its steps have been played. */
  readonly done: number
}

export const begun = (hint: Hint, line: number): Plan => ({ ...hint, line, done: 0 })

/** The plan after a line of the record has come or gone; null when its player does something else. */
export function followed(plan: Plan | null, message: Step | Undone, seat: number): Plan | null {
  if (!plan) return null
  const { line, done } = plan
  if (message.type === "undone")
    return done > 0 && message.lines === line + done - 1 ? { ...plan, done: done - 1 } : null
  const { entry } = message
  const next = plan.steps[done]?.move === entry.move && entry.seat === seat && entry.line === line + done + 1
  return next ? { ...plan, done: done + 1 } : null
}

/** What is still to be played of a plan, the present step first. */
export function ahead(plan: Plan | null): Hint | null {
  const steps = plan?.steps.slice(plan.done) ?? []
  return plan && steps.length > 0 ? { type: "hint", id: plan.id, steps, reason: plan.reason } : null
}
