import type { ServerResponse } from 'node:http'
import type { Metric } from './write-metrics.ts'

/** How many requests over HTTP there were by the status of their answer, and how many wait or listen now. */
export class RequestCounts {
  readonly #byStatus = new Map<number, number>()
  #open = 0

  add(response: ServerResponse): void {
    this.#open += 1
    response.once('close', () => {
      this.#open -= 1
      // Who left before there was one got none.
      const status = response.headersSent ? response.statusCode : 0
      this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1)
    })
  }

  readonly measure = (): readonly Metric[] => [
    {
      name: 'http_requests_total',
      kind: 'counter',
      help: 'Requests by the status of their answer; 0 for those whose client left before.',
      samples: [...this.#byStatus].map(([status, value]) => ({ value, labels: { status: String(status) } })),
    },
    {
      name: 'http_requests_open',
      kind: 'gauge',
      help: 'Requests under way, streams of notices among them.',
      samples: [{ value: this.#open }],
    },
  ]
}
