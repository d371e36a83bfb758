// The keys of this game, for the list of keys that the frame shows.
export const KEYS: { key: string; text: string }[] = [
  { key: "← ↑ → ↓", text: "reef.keys.walk" },
  { key: "1 2 3 4", text: "reef.keys.hand" },
  { key: "Q W E", text: "reef.keys.display" },
  { key: "R", text: "reef.keys.top" },
  { key: "Enter", text: "reef.keys.do" },
  { key: "Esc", text: "reef.keys.drop" },
]

export const DISPLAY_KEYS = ["q", "w", "e"]
export const TOP_KEY = "r"
