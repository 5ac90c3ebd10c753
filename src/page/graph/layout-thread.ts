import { parentPort } from 'node:worker_threads'
import type { LayoutOrder } from './graph-layouts.ts'
import { layOutGraph } from './lay-out-graph.ts'

// Entry of the thread that lays out one graph.
parentPort?.once('message', (order: LayoutOrder) => {
  for (const answer of layOutGraph(order)) parentPort?.postMessage(answer)
})
