// A few things that one touch could mean, offered beside the finger: which action, what to do with a card, which tile, as
// which colour, how a half is turned.
import type { Choice } from "../reef-encounter/choice"
import type { SecondKindOption } from "./options"

/** What may be offered, in the order in which it is asked. */
const WAYS = /^(text-way|blue-way|meal-way|discard|change)$/
/** What gives something away for good comes last. */
const LAST = ["change", "discard"]
const OFFERED = [WAYS, /^(hand|consumed|card):/, /^as:/, /^grow:/, /^taken:/, /^turned:/]
const MOST = 9
/** As they lie in a square. */
const TURNS = ["turned:nw", "turned:ne", "turned:sw", "turned:se"]
/** Where one touch says what else would: the place where a tile is exchanged. */
const SAID = /^(supply|pile|fish|rocks|screen)$/

export function choiceOf(list: SecondKindOption[], chosen: string[], near: Element): Choice | null {
  const entries = actionsOf(list) ?? offersOf(list, chosen)
  return entries && { near: near.getBoundingClientRect(), from: near, entries }
}

/** The actions, if several are meant; what has none is offered by what it does. */
function actionsOf(list: SecondKindOption[]): Choice["entries"] | null {
  const groups = new Map<string, SecondKindOption[]>()
  for (const option of list) {
    const way = option.touches.find((one) => WAYS.test(one))
    const key = way ?? (option.action ? `action:${option.action}` : "")
    groups.set(key, [...(groups.get(key) ?? []), option])
  }
  if (groups.size < 2 || groups.has("")) return null
  return [...groups]
    .sort(([one], [other]) => LAST.indexOf(one) - LAST.indexOf(other))
    .map(([touch, those]) => entry(touch, those))
}

const entry = (touch: string, those: SecondKindOption[]): Choice["entries"][number] => ({
  touch,
  option: those.length === 1 ? those[0]! : null,
  action: those[0]!.action,
})

/** Pieces, colours or turns, if nothing else is open. */
function offersOf(list: SecondKindOption[], chosen: string[]): Choice["entries"] | null {
  const shared = (touch: string): boolean => list.every(({ touches }) => touches.includes(touch))
  const tiled = chosen.some((one) => /^(hand|consumed):/.test(one))
  const rest = list.map(({ touches }) =>
    touches.filter(
      (one) =>
        !chosen.includes(one) && !shared(one) && !SAID.test(one) && !(tiled && /^(cube|hand|consumed):/.test(one)),
    ),
  )
  if (!rest.every((touches) => touches.length > 0 && touches.every((one) => OFFERED.some((kind) => kind.test(one)))))
    return null
  for (const kind of OFFERED) {
    const groups = new Map<string, SecondKindOption[]>()
    rest.forEach((touches, at) => {
      const touch = touches.find((one) => kind.test(one))
      if (touch) groups.set(touch, [...(groups.get(touch) ?? []), list[at]!])
    })
    const all = [...groups.values()].reduce((sum, those) => sum + those.length, 0)
    if (groups.size > 1 && groups.size <= MOST && all === list.length)
      return [...groups]
        .sort(([one], [other]) => TURNS.indexOf(one) - TURNS.indexOf(other))
        .map(([touch, those]) => entry(touch, those))
  }
  return null
}
