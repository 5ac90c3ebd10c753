import { type Camera, type Point, type Size, toPicture } from './camera.ts'
import type { Scene } from './scene.ts'

/** What is to be painted: a graph as it is seen from somewhere. */
export interface Shot {
  readonly scene: Scene
  readonly camera: Camera
  /** How much larger it is than where all of it is seen. */
  readonly zoom: number
  readonly size: Size
  /** The node that stands out, with its neighbours; null where all are alike. */
  readonly pointed: number | null
  readonly isMoving: boolean
}

// A mouse need not be exact.
const reach = 2

/** Dots grow more slowly than the distances between them. */
export function radiusOf({ scene, zoom }: Shot, node: number): number {
  return (scene.dots.size[node] ?? 0) * Math.sqrt(zoom)
}

export function pointOf({ scene, camera, size }: Shot, node: number): Point {
  return toPicture(camera, { x: scene.dots.x[node] ?? 0, y: scene.dots.y[node] ?? 0 }, size)
}

export function isSeen(shot: Shot, node: number): boolean {
  const { x, y } = pointOf(shot, node)
  return x >= 0 && x <= shot.size.width && y >= 0 && y <= shot.size.height
}

/** The node that a mouse is on: of several the nearest. */
export function nodeAt(shot: Shot, at: Point): number | null {
  let [found, least]: [number | null, number] = [null, Infinity]
  for (let node = 0; node < shot.scene.nodes.length; node += 1) {
    const { x, y } = pointOf(shot, node)
    const far = Math.hypot(x - at.x, y - at.y)
    if (far < least && far <= radiusOf(shot, node) + reach) [found, least] = [node, far]
  }
  return found
}
