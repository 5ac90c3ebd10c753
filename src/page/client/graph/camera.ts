export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** What of a graph is seen: the place in the middle of the picture, and how many pixels one of its units takes. */
export interface Camera extends Point {
  readonly scale: number
}

const margin = 30

/** All of these places, as large as they fit. */
export function fitCamera({ x, y }: Places, { width, height }: Size): Camera {
  const [left, right] = reachOf(x)
  const [top, bottom] = reachOf(y)
  const room = { width: Math.max(1, width - 2 * margin), height: Math.max(1, height - 2 * margin) }
  const scale = Math.min(room.width / (right - left), room.height / (bottom - top))
  // A single note has no extent.
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: Number.isFinite(scale) ? scale : 1 }
}

export interface Places {
  readonly x: Float32Array
  readonly y: Float32Array
}

function reachOf(values: Float32Array): readonly [number, number] {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return least > most ? [0, 0] : [least, most]
}

/** The picture follows a finger that moves by so many pixels. */
export function panned(camera: Camera, by: Point): Camera {
  return { ...camera, x: camera.x - by.x / camera.scale, y: camera.y - by.y / camera.scale }
}

/** What lies at `at` in the picture stays there. */
export function zoomed(camera: Camera, scale: number, at: Point, { width, height }: Size): Camera {
  const stretch = 1 / camera.scale - 1 / scale
  return {
    x: camera.x + (at.x - width / 2) * stretch,
    y: camera.y + (at.y - height / 2) * stretch,
    scale,
  }
}

export function toPicture(camera: Camera, { x, y }: Point, { width, height }: Size): Point {
  return { x: width / 2 + (x - camera.x) * camera.scale, y: height / 2 + (y - camera.y) * camera.scale }
}
