import { once } from '../../../model/once.ts'
import type { GraphNode, NoteGraph } from '../state/calls.ts'
import type { Dots } from './paint-dots.ts'

/** Pairs of places in `nodes`. */
export type Edge = NoteGraph['edges'][number]

export interface Ink {
  readonly text: string
  readonly line: string
  readonly strongLine: string
  readonly faint: string
  readonly ground: string
  readonly palette: readonly string[]
}

/** How a graph is to look. */
export interface Look {
  /** The note that the graph is around. */
  readonly middle: string | null
  /** The place of a node's colour in the palette. */
  readonly colourOf: (node: GraphNode) => number
  readonly ink: Ink
}

/** A graph made ready to be painted. */
export interface Scene {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly Edge[]
  /** The places of nodes by their ids. */
  readonly nodeOf: ReadonlyMap<string, number>
  readonly middle: number | null
  readonly neighbours: (node: number) => readonly number[]
  /** The large ones below, so that no small one is hidden. */
  readonly dots: Dots
  readonly colourOf: (node: number) => string
  readonly ink: Ink
  /** The pixel of what fades. */
  readonly faint: number
}

const sizeOfMiddle = 12

export function sceneOf({ nodes, edges }: NoteGraph, look: Look, context: CanvasRenderingContext2D): Scene {
  const { middle, ink } = look
  const scale = nodes.length > 5_000 ? 0.35 : nodes.length > 2_000 ? 0.5 : nodes.length > 300 ? 0.8 : 1
  const size = Float32Array.from(nodes, ({ id, degree }) =>
    id === middle ? sizeOfMiddle : scale * Math.min(14, 4 + Math.sqrt(degree) * 1.4),
  )
  const nodeOf = new Map(nodes.map(({ id }, node) => [id, node]))
  const colours = nodes.map(look.colourOf)
  const pixels = ink.palette.map((colour) => toPixel(colour, context))
  const links = once(() => linksOfEach(edges))
  return {
    ...{ nodes, edges, nodeOf, ink },
    middle: middle === null ? null : (nodeOf.get(middle) ?? null),
    neighbours: (node) => (links().get(node) ?? []).map(([, to]) => to),
    dots: {
      x: Float32Array.from(nodes, ({ x }) => x),
      y: Float32Array.from(nodes, ({ y }) => y),
      size,
      colour: Uint32Array.from(colours, (colour) => pixels[colour] ?? 0),
      order: [...nodes.keys()].sort((a, b) => (size[b] ?? 0) - (size[a] ?? 0)),
    },
    colourOf: (node) => ink.palette[colours[node] ?? 0] ?? '',
    faint: toPixel(ink.faint, context),
  }
}

/** The links of each node, seen from it. */
function linksOfEach(edges: readonly Edge[]): ReadonlyMap<number, readonly Edge[]> {
  const both = edges.flatMap(([from, to]): Edge[] =>
    from === to
      ? []
      : [
          [from, to],
          [to, from],
        ],
  )
  return Map.groupBy(both, ([from]) => from)
}

/** A colour of a style sheet as a pixel. The context spells opaque ones as `#rrggbb`. */
function toPixel(colour: string, context: CanvasRenderingContext2D): number {
  context.fillStyle = colour
  const rgb = Number.parseInt(context.fillStyle.slice(1), 16)
  const [red, green, blue] = [rgb >>> 16, (rgb >>> 8) & 255, rgb & 255]
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
}
