import type { Point } from './camera.ts'

export interface Gestures {
  readonly onPan: (by: Point) => void
  /** Whether it can: otherwise a wheel moves the page, as ever. */
  readonly onZoom: (factor: number, at: Point) => boolean
  /** A mouse that presses nothing; null when it has left. */
  readonly onHover: (at: Point | null) => void
  readonly onClick: (at: Point) => void
}

// A finger trembles.
const clickReach = 4
const wheelStep = 0.002
const pixelsOfLine = 25
const doubleClickZoom = 2

/** Dragging with a mouse or a finger, pinching, wheels and clicks, until the signal. */
export function followGestures(element: HTMLElement, gestures: Gestures, signal: AbortSignal): void {
  const { onPan, onZoom, onHover, onClick } = gestures
  const pressed = new Map<number, Point>()
  let way = 0
  const at = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left - element.clientLeft, y: clientY - top - element.clientTop }
  }
  const others = (id: number) => [...pressed].filter(([other]) => other !== id).map(([, point]) => point)

  const press = (event: PointerEvent) => {
    if (event.button !== 0) return
    if (pressed.size === 0) way = 0
    pressed.set(event.pointerId, at(event))
    element.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    const before = pressed.get(event.pointerId)
    const now = at(event)
    if (before === undefined) {
      if (pressed.size === 0) onHover(event.pointerType === 'touch' ? null : now)
      return
    }
    pressed.set(event.pointerId, now)
    const by = { x: now.x - before.x, y: now.y - before.y }
    way += Math.hypot(by.x, by.y)
    if (way <= clickReach) return
    // Of two fingers each moves the middle between them half as far.
    onPan({ x: by.x / pressed.size, y: by.y / pressed.size })
    const [other] = others(event.pointerId)
    if (other === undefined) return
    const factor = distance(now, other) / Math.max(1, distance(before, other))
    onZoom(Math.max(0.1, factor), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
  }
  const release = (event: PointerEvent) => {
    if (!pressed.delete(event.pointerId)) return
    if (event.type === 'pointerup' && pressed.size === 0 && way <= clickReach) onClick(at(event))
  }
  const wheel = (event: WheelEvent) => {
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * pixelsOfLine
    // Two fingers on a touchpad are told as a wheel with Ctrl, in small steps.
    const steps = pixels * (event.ctrlKey ? 5 : 1)
    if (steps !== 0 && onZoom(Math.exp(-wheelStep * steps), at(event))) event.preventDefault()
  }
  element.addEventListener('pointerdown', press, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', release, { signal })
  element.addEventListener('pointercancel', release, { signal })
  element.addEventListener('pointerleave', () => onHover(null), { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })
  element.addEventListener('dblclick', (event) => void onZoom(doubleClickZoom, at(event)), { signal })
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
