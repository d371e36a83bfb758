// Finding things on the board by what they are, wherever a board has put them.
import { radius, type Shape } from "./shapes"

/** All visible things that the first selector finds that finds any. */
export function find(selectors: string[]): Element[] {
  for (const selector of selectors) {
    const found = [...document.querySelectorAll(selector)].filter(
      (element) => element.checkVisibility() && !element.closest("[data-coach]"),
    )
    if (found.length > 0) return found
  }
  return []
}

/** Whether a finger on it, some part of the way down, would touch it: it may lie under something, or out of sight. */
export function inSight(element: Element, part = 0.5): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height * part)
  // What is too small to be touched has something before it that brings it nearer.
  const covered = element.closest("[inert]")?.parentElement
  return hit !== null && (element.contains(hit) || hit.contains(element) || !!covered?.contains(hit))
}

/** The shapes of a thing: a board has those of its spaces, which together are its outline. */
export function shapesOf(element: Element): Shape[] {
  const spaces = element.matches("[data-cell]") ? [] : [...element.querySelectorAll("[data-cell]")]
  return spaces.length > 0 ? spaces.map((space) => ({ ...shapeOf(space), round: 0 })) : [shapeOf(element)]
}

/** What is taken up, or chosen first, for a move; of those in the second list one is enough. */
const BEFORE = ["cylinder"]
const TAKEN = ["cube", "consumed", "hand", "home", "piece", "deck"]

/** What is touched for the suggested move, one after the other. */
export function suggested(): Element[] {
  const all = find(["[data-suggested]"])
  const kind = (element: Element): string => (element.getAttribute("data-touch") ?? "").split(":")[0]!
  const things = all.filter((element) => kind(element) !== "action")
  const before = things.filter((element) => BEFORE.includes(kind(element)))
  const taken = things.filter((element) => TAKEN.includes(kind(element))).slice(0, 1)
  const goals = things.filter((element) => ![...BEFORE, ...TAKEN].includes(kind(element)))
  return things.length > 0 ? [...before, ...taken, ...goals] : all
}

function shapeOf(element: Element): Shape {
  const { left: x, top: y, width, height } = element.getBoundingClientRect()
  const round = radius(getComputedStyle(element).borderTopLeftRadius, Math.min(width, height))
  return { x, y, width, height, round }
}
