import { largest } from '../../model/largest.ts'

/**
 * Puts the nodes without a link on rings around the others, evenly and in their order: by themselves they drift far away
 * and make the rest small. `places` has x and y of each node, and is changed.
 */
export function gatherLoners(places: Float32Array, isLinked: (node: number) => boolean): void {
  const nodes = Array.from({ length: places.length / 2 }, (_, node) => node)
  const linked = nodes.filter(isLinked)
  const loners = nodes.filter((node) => !isLinked(node))
  if (linked.length === 0 || loners.length === 0) return
  const x = mean(linked.map((node) => places[node * 2] ?? 0))
  const y = mean(linked.map((node) => places[node * 2 + 1] ?? 0))
  const reach = largest(
    linked.map((node) => Math.hypot((places[node * 2] ?? 0) - x, (places[node * 2 + 1] ?? 0) - y)),
  )
  const gap = (2 * Math.max(reach, 1)) / Math.sqrt(linked.length + loners.length)
  let radius = reach + 1.5 * gap
  for (let at = 0; at < loners.length; radius += gap) {
    const room = Math.max(6, Math.floor((2 * Math.PI * radius) / gap))
    const ring = loners.slice(at, at + room)
    for (const [step, node] of ring.entries()) {
      const angle = (2 * Math.PI * step) / ring.length
      places[node * 2] = x + radius * Math.cos(angle)
      places[node * 2 + 1] = y + radius * Math.sin(angle)
    }
    at += ring.length
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
