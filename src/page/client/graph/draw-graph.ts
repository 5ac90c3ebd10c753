import type { NoteGraph } from '../state/calls.ts'
import { type Camera, fitCamera, panned, type Size, zoomed } from './camera.ts'
import { followGestures } from './follow-gestures.ts'
import { Painter } from './painter.ts'
import { type Look, type Scene, sceneOf } from './scene.ts'
import { nodeAt, type Shot } from './shot.ts'

export interface Picture {
  /** Shows another state of the graph, from where one has moved to in the last. */
  readonly show: (graph: NoteGraph, look: Look) => void
  /** Shows a note and its neighbours among the others that fade; null shows all alike. */
  readonly point: (id: string | null) => void
  readonly end: () => void
}

const stillMs = 150
const leastZoom = 1 / 3
const mostZoom = 50

/** Draws a graph into an element, where one can move in it. */
export function drawGraph(
  element: HTMLElement,
  options: { readonly onOpen: (id: string) => void; readonly onPoint: (id: string | null) => void },
): Picture {
  const { onOpen, onPoint } = options
  const painter = new Painter(element)
  let scene: Scene | null = null
  let size: Size = { width: 0, height: 0 }
  /** Where all is seen. */
  let whole: Camera = { x: 0, y: 0, scale: 1 }
  /** Null for as long as nobody has moved. */
  let moved: Camera | null = null
  let pointed: string | null = null
  let frame = 0
  let movingTimer = 0

  const shot = (): Shot | null => {
    if (scene === null || size.width === 0 || size.height === 0) return null
    const camera = moved ?? whole
    return {
      ...{ scene, camera, size, zoom: camera.scale / whole.scale, isMoving: movingTimer !== 0 },
      pointed: pointed === null ? null : (scene.nodeOf.get(pointed) ?? null),
    }
  }
  const paint = () => {
    frame = 0
    const now = shot()
    if (now !== null) painter.paint(now)
  }
  const paintSoon = () => {
    if (frame === 0) frame = requestAnimationFrame(paint)
  }
  const moveTo = (camera: Camera) => {
    moved = camera
    window.clearTimeout(movingTimer)
    movingTimer = window.setTimeout(() => {
      movingTimer = 0
      paintSoon()
    }, stillMs)
    paintSoon()
  }
  const point = (id: string | null) => {
    if (id === pointed) return
    pointed = id
    paintSoon()
  }
  const fit = () => {
    if (scene !== null) whole = fitCamera(scene.dots, size)
  }

  const over = new AbortController()
  followGestures(
    element,
    {
      onPan: (by) => moveTo(panned(moved ?? whole, by)),
      onZoom: (factor, at) => {
        const camera = moved ?? whole
        const zoom = Math.min(mostZoom, Math.max(leastZoom, (camera.scale / whole.scale) * factor))
        if (zoom * whole.scale === camera.scale) return false
        moveTo(zoomed(camera, zoom * whole.scale, at, size))
        return true
      },
      onHover: (at) => {
        const now = shot()
        const node = at === null || now === null ? null : nodeAt(now, at)
        const id = node === null ? null : (scene?.nodes[node]?.id ?? null)
        if (id === pointed) return
        element.style.cursor = id === null ? '' : 'pointer'
        point(id)
        onPoint(id)
      },
      onClick: (at) => {
        const now = shot()
        const id = now?.scene.nodes[nodeAt(now, at) ?? -1]?.id
        if (id !== undefined) onOpen(id)
      },
    },
    over.signal,
  )
  const observer = new ResizeObserver(() => {
    size = { width: element.clientWidth, height: element.clientHeight }
    painter.resize(size)
    fit()
    // What is resized is empty until it is painted.
    paint()
  })
  observer.observe(element)

  return {
    show: (graph, look) => {
      scene = sceneOf(graph, look, painter.context)
      fit()
      paintSoon()
    },
    point,
    end: () => {
      over.abort()
      observer.disconnect()
      cancelAnimationFrame(frame)
      window.clearTimeout(movingTimer)
      painter.context.canvas.remove()
    },
  }
}
