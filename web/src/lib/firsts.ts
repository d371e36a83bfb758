// Which games someone at this device knows: those that were played here, and those that were said to be known.
const KEY = "atoll.known"

const known = (): string[] => localStorage.getItem(KEY)?.split(" ") ?? []

/** Whether nobody at this device has played a game yet. */
export const isNew = (game: string): boolean => !known().includes(game)

/** A game was played here, or somebody says that it needs no lesson. */
export function know(game: string): void {
  if (isNew(game)) localStorage.setItem(KEY, [...known(), game].join(" "))
}
