import { type Size, toPicture } from './camera.ts'
import { type Label, labelOf, labelSize, labelsOf } from './labels.ts'
import { paintDots, type Pixels } from './paint-dots.ts'
import type { Edge } from './scene.ts'
import { isSeen, pointOf, radiusOf, type Shot } from './shot.ts'

// Beyond so many, edges are drawn only where one looks.
const mostEdges = 5_000
const mostEdgesNear = 2_000
const nearZoom = 3
// Beyond so many, there are neither edges nor labels while the picture moves.
const mostMoving = 1_000
const gapOfCard = 10

/**
 * Paints graphs into an element with the plain means of a canvas: without a graphics card WebGL takes many times as long
 * for ten thousand dots, and waits for whatever else the machine does.
 */
export class Painter {
  readonly context = contextOf()
  /** The dots alone, which are written pixel by pixel. */
  readonly #layer = contextOf()
  readonly #font: string
  #image = new ImageData(1, 1)
  #pixels = pixelsOf(this.#image)

  constructor(element: HTMLElement) {
    this.#font = `${labelSize}px ${getComputedStyle(element).fontFamily}`
    element.append(this.context.canvas)
  }

  resize({ width, height }: Size): void {
    const pixels = (length: number) => Math.max(1, Math.round(length * window.devicePixelRatio))
    this.#image = new ImageData(pixels(width), pixels(height))
    this.#pixels = pixelsOf(this.#image)
    for (const { canvas } of [this.context, this.#layer])
      Object.assign(canvas, { width: this.#image.width, height: this.#image.height })
  }

  paint(shot: Shot): void {
    const { scene, size, pointed, isMoving } = shot
    const ratio = this.#image.width / size.width
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0)
    this.context.clearRect(0, 0, size.width, size.height)
    this.context.font = this.#font
    if (pointed === null && !(isMoving && scene.edges.length > mostMoving))
      this.#edges(shot, edgesToShow(shot), scene.ink.line, 1)
    this.#allDots(shot, ratio)
    if (pointed !== null) {
      const near = scene.neighbours(pointed)
      const edges = near.map((node): Edge => [pointed, node])
      this.#edges(shot, edges, scene.ink.strongLine, 1.5)
      for (const node of [...near, pointed]) this.#dot(shot, node)
    }
    if (scene.middle !== null) this.#dot(shot, scene.middle)
    if (!(isMoving && scene.nodes.length > mostMoving))
      for (const label of labelsOf(shot, this.#widthOf)) this.#label(shot, label)
    if (pointed !== null) this.#card(shot, labelOf(shot, pointed, gapOfCard, this.#widthOf))
  }

  readonly #widthOf = (text: string): number => this.context.measureText(text).width

  #edges(shot: Shot, edges: readonly Edge[], colour: string, width: number): void {
    const { context } = this
    context.strokeStyle = colour
    context.lineWidth = width
    context.beginPath()
    for (const [from, to] of edges) {
      const [a, b] = [pointOf(shot, from), pointOf(shot, to)]
      context.moveTo(a.x, a.y)
      context.lineTo(b.x, b.y)
    }
    context.stroke()
  }

  #allDots({ scene, camera, zoom, size, pointed }: Shot, ratio: number): void {
    const start = toPicture(camera, { x: 0, y: 0 }, size)
    const view = {
      scale: camera.scale * ratio,
      left: start.x * ratio,
      top: start.y * ratio,
      enlarge: Math.sqrt(zoom) * ratio,
    }
    this.#pixels.data.fill(0)
    paintDots(this.#pixels, scene.dots, view, pointed === null ? null : scene.faint)
    this.#layer.putImageData(this.#image, 0, 0)
    this.context.drawImage(this.#layer.canvas, 0, 0, size.width, size.height)
  }

  #dot(shot: Shot, node: number): void {
    const { x, y } = pointOf(shot, node)
    this.context.fillStyle = shot.scene.colourOf(node)
    this.context.beginPath()
    this.context.arc(x, y, radiusOf(shot, node), 0, 2 * Math.PI)
    this.context.fill()
  }

  #label({ scene: { ink } }: Shot, { text, left, top }: Label): void {
    // A rim in the colour of the ground, so that words can be read above dots and lines.
    Object.assign(this.context, {
      strokeStyle: ink.ground,
      lineWidth: 3,
      lineJoin: 'round',
      fillStyle: ink.text,
    })
    this.context.strokeText(text, left, top + labelSize)
    this.context.fillText(text, left, top + labelSize)
  }

  #card({ scene: { ink } }: Shot, { text, left, top, width }: Label): void {
    Object.assign(this.context, { strokeStyle: ink.line, lineWidth: 1, fillStyle: ink.ground })
    this.context.beginPath()
    this.context.roundRect(left - 7, top - 4, width + 14, labelSize + 12, 6)
    this.context.fill()
    this.context.stroke()
    this.context.fillStyle = ink.text
    this.context.fillText(text, left, top + labelSize)
  }
}

/** Of a graph with many edges, those of what can be seen from near. */
function edgesToShow(shot: Shot): readonly Edge[] {
  const { edges } = shot.scene
  if (edges.length <= mostEdges) return edges
  if (shot.zoom < nearZoom) return []
  return edges.filter(([from, to]) => isSeen(shot, from) && isSeen(shot, to)).slice(0, mostEdgesNear)
}

function pixelsOf({ data, width, height }: ImageData): Pixels {
  return { data: new Uint32Array(data.buffer), width, height }
}

function contextOf(): CanvasRenderingContext2D {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) throw new Error('The browser draws nothing.')
  return context
}
