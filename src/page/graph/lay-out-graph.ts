import iterate from 'graphology-layout-forceatlas2/iterate.js'
import { gatherLoners } from './gather-loners.ts'
import type { LayoutAnswer, LayoutOrder } from './graph-layouts.ts'

const numbersOfNode = 10
const numbersOfEdge = 3
const showEveryMs = 500
const mostMs = 60_000

/**
 * Lays a graph out: linked nodes near each other, the others apart. Yields the places now and then, at last the final
 * ones. The same order has the same result where it is not cut short by its time.
 */
export function* layOutGraph(order: LayoutOrder): Generator<LayoutAnswer> {
  const { nodes, edges } = toMatrices(order)
  const count = nodes.length / numbersOfNode
  const settings = {
    linLogMode: false,
    outboundAttractionDistribution: false,
    adjustSizes: false,
    edgeWeightInfluence: 1,
    scalingRatio: 10,
    strongGravityMode: true,
    gravity: 0.05,
    slowDown: 1 + Math.log(Math.max(1, count)),
    barnesHutOptimize: count > 100,
    // Coarser than the usual 0.5, which takes three times as long for a picture that looks the same.
    barnesHutTheta: 1.2,
  }
  const begin = performance.now()
  let shown = begin
  for (let done = 0; done < order.iterations && performance.now() - begin < mostMs; done += 1) {
    iterate(settings, nodes, edges)
    if (performance.now() - shown < showEveryMs) continue
    shown = performance.now()
    yield { places: placesIn(nodes), isDone: false }
  }
  yield { places: placesIn(nodes), isDone: true }
}

function toMatrices({ start, edges }: LayoutOrder) {
  const nodes = new Float32Array((start.length / 2) * numbersOfNode)
  for (let at = 0; at < start.length / 2; at += 1)
    nodes.set(
      [start[at * 2] ?? 0, start[at * 2 + 1] ?? 0, 0, 0, 0, 0, massAlone, 1, 1, 0],
      at * numbersOfNode,
    )
  const matrix = new Float32Array((edges.length / 2) * numbersOfEdge)
  for (let at = 0; at < edges.length / 2; at += 1) {
    const ends = [edges[at * 2] ?? 0, edges[at * 2 + 1] ?? 0].map((end) => end * numbersOfNode)
    matrix.set([...ends, 1], at * numbersOfEdge)
    // A node weighs as much as it has links.
    for (const end of ends) nodes[end + massOfNode] = (nodes[end + massOfNode] ?? 0) + 1
  }
  return { nodes, edges: matrix }
}

const massOfNode = 6
const massAlone = 1

function placesIn(nodes: Float32Array): Float32Array {
  const places = new Float32Array((nodes.length / numbersOfNode) * 2)
  for (let at = 0; at < places.length / 2; at += 1) {
    places[at * 2] = nodes[at * numbersOfNode] ?? 0
    places[at * 2 + 1] = nodes[at * numbersOfNode + 1] ?? 0
  }
  gatherLoners(places, (node) => (nodes[node * numbersOfNode + massOfNode] ?? 0) > massAlone)
  return places
}
