// How the pieces of Reef look: four rounded forms, drawn around 0,0 and about 80 across.

export const COLOURS = ["r", "y", "g", "p"] as const
export const COLUMNS = ["a", "b", "c", "d"] as const
export const ROWS = [1, 2, 3, 4] as const

/** The spaces of a reef, row by row from the top. */
export const CELLS: string[] = ROWS.flatMap((row) => COLUMNS.map((column) => `${column}${row}`))

/** Where a space lies: column and row from 0. */
export function spot(cell: string): [number, number] {
  const at = CELLS.indexOf(cell)
  return [at % 4, Math.floor(at / 4)]
}

type Point = [number, number]

/** A closed smooth line through points. */
function smooth(points: Point[]): string {
  const round = (value: number): string => value.toFixed(1)
  const at = (index: number): Point => points[(index + points.length) % points.length]!
  let path = `M${round(at(0)[0])} ${round(at(0)[1])}`
  points.forEach((here, index) => {
    const [before, next, after] = [at(index - 1), at(index + 1), at(index + 2)]
    const leave = [here[0] + (next[0] - before[0]) / 6, here[1] + (next[1] - before[1]) / 6] as const
    const arrive = [next[0] - (after[0] - here[0]) / 6, next[1] - (after[1] - here[1]) / 6] as const
    path += `C${[...leave, ...arrive, ...next].map(round).join(" ")}`
  })
  return `${path}Z`
}

function around(steps: number, radius: (angle: number) => number): Point[] {
  return Array.from({ length: steps }, (_, step): Point => {
    const angle = (step / steps) * 2 * Math.PI
    return [radius(angle) * Math.sin(angle), -radius(angle) * Math.cos(angle)]
  })
}

const lobed = (lobes: number, base: number, wave: number): string =>
  smooth(around(lobes * 6, (angle) => base + wave * Math.cos(lobes * angle)))

/** Outlines: a five-armed star, a disc, a cushion, a clover; a pebble stands for any colour. */
export const OUTLINES: Record<string, string> = {
  r: lobed(5, 31.5, 10.5),
  y: smooth(around(12, () => 37.5)),
  g: smooth(around(24, (angle) => 34.5 / (Math.cos(angle) ** 6 + Math.sin(angle) ** 6) ** (1 / 6))),
  p: lobed(3, 31.5, 9),
  "*": smooth(around(12, () => 37)),
}

const ray = (angle: number, from: number, to: number): string => {
  const [x, y] = [Math.sin(angle), -Math.cos(angle)]
  return `M${(x * from).toFixed(1)} ${(y * from).toFixed(1)}L${(x * to).toFixed(1)} ${(y * to).toFixed(1)}`
}

const ring = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`

const fifths = [0, 1, 2, 3, 4].map((arm) => (arm / 5) * 2 * Math.PI)

/** The lines drawn onto the face of a piece. */
export const VEINS: Record<string, string> = {
  r: fifths.map((angle) => ray(angle, 9, 29)).join(""),
  y: ring(0, 0, 12) + ring(0, 0, 25),
  g: [-15, 0, 15].map((y) => `M-24 ${y}q6 -9 12 0t12 0t12 0t12 0`).join(""),
  p: ring(0, -23, 6.5) + ring(19, 11, 6.5) + ring(-19, 11, 6.5),
  "*": "",
}

/** A quarter of the pebble that stands for any colour. */
export const quarter = (index: number): string => {
  const [from, to] = [index, index + 1].map((n) => [
    37 * Math.sin((n * Math.PI) / 2),
    -37 * Math.cos((n * Math.PI) / 2),
  ])
  return `M0 0L${from!.map((v) => v.toFixed(1)).join(" ")}A37 37 0 0 1 ${to!.map((v) => v.toFixed(1)).join(" ")}Z`
}
