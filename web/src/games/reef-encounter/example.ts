// What lies on the rocks, read to choose a good example for a lesson. What is allowed, the server says.
import type { ReefEncounterTile } from "../../wire"

/** What of a view is read here: the expansion has it, too. */
interface Sight {
  rocks: { polyps: Record<string, string> }[]
  tiles: ReefEncounterTile[]
}

/** The spaces beside one, whether they are there or not. */
export function neighbours(cell: string): string[] {
  const [rock, column, row] = [cell[0], cell.charCodeAt(1), Number(cell[2])]
  const name = (dx: number, dy: number): string => `${rock}${String.fromCharCode(column + dx)}${row + dy}`
  return [name(-1, 0), name(1, 0), name(0, -1), name(0, 1)]
}

/** The colour of the polyp on a space. */
export const polypAt = (view: Sight, cell: string): string | null =>
  view.rocks.map(({ polyps }) => polyps[cell]).find((colour) => colour !== undefined) ?? null

/** The coral of a colour that a space belongs to. */
export function coralAt(view: Sight, cell: string, colour: string): string[] {
  const found: string[] = []
  const todo = [cell]
  for (let next = todo.pop(); next; next = todo.pop()) {
    if (found.includes(next) || polypAt(view, next) !== colour) continue
    found.push(next)
    todo.push(...neighbours(next))
  }
  return found
}

/** The colours that one eats, as the coral tiles lie. */
export const prey = (view: Sight, colour: string): string[] =>
  view.tiles.filter(({ strong }) => strong === colour).map(({ weak }) => weak)
