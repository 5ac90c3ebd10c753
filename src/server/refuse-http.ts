import type { IncomingMessage, ServerResponse } from 'node:http'

/** How much of a refused body is still read, and for how long, so that the client gets to the answer. */
const leftover = { bytes: 64 * 1024 * 1024, ms: 10_000 } as const

/** Answers with an error in the format of MCP, never with a page. */
export function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  answerJson(response, status, { jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, headers)
}

export function answerJson(
  response: ServerResponse,
  status: number,
  content: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
  response.end(JSON.stringify(content))
}

/** Refuses a request whose body is still arriving. A client that cannot send on would never see the answer. */
export function refuseBody(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  message: string,
): void {
  const { socket } = request
  let bytes = 0
  const giveUp = setTimeout(() => socket.destroy(), leftover.ms).unref()
  socket.once('close', () => {
    clearTimeout(giveUp)
  })
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > leftover.bytes) socket.destroy()
  })
  request.once('end', () => response.end())
  const content = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null })
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(content),
    connection: 'close',
  })
  response.write(content)
  request.resume()
}
