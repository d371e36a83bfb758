// The 33 kinds of tile by their tokens, as far as drawing them goes.

export type TileKind = "ordinary" | "printed" | "double" | "half" | "bicolour" | "rock" | "water" | "crown"

const BY_MARK: Record<string, TileKind> = { s: "printed", 2: "double", h: "half" }

export function kindOf(tile: string): TileKind {
  if (tile === "rock" || tile === "water" || tile === "crown") return tile
  return tile.length === 1 ? "ordinary" : (BY_MARK[tile[1]!] ?? "bicolour")
}

/** The sides on which a half is coral when nobody has turned it yet. */
export const UNTURNED = "ne"

/** Where the coral of a half lies: the corner between its coral sides, for a drawing of 60 by 60. */
export function cornerOf(sides: string | null): [number, number] {
  const [row, column] = [...(sides ?? UNTURNED)]
  return [column === "e" ? 39 : 1, row === "n" ? 1 : 39]
}
