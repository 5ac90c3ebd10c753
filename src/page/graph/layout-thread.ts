import { parentPort } from 'node:worker_threads'
import { layOutGraph } from './lay-out-graph.ts'
import type { LayoutOrder } from './layout-messages.ts'

// Entry of the thread that lays out one graph.
parentPort?.once('message', (order: LayoutOrder) => {
  for (const answer of layOutGraph(order, () => performance.now())) parentPort?.postMessage(answer)
})
