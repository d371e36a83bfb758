// Which puzzles were solved in this browser.
const KEY = "atoll.puzzles"

export const solved = (): Set<string> => new Set(localStorage.getItem(KEY)?.split(" ").filter(Boolean))

export function solve(puzzle: string): void {
  localStorage.setItem(KEY, [...solved().add(puzzle)].join(" "))
}
