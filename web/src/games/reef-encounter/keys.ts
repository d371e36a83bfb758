// The keys of this board, for the list of keys.
export const KEYS = [
  { key: "1 – 8", text: "reef-encounter.keys.actions" },
  { key: "0", text: "reef-encounter.keys.collect" },
  { key: "W Y O P G", text: "reef-encounter.keys.colours" },
  { key: "F", text: "reef-encounter.keys.fish" },
  { key: "T", text: "reef-encounter.keys.threats" },
  { key: "← ↑ → ↓", text: "reef-encounter.keys.walk" },
  { key: "Tab", text: "reef-encounter.keys.tab" },
  { key: "Enter", text: "reef-encounter.keys.enter" },
  { key: "Esc", text: "reef-encounter.keys.escape" },
]
