import type { Dots } from './paint-dots.ts'

export interface DrawnNode {
  readonly id: string
  readonly label: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly colour: string
}

export type Edge = readonly [number, number]

export interface DrawnGraph {
  readonly nodes: readonly DrawnNode[]
  /** Pairs of places in `nodes`. */
  readonly edges: readonly Edge[]
  /** The note that the graph is around. */
  readonly middle: string | null
}

export interface Ink {
  readonly text: string
  readonly line: string
  readonly strongLine: string
  readonly faint: string
  readonly ground: string
}

/** A graph made ready to be painted. */
export interface Scene {
  readonly nodes: readonly DrawnNode[]
  readonly edges: readonly Edge[]
  /** The places of nodes by their ids. */
  readonly nodeOf: ReadonlyMap<string, number>
  readonly middle: number | null
  readonly neighbours: (node: number) => readonly number[]
  /** The large ones below, so that no small one is hidden. */
  readonly dots: Dots
  readonly ink: Ink
  /** The pixel of what fades. */
  readonly faint: number
}

const sizeOfMiddle = 12

export function sceneOf(graph: DrawnGraph, ink: Ink, context: CanvasRenderingContext2D): Scene {
  const { nodes, edges, middle } = graph
  const size = Float32Array.from(nodes, ({ id, size: own }) => (id === middle ? sizeOfMiddle : own))
  const nodeOf = new Map(nodes.map(({ id }, node) => [id, node]))
  const pixels = new Map<string, number>()
  const pixelOf = (colour: string) => {
    const pixel = pixels.get(colour) ?? toPixel(colour, context)
    pixels.set(colour, pixel)
    return pixel
  }
  let near: ReadonlyMap<number, readonly number[]> | null = null
  return {
    ...{ nodes, edges, nodeOf, ink },
    middle: middle === null ? null : (nodeOf.get(middle) ?? null),
    neighbours: (node) => (near ??= neighboursOf(edges)).get(node) ?? [],
    dots: {
      x: Float32Array.from(nodes, ({ x }) => x),
      y: Float32Array.from(nodes, ({ y }) => y),
      size,
      colour: Uint32Array.from(nodes, ({ colour }) => pixelOf(colour)),
      order: [...nodes.keys()].sort((a, b) => (size[b] ?? 0) - (size[a] ?? 0)),
    },
    faint: pixelOf(ink.faint),
  }
}

function neighboursOf(edges: readonly Edge[]): ReadonlyMap<number, readonly number[]> {
  const near = new Map<number, number[]>()
  const add = (from: number, to: number) => {
    const own = near.get(from)
    if (own === undefined) near.set(from, [to])
    else own.push(to)
  }
  for (const [from, to] of edges) {
    if (from === to) continue
    add(from, to)
    add(to, from)
  }
  return near
}

/** A colour of a style sheet as a pixel. The context spells opaque ones as `#rrggbb`. */
function toPixel(colour: string, context: CanvasRenderingContext2D): number {
  context.fillStyle = colour
  const rgb = Number.parseInt(context.fillStyle.slice(1), 16)
  const [red, green, blue] = [rgb >>> 16, (rgb >>> 8) & 255, rgb & 255]
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
}
