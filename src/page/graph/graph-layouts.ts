import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { NoteGraph } from '../../index-db/note-graph.ts'
import { atMost } from '../../model/at-most.ts'

/** A graph to lay out. */
export interface LayoutOrder {
  /** x and y of each node, where it begins. */
  readonly start: Float32Array
  /** Pairs of indexes of nodes. */
  readonly edges: Uint32Array
  readonly iterations: number
}

/** The places so far: now and then while it lasts, and at the end. */
export interface LayoutAnswer {
  readonly places: Float32Array
  readonly isDone: boolean
}

export interface PlacedGraph {
  /** x and y of each node. */
  readonly places: Float32Array
  /** Whether the thread is still at it, so that a later call has better places. */
  readonly isSettling: boolean
}

interface Layout {
  /** What was laid out: the notes and their links. */
  readonly stamp: string
  readonly paths: readonly string[]
  places: Float32Array
  isDone: boolean
  readonly worker: Worker
  readonly settled: Promise<void>
}

/** How long a call waits; then it has what there is. */
const waitMs = 4_000
/** Graphs that are kept: a whole vault's for each, and the last ones around a note. */
const mostKept = 16

/** Layouts of graphs, each made in a thread of its own and kept until notes or links change. */
export class GraphLayouts {
  readonly #kept = new Map<string, Layout>()

  /** Places for the nodes of a graph. `key` names it, whatever it holds at the moment. */
  async place(key: string, graph: NoteGraph): Promise<PlacedGraph> {
    const stamp = stampOf(graph)
    const known = this.#kept.get(key)
    const layout = known?.stamp === stamp ? known : this.#begin(graph, stamp, known)
    this.#kept.delete(key)
    this.#kept.set(key, layout)
    this.#forgetOldest()
    await atMost(waitMs, layout.settled)
    return { places: layout.places, isSettling: !layout.isDone }
  }

  /** What was there before stays about where it was. */
  #begin(graph: NoteGraph, stamp: string, before: Layout | undefined): Layout {
    void before?.worker.terminate()
    const start = startOf(graph, before)
    const edges = Uint32Array.from(graph.edges.flat())
    const iterations = Math.round((graph.nodes.length > 2_000 ? 200 : 300) * (before === undefined ? 1 : 0.4))
    const worker = new Worker(new URL('./layout-thread.js', import.meta.url))
    // A picture that is not ready holds nothing up.
    worker.unref()
    const layout: Layout = {
      ...{ stamp, worker, places: start, isDone: false },
      paths: graph.nodes.map(({ path }) => path),
      settled: new Promise((resolve) => {
        worker.on('message', ({ places, isDone }: LayoutAnswer) => {
          layout.places = places
          layout.isDone = isDone
          if (isDone) void worker.terminate()
        })
        // Whatever ends the thread, and that comes last: the places so far are what there is.
        worker.on('error', () => undefined)
        worker.on('exit', () => {
          layout.isDone = true
          resolve()
        })
      }),
    }
    const order: LayoutOrder = { start, edges, iterations }
    worker.postMessage(order)
    return layout
  }

  #forgetOldest(): void {
    const [oldest] = this.#kept
    if (oldest === undefined || this.#kept.size <= mostKept) return
    void oldest[1].worker.terminate()
    this.#kept.delete(oldest[0])
  }
}

function startOf({ nodes }: NoteGraph, before: Layout | undefined): Float32Array {
  const places = spiral(nodes.length)
  if (before === undefined) return places
  const known = new Map(before.paths.map((path, index) => [path, index]))
  for (const [at, { path }] of nodes.entries()) {
    const was = known.get(path)
    if (was === undefined) continue
    places[at * 2] = before.places[was * 2] ?? 0
    places[at * 2 + 1] = before.places[was * 2 + 1] ?? 0
  }
  return places
}

/** Where nodes begin: a spiral in their order, so that what stands side by side in a list does so in the picture. */
function spiral(count: number): Float32Array {
  const places = new Float32Array(count * 2)
  for (let at = 0; at < count; at += 1) {
    const [angle, radius] = [at * goldenAngle, 10 * Math.sqrt(at + 1)]
    places[at * 2] = radius * Math.cos(angle)
    places[at * 2 + 1] = radius * Math.sin(angle)
  }
  return places
}

const goldenAngle = Math.PI * (3 - Math.sqrt(5))

function stampOf({ nodes, edges }: NoteGraph): string {
  const hash = createHash('sha1')
  for (const { path } of nodes) hash.update(path).update('\0')
  hash.update(Uint32Array.from(edges.flat()))
  return hash.digest('base64')
}
