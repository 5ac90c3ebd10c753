import { MultiUndirectedGraph } from 'graphology'
import Sigma from 'sigma'
import { NodePointProgram } from 'sigma/rendering'

export interface DrawnNode {
  readonly id: string
  readonly label: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly colour: string
}

export interface DrawnGraph {
  readonly nodes: readonly DrawnNode[]
  /** Pairs of places in `nodes`. */
  readonly edges: readonly (readonly [number, number])[]
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

export interface Picture {
  /** Shows a note and its neighbours among the others that fade; null shows all alike. */
  readonly point: (id: string | null) => void
  readonly end: () => void
}

// Beyond so many, edges are drawn only where one looks.
const mostEdges = 5_000
const mostEdgesNear = 2_000
const nearRatio = 0.3

/** Draws a graph into an element. Fails where the browser has no WebGL. */
export function drawGraph(
  element: HTMLElement,
  { nodes, edges, middle }: DrawnGraph,
  options: {
    readonly ink: Ink
    readonly onOpen: (id: string) => void
    readonly onPoint: (id: string | null) => void
  },
): Picture {
  const { ink, onOpen, onPoint } = options
  const graph = new MultiUndirectedGraph()
  for (const { id, label, x, y, size, colour } of nodes)
    graph.addNode(id, { label, x, y, size, color: colour })
  const isThin = edges.length > mostEdges
  const edgesOf = isThin ? edgesByNode(edges) : new Map<number, readonly (readonly [number, number])[]>()
  const placeOf = new Map(nodes.map(({ id }, at) => [id, at]))
  const add = ([from, to]: readonly [number, number]) => {
    const source = nodes[from]
    const target = nodes[to]
    if (source !== undefined && target !== undefined && source !== target) graph.addEdge(source.id, target.id)
  }
  if (!isThin) for (const edge of edges) add(edge)

  let pointed: string | null = null
  let near = new Set<string>()
  const sigma = new Sigma(graph, element, {
    defaultNodeType: nodes.length > 2_000 ? 'point' : 'circle',
    nodeProgramClasses: { point: NodePointProgram },
    defaultEdgeColor: ink.line,
    labelColor: { color: ink.text },
    labelFont: getComputedStyle(element).fontFamily,
    labelSize: 12,
    labelRenderedSizeThreshold: nodes.length > 300 ? 7 : 3,
    labelDensity: 0.6,
    hideEdgesOnMove: edges.length > 1_000,
    hideLabelsOnMove: nodes.length > 1_000,
    minCameraRatio: 0.02,
    maxCameraRatio: 3,
    zIndex: true,
    nodeReducer: (id, data) => {
      const isMiddle = id === middle
      const isNear = pointed === null || id === pointed || near.has(id)
      return {
        ...data,
        ...(!isNear && { color: ink.faint, label: '' }),
        ...((isMiddle || id === pointed) && { forceLabel: true, zIndex: 2 }),
        ...(isMiddle && { size: 12 }),
      }
    },
    edgeReducer: (edge, data) => {
      if (pointed === null) return data
      return graph.hasExtremity(edge, pointed)
        ? { ...data, color: ink.strongLine, size: 1.5, zIndex: 1 }
        : { ...data, hidden: true }
    },
    defaultDrawNodeLabel: (context, { label, x, y, size }, { labelSize, labelFont }) => {
      if (label === null) return
      context.font = `${labelSize}px ${labelFont}`
      const text = shortened(label)
      // Beside the dot, on its other side where the picture ends.
      const width = context.measureText(text).width
      const right = x + size + 3
      const at = right + width > element.clientWidth && x - size - 3 > width ? x - size - 3 - width : right
      // A rim in the colour of the ground, so that words can be read above dots and lines.
      context.strokeStyle = ink.ground
      context.lineWidth = 3
      context.lineJoin = 'round'
      context.strokeText(text, at, y + labelSize / 3)
      context.fillStyle = ink.text
      context.fillText(text, at, y + labelSize / 3)
    },
    defaultDrawNodeHover: (context, data, settings) => {
      const label = data.label ?? ''
      context.font = `${settings.labelSize}px ${settings.labelFont}`
      const width = context.measureText(label).width + 14
      context.fillStyle = ink.ground
      context.strokeStyle = ink.line
      context.beginPath()
      context.roundRect(data.x + data.size + 3, data.y - 12, width, 24, 6)
      context.fill()
      context.stroke()
      context.fillStyle = ink.text
      context.fillText(label, data.x + data.size + 10, data.y + settings.labelSize / 3)
    },
  })

  /** Of a graph with many edges, those of one node, or those of what can be seen from near. */
  const thin = () => {
    if (!isThin) return
    graph.clearEdges()
    if (pointed !== null) for (const edge of edgesOf.get(placeOf.get(pointed) ?? -1) ?? []) add(edge)
    else if (sigma.getCamera().ratio < nearRatio) {
      const seen = nodesInView(sigma, nodes)
      const shown = edges.filter(([from, to]) => seen.has(from) && seen.has(to))
      for (const edge of shown.slice(0, mostEdgesNear)) add(edge)
    }
  }
  const point = (id: string | null) => {
    if (id === pointed || (id !== null && !graph.hasNode(id))) return
    pointed = id
    thin()
    near = new Set(id === null ? [] : graph.neighbors(id))
    sigma.refresh({ skipIndexation: true })
  }
  // What the mouse passes while it drags the picture is not pointed at: all dots would be coloured anew for each.
  const mouse = sigma.getMouseCaptor()
  let under: string | null = null
  const pointUnder = () => {
    if (mouse.isMouseDown || under === pointed) return
    point(under)
    onPoint(under)
  }
  sigma.on('enterNode', ({ node }) => {
    under = node
    pointUnder()
  })
  sigma.on('leaveNode', () => {
    under = null
    pointUnder()
  })
  mouse.on('mouseup', pointUnder)
  sigma.on('clickNode', ({ node }) => onOpen(node))
  let settled: number | undefined
  sigma.getCamera().on('updated', () => {
    if (!isThin) return
    window.clearTimeout(settled)
    settled = window.setTimeout(() => {
      if (pointed === null) thin()
    }, 200)
  })
  return {
    point,
    end: () => {
      window.clearTimeout(settled)
      sigma.kill()
    },
  }
}

function shortened(label: string): string {
  return label.length <= longestLabel ? label : `${label.slice(0, longestLabel - 1)}…`
}

const longestLabel = 36

function edgesByNode(
  edges: readonly (readonly [number, number])[],
): ReadonlyMap<number, readonly (readonly [number, number])[]> {
  const byNode = new Map<number, (readonly [number, number])[]>()
  for (const edge of edges) {
    for (const end of edge) {
      const own = byNode.get(end)
      if (own === undefined) byNode.set(end, [edge])
      else own.push(edge)
    }
  }
  return byNode
}

function nodesInView(sigma: Sigma, nodes: readonly DrawnNode[]): ReadonlySet<number> {
  const { width, height } = sigma.getDimensions()
  const seen = new Set<number>()
  for (const [at, { x, y }] of nodes.entries()) {
    const place = sigma.graphToViewport({ x, y })
    if (place.x >= 0 && place.x <= width && place.y >= 0 && place.y <= height) seen.add(at)
  }
  return seen
}
