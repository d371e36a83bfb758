// Round outlines around sets of square cells: the shore of a rock.

/** How many spaces a rock with its water and its letters takes up. */
export const ROCK_WIDTH = 7.6
export const ROCK_HEIGHT = 6.75
/** The same as a view box, for spaces of 10 by 10. */
export const ROCK_BOX = `-4 -2 ${ROCK_WIDTH * 10} ${ROCK_HEIGHT * 10}`

type Point = [number, number]

/** An even but irregular number from 0 to 1 for a place. */
export function grain(x: number, y: number, salt = 0): number {
  const wave = Math.sin(x * 127.1 + y * 311.7 + salt * 74.7) * 43758.5453
  return wave - Math.floor(wave)
}

/** The path around all cells that are `inside`, for cells of 10 by 10, moved inwards by `inset`; `ring` more around them. */
export function outline(
  inside: (x: number, y: number) => boolean,
  width: number,
  height: number,
  inset: number,
  ring = 0,
): string {
  const edges = new Map<string, Point[]>()
  const add = (from: Point, to: Point): void => {
    const key = from.join()
    edges.set(key, [...(edges.get(key) ?? []), to])
  }
  for (let y = -ring; y < height + ring; y++)
    for (let x = -ring; x < width + ring; x++) {
      if (!inside(x, y)) continue
      if (!inside(x, y - 1)) add([x, y], [x + 1, y])
      if (!inside(x + 1, y)) add([x + 1, y], [x + 1, y + 1])
      if (!inside(x, y + 1)) add([x + 1, y + 1], [x, y + 1])
      if (!inside(x - 1, y)) add([x, y + 1], [x, y])
    }
  const paths: string[] = []
  for (const key of edges.keys()) {
    while ((edges.get(key) ?? []).length > 0) paths.push(rounded(loop(edges, key), inset))
  }
  return paths.join("")
}

/** Follow edges from a corner until it is reached again; where two loops touch, stay on this one's side. */
function loop(edges: Map<string, Point[]>, start: string): Point[] {
  const points: Point[] = []
  let at = start.split(",").map(Number) as Point
  let direction: Point = [0, 0]
  do {
    const ways = edges.get(at.join())!
    const right: Point = [-direction[1], direction[0]]
    const turn = ways.findIndex(([x, y]) => x - at[0] === right[0] && y - at[1] === right[1])
    const [next] = ways.splice(Math.max(turn, 0), 1)
    const step: Point = [next![0] - at[0], next![1] - at[1]]
    if (step[0] !== direction[0] || step[1] !== direction[1]) points.push(at)
    direction = step
    at = next!
  } while (at.join() !== start)
  return points
}

function rounded(points: Point[], inset: number): string {
  const moved = points.map((point, at): Point => {
    const before = unit(points.at(at - 1)!, point)
    const after = unit(point, points[(at + 1) % points.length]!)
    const x = point[0] * 10 - inset * (before[1] + after[1])
    const y = point[1] * 10 + inset * (before[0] + after[0])
    return [x, y]
  })
  const parts = moved.map((point, at) => {
    const before = unit(moved.at(at - 1)!, point)
    const after = unit(point, moved[(at + 1) % moved.length]!)
    const near = 2.6 + 2 * grain(point[0], point[1])
    const start = `${fixed(point[0] - before[0] * near)} ${fixed(point[1] - before[1] * near)}`
    const end = `${fixed(point[0] + after[0] * near)} ${fixed(point[1] + after[1] * near)}`
    return `${at === 0 ? "M" : "L"}${start}Q${fixed(point[0])} ${fixed(point[1])} ${end}`
  })
  return `${parts.join("")}Z`
}

function unit(from: Point, to: Point): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
}

const fixed = (value: number): string => value.toFixed(2)
