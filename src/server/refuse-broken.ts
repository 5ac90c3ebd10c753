import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** So long a client may go on sending what is refused already. */
const lingerMs = 1_000

const statusOf: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Answers what is no HTTP, or too long, as Node does by itself, but lets the client read the answer: a connection that is
 * closed while bytes come in is reset, and what was said on it is lost.
 */
export function refuseBroken(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // The rest of what has its answer.
    if (socket.writableEnded) return
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    socket.end(`HTTP/1.1 ${statusOf[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`)
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => {
      clearTimeout(timer)
    })
  })
}
