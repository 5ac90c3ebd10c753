import { type Box, clearBoxes } from './clear-boxes.ts'
import { isSeen, pointOf, radiusOf, type Shot } from './shot.ts'

export interface Label extends Box {
  readonly text: string
}

export const labelSize = 12
const longestLabel = 36
const mostLabels = 150
const gapOfLabel = 3

/** The labels of the largest dots, as many as have room. */
export function labelsOf(shot: Shot, widthOf: (text: string) => number): Iterable<Label> {
  return clearBoxes(candidates(shot, widthOf), mostLabels)
}

function* candidates(shot: Shot, widthOf: (text: string) => number): Generator<Label> {
  const { scene, pointed } = shot
  if (scene.middle !== null && scene.middle !== pointed)
    yield labelOf(shot, scene.middle, gapOfLabel, widthOf)
  const near = pointed === null ? null : new Set(scene.neighbours(pointed))
  const least = scene.nodes.length > 300 ? 7 : 3
  for (const node of scene.dots.order) {
    if (radiusOf(shot, node) < least) return
    if (node !== pointed && near?.has(node) !== false && isSeen(shot, node))
      yield labelOf(shot, node, gapOfLabel, widthOf)
  }
}

/** Beside the dot, on its other side where the picture ends. */
export function labelOf(shot: Shot, node: number, gap: number, widthOf: (text: string) => number): Label {
  const label = shot.scene.nodes[node]?.title ?? ''
  const text = label.length <= longestLabel ? label : `${label.slice(0, longestLabel - 1)}…`
  const { x, y } = pointOf(shot, node)
  const far = radiusOf(shot, node) + gap
  const width = widthOf(text)
  const isLeft = x + far + width > shot.size.width && x - far > width
  const left = isLeft ? x - far - width : x + far
  return { text, left, top: y - 0.7 * labelSize, width, height: 1.4 * labelSize }
}
