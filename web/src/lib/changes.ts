// Views travel once in full, then as changes.
import type { Change, Story, View } from "../wire"

type Node = Record<string | number, unknown>

/** Carry out changes on a view, in place. */
export function change(view: unknown, changes: Change[]): void {
  for (const { path, value, gone } of changes) {
    let node = view as Node
    for (const key of path.slice(0, -1)) node = node[key] as Node
    const last = path[path.length - 1]!
    if (gone) delete node[last]
    else node[last] = structuredClone(value)
  }
}

/** The view of a story after some lines of its log. */
export function viewAt(story: Story, lines: number): View {
  const view = structuredClone(story.first)
  for (const step of story.steps) {
    if (step.line > lines) break
    change(view, step.changes)
  }
  return view
}
