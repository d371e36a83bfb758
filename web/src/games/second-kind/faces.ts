// What is to be drawn on each cell of a rock with special tiles, crowns and blue shrimps.
import type { SecondKindRock, SecondKindView } from "../../wire"
import { kept, type Face as BaseFace } from "../reef-encounter/faces"
import { joinsOf } from "./cells"
import type { Consequence } from "./consequence"

export interface Face extends BaseFace {
  /** What it is called aloud. */
  name: string
  /** Whether it is a rock space now, printed or laid. */
  solid: boolean
  /** The kind of tile that lies here or would come, and the quarter turn of a half. */
  tile: string | null
  sides: string | null
  ghostTile: string
  ghostSides: string | null
  blue: boolean
  blueLeaves: boolean
  blueComes: boolean
  crown: boolean
  crownLeaves: boolean
  crownComes: boolean
  /** Bare rock or deep water that was laid, would come, or would go. */
  laid: "rock" | "water" | null
  comes: "rock" | "water" | null
  goes: boolean
  /** Whether anything is to be seen here besides the ground. */
  busy: boolean
}

type Lying = Omit<SecondKindRock, "rock">

/** Whether a cell is a rock space. */
export const isSolid = (
  { rock_tiles, water_tiles }: Pick<Lying, "rock_tiles" | "water_tiles">,
  cell: string,
  mark: string,
): boolean => rock_tiles.includes(cell) || (mark !== "" && mark !== "~" && !water_tiles.includes(cell))

export function facesOf(
  cells: { cell: string; mark: string }[],
  rock: Lying,
  ahead: Consequence,
  last: Consequence,
  before: Map<string, Face>,
  nameOf: (cell: string, mark: string) => string,
): Map<string, Face> {
  const faces = new Map<string, Face>()
  for (const { cell, mark } of cells) {
    const polyp = rock.polyps[cell] ?? null
    const ghost = ahead.ghosts[cell] ?? null
    const removed = ahead.removed.includes(cell) || (ghost !== null && ahead.victims.includes(cell))
    const things = {
      polyp,
      shrimp: rock.shrimps[cell] ?? null,
      ghost,
      arrives: ahead.shrimpsTo[cell] ?? null,
      blue: rock.blue.includes(cell),
      blueComes: ahead.bluesTo.includes(cell),
      crown: rock.crowns.includes(cell),
      crownComes: ahead.crownsTo.includes(cell),
      comes: ahead.rock.includes(cell) ? ("rock" as const) : ahead.water.includes(cell) ? ("water" as const) : null,
      goes: ahead.gone.includes(cell),
    }
    const face: Face = {
      ...things,
      cell,
      mark,
      name: nameOf(cell, mark),
      solid: isSolid(rock, cell, mark),
      busy: Object.values(things).some(Boolean),
      tile: rock.special[cell] ?? polyp,
      sides: rock.sides[cell] ?? null,
      joins: polyp ? joinsOf(cell, rock) : "",
      ghostTile: ahead.tiles_[cell]?.tile ?? ghost ?? "",
      ghostSides: ahead.tiles_[cell]?.sides ?? null,
      sprouts: ahead.sprouting.includes(cell),
      fate: removed ? "eaten" : ahead.swallowed.includes(cell) ? "swallowed" : null,
      leaves: ahead.shrimpsFrom.includes(cell),
      blueLeaves: ahead.bluesFrom.includes(cell),
      crownLeaves: ahead.crownsFrom.includes(cell),
      laid: rock.rock_tiles.includes(cell) ? "rock" : rock.water_tiles.includes(cell) ? "water" : null,
      grown: last.sprouting.includes(cell),
      turn: Math.max(0, last.swallowed.indexOf(cell)),
    }
    faces.set(cell, kept(face, before))
  }
  return faces
}

/** A shrimp whose place a crown has taken is shown there until it is known where it goes. */
export function withShaken(rock: SecondKindRock, view: SecondKindView | null): SecondKindRock {
  const { asked, cell } = view?.turn ?? {}
  if (!cell || !view?.mover || !rock.crowns.includes(cell)) return rock
  if (asked === "displaced") return { ...rock, shrimps: { ...rock.shrimps, [cell]: view.mover } }
  return asked === "pushed" ? { ...rock, blue: [...rock.blue, cell] } : rock
}
