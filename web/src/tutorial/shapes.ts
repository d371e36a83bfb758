// The outlines of things on the board, for marks that have the shape of what they mark.

/** A box with round corners, in pixels of the window. */
export interface Shape {
  x: number
  y: number
  width: number
  height: number
  round: number
}

/** A shape with some room around it. */
export const grown = ({ x, y, width, height, round }: Shape, by: number): Shape => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
  round: round + by,
})

/** A corner's radius as styles have it ("46%", "12px", "10% 7%"), of a side so long. */
export function radius(style: string, side: number): number {
  const first = style.split(" ")[0] ?? ""
  const size = Number.parseFloat(first) || 0
  return Math.min(first.endsWith("%") ? (size / 100) * side : size, side / 2)
}

/** Where a line from a point should end: the middle of the edge of the nearest shape that faces it. */
export function nearest(shapes: Shape[], x: number, y: number): { x: number; y: number; fromAbove: boolean } | null {
  const ends = shapes.map((shape) => {
    const fromAbove = y <= shape.y
    return { x: shape.x + shape.width / 2, y: fromAbove ? shape.y : shape.y + shape.height, fromAbove }
  })
  const far = (end: { x: number; y: number }): number => Math.hypot(end.x - x, end.y - y)
  return ends.sort((one, other) => far(one) - far(other))[0] ?? null
}
