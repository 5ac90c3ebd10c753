import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server'
import type { Log } from '../model/log.ts'
import { isLoopback } from './http-gate.ts'
import { listen } from './listen.ts'
import { answerJson, refuse } from './refuse-http.ts'
import { type Measure, metricsType, writeMetrics } from './write-metrics.ts'

export interface MetricsOptions {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  readonly measures: readonly Measure[]
  /** What calls would still wait for, a sentence each; none once all is there. */
  readonly waitsFor: () => Promise<readonly string[]>
  readonly log: Log
}

/**
 * Serves `/metrics`, `/readyz` and `/healthz` to whatever watches the server, at an address of their own and without a token:
 * there is nothing of a note in them. Reading them opens no vault.
 */
export async function serveMetrics(
  options: MetricsOptions,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const { host, port, log } = options
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      log.error('metrics could not be read', { error })
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'Internal server error; the log says why.')
    })
  })
  server.maxConnections = 64
  const { origin } = await listen(server, host, port, { host: '--metrics', port: '--metrics' })
  return {
    url: `${origin}/metrics`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { host, measures, waitsFor }: MetricsOptions,
): Promise<void> {
  // A web page can have a name of its own point to this machine; whoever listens to others is called by any name.
  if (isLoopback(host) && !validateHostHeader(request.headers.host, [...localhostAllowedHostnames()]).ok) {
    refuse(response, 403, 'This address is for this machine alone.')
    return
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    refuse(response, 405, 'Method not allowed.', { allow: 'GET, HEAD' })
    return
  }
  const [path] = (request.url ?? '').split('?', 1)
  if (path === '/healthz') answerJson(response, 200, { status: 'ok' })
  else if (path === '/readyz') {
    const waiting = await waitsFor()
    answerJson(response, waiting.length === 0 ? 200 : 503, {
      ready: waiting.length === 0,
      waits_for: waiting,
    })
  } else if (path === '/metrics') {
    const metrics = await Promise.all(measures.map(async (measure) => await measure()))
    response.writeHead(200, { 'content-type': metricsType, 'cache-control': 'no-store' })
    response.end(writeMetrics(metrics.flat()))
  } else refuse(response, 404, 'There is nothing here: /metrics, /readyz and /healthz are.')
}
