// The keys of this board, for the list of keys.
import { KEYS as BASE } from "../reef-encounter/keys"

export const KEYS = [
  ...BASE.slice(0, 2),
  { key: "X", text: "second-kind.keys.crowns" },
  { key: "A B C", text: "second-kind.keys.new" },
  { key: "N", text: "second-kind.keys.pass" },
  { key: "D E", text: "second-kind.keys.done" },
  ...BASE.slice(2),
]
