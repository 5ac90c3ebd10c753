import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Served {
  readonly bytes: Buffer
  /** Ends the connection once so many bytes of the body have arrived, once for each number. */
  readonly breaks?: number[]
  readonly etag?: string | null
  readonly md5?: string
  readonly status?: number
  readonly location?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface ModelServer {
  readonly url: string
  readonly files: Map<string, Served>
  /** `GET /path` or `GET /path bytes=10-` for each request. */
  readonly seen: string[]
  /** To be told how many bytes have arrived: breaks come when they have, and not before. */
  readonly progress: (done: number) => void
}

/** A server on this machine that answers as the places of models do: lengths, digests, ranges, broken connections. */
export async function withModelServer(run: (server: ModelServer) => Promise<void>): Promise<void> {
  const files = new Map<string, Served>()
  const seen: string[] = []
  let held: Held | null = null
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    seen.push(
      ['GET', path, ...(request.headers.range === undefined ? [] : [request.headers.range])].join(' '),
    )
    held = answer(files.get(path), request, response)
  })
  const progress = (done: number): void => {
    if (held === null || done < held.until) return
    const { response } = held
    held = null
    response.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await run({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, files, seen, progress })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

interface Held {
  readonly until: number
  readonly response: ServerResponse
}

function answer(served: Served | undefined, request: IncomingMessage, response: ServerResponse): Held | null {
  if (served === undefined) {
    response.writeHead(404).end('<html>not here</html>')
    return null
  }
  const { bytes, breaks = [], status, location, headers = {} } = served
  if (location !== undefined) {
    response.writeHead(302, { location, ...headers }).end()
    return null
  }
  const etag = served.etag === undefined ? `"${createHash('md5').update(bytes).digest('hex')}"` : served.etag
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const isPart = start > 0 && etag !== null && request.headers['if-range'] === etag
  const from = isPart ? start : 0
  if (isPart && start >= bytes.length) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end()
    return null
  }
  response.writeHead(status ?? (isPart ? 206 : 200), {
    'content-length': bytes.length - from,
    ...(isPart && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    ...(etag !== null && { etag }),
    ...(served.md5 !== undefined && { 'x-goog-hash': `crc32c=AAAAAA==,md5=${served.md5}` }),
    ...headers,
  })
  const limit = breaks.shift()
  if (limit === undefined) {
    response.end(bytes.subarray(from))
    return null
  }
  response.flushHeaders()
  response.write(bytes.subarray(from, from + limit))
  return { until: from + limit, response }
}

export function md5Of(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('base64')
}
