// Which polyps hang together, for touching a whole coral: only what is drawn depends on it.
import type { SecondKindRock } from "../../wire"
import { beside, joinsOf } from "./cells"

export function coralAt(rock: Pick<SecondKindRock, "polyps" | "sides">, cell: string): string[] {
  const found = [cell]
  for (const one of found)
    for (const side of joinsOf(one, rock)) {
      const next = beside(one, side)
      if (!found.includes(next)) found.push(next)
    }
  return found
}
