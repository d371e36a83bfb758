// A legal move and the things on the table that mean it when they are touched. Nothing is judged here: moves come from the
// server, and what may be touched for one its game says.

export interface Option {
  move: string
  /** What may be touched for it: "cell:1d4", "card:7", "deck" and so on. */
  touches: string[]
  /** Of these, touches in `target` mean the move only after one of `source`: where a shrimp goes. */
  source: string[]
  target: string[]
}

const NOWHERE = new Map<string, never[]>()

/** The options that each touch means, with what is chosen already; one and the same map as long as there are none. */
export function byTouch<O extends Option>(options: O[], chosen: string[]): Map<string, O[]> {
  if (options.length === 0) return NOWHERE
  const fitting = options.filter((option) => chosen.every((one) => option.touches.includes(one)))
  const alone = chosen.length > 0 && new Set(fitting.map((option) => option.source.join())).size === 1
  const found = new Map<string, O[]>()
  for (const option of fitting) {
    const aimed = alone || option.source.some((one) => chosen.includes(one))
    for (const touch of new Set(option.touches)) {
      if (chosen.includes(touch)) continue
      if (!aimed && option.target.includes(touch) && !option.source.includes(touch)) continue
      const list = found.get(touch)
      if (list) list.push(option)
      else found.set(touch, [option])
    }
  }
  return found
}

/** What of a kind is among touches: of "cell" with "cell:1d4" it is "1d4". */
export const held = (touches: string[], kind: string): string | undefined =>
  touches.find((one) => one.startsWith(`${kind}:`))?.slice(kind.length + 1)
