// What things of the expansion are called aloud.
import type { Table } from "../../lib/table.svelte"
import { t } from "../../lib/text.svelte"
import type { SecondKindRock } from "../../wire"
import { coloursOf } from "./tiles"

export { algaName, coralSaid, cubeName, listed, polypName } from "../reef-encounter/names"

const say = (key: string, values?: Record<string, string | number>): string => t(`second-kind-names.${key}`, values)

export const blueName = (): string => say("blue")
export const cardName = (card: string): string => t(`second-kind.cards.${card}.name`)

/** In how many lines a short title is set, and the letters of the longest: two, or three if that is much narrower. */
export function setOut(title: string): { lines: number; longest: number } {
  const words = title.split(" ")
  const needed = (width: number): number => {
    let [lines, left] = [0, 0]
    for (const { length } of words) {
      if (lines > 0 && length + 1 <= left) left -= length + 1
      else [lines, left] = [lines + 1, width - length]
    }
    return lines
  }
  const narrowest = (lines: number): number => {
    let width = Math.max(...words.map(({ length }) => length))
    while (needed(width) > lines) width++
    return width
  }
  const [two, three] = [narrowest(2), narrowest(3)]
  return three * 1.3 < two ? { lines: 3, longest: three } : { lines: Math.min(2, words.length), longest: two }
}

/** A tile of any kind; on a rock with the colour it counts as and the quarter turn of a half. */
export function tileName(tile: string, colour: string | null = null, sides: string | null = null): string {
  const name = say(`tile.${tile}`)
  if (sides) return say("turned", { tile: name, sides: say(`sides.${sides}`) })
  const other = colour !== null && coloursOf(tile).length > 1
  return other ? say("counts_as", { tile: name, colour: say(`colour.${colour}`) }) : name
}

type Lying = Pick<SecondKindRock, "polyps" | "special" | "sides" | "shrimps" | "blue" | "crowns"> &
  Pick<SecondKindRock, "rock_tiles" | "water_tiles">

/** A space with all that lies on it; `mark` is what is printed there, nothing outside the drawing. */
export function spaceName(cell: string, mark: string, rock: Lying, table: Table): string {
  const colour = rock.polyps[cell]
  const things = [
    colour ? tileName(rock.special[cell] ?? colour, colour, rock.sides[cell] ?? null) : ground(cell, mark, rock),
  ]
  if (rock.crowns.includes(cell)) things.push(say("tile.crown"))
  if (rock.blue.includes(cell)) things.push(blueName())
  const seat = rock.shrimps[cell]
  if (seat) things.push(say("space_is.shrimp", { name: table.name(seat) }))
  return [cell, ...things].join(", ")
}

function ground(cell: string, mark: string, { rock_tiles, water_tiles }: Lying): string {
  if (rock_tiles.includes(cell)) return say("space_is.rock_tile")
  if (water_tiles.includes(cell)) return say("space_is.water_tile")
  return say(`space_is.${{ "": "edge", "*": "growth", "~": "water" }[mark] ?? "rock"}`)
}
