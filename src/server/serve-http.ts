import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { atMost } from '../model/at-most.ts'
import { VaultError } from '../model/vault-error.ts'
import { HttpCallers, type CallersOptions } from './http-callers.ts'
import { httpLimits, type HttpLimits } from './http-limits.ts'
import { answerHttp, type AnswerPage } from './answer-http.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { OutsideTokens } from './identify-caller.ts'
import { closingController, keepIn, signalled } from './stopping.ts'
import { WaitingConnections } from './waiting-connections.ts'
import { type Tokens, watchedTokens } from './watched-tokens.ts'

export interface HttpOptions extends Omit<CallersOptions, 'closing' | 'keep' | 'bodyBytes'> {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  readonly allowedHosts: readonly string[]
  /** Whether clients on this machine need a token as well. */
  readonly requireToken?: boolean
  readonly tokens: Tokens
  /** Absent where there are flint's own tokens alone. */
  readonly oauth?: OutsideTokens
  readonly page?: AnswerPage
  /** False for a server that is there for the page alone. */
  readonly servesMcp?: boolean
  /** The servers that vaults are shared with, and the door at which they pass calls on to this one. */
  readonly shared?: { readonly elsewhere: Elsewhere; readonly inner: Server } | undefined
  readonly limits?: Partial<HttpLimits>
  readonly onListening: (address: { readonly url: string; readonly port: number }) => void
  /** Ends the server; without it SIGINT and SIGTERM do. */
  readonly stop?: Promise<void>
  /** Closes vaults, watchers and whatever else is open. */
  readonly close: () => Promise<void>
}

/** How long open work may take once the server is told to stop. */
const patience = { answersMs: 2_000, changesMs: 5_000, lastAnswersMs: 300, closingMs: 1_000 } as const

/**
 * Serves MCP, old and new revisions, over Streamable HTTP at `/mcp` until SIGINT or SIGTERM. Then no new requests are
 * accepted, open ones get their answers if they end soon, changes in progress are finished, and everything is closed. A
 * timer or a worker may still be alive when this resolves: the caller ends the process.
 */
export async function serveHttp({ close, ...options }: HttpOptions): Promise<void> {
  const { host, port, log, oauth, onListening } = options
  const tokens = watchedTokens(options.tokens, log)
  const limits = { ...httpLimits, ...options.limits }
  const closing = closingController()
  const changes = new Set<Promise<unknown>>()
  const keep = keepIn(changes)
  const callers = new HttpCallers({
    ...options,
    bodyBytes: limits.bodyBytes,
    closing: closing.signal,
    keep,
  })
  const stopped = options.stop ?? signalled()
  const underWay = new UnderWay()
  const { elsewhere, inner } = options.shared ?? {}
  const answering = { ...options, tokens, limits, callers, elsewhere, closing: closing.signal, keep }
  const answer = answerHttp(answering)
  const answerInner = answerHttp({ ...answering, isInner: true })
  inner?.on('request', (request, response) => {
    underWay.add(request, response)
    void answerInner(request, response, () => undefined)
  })
  const waiting = new WaitingConnections(limits.waitingConnections)
  const server = createServer(
    {
      headersTimeout: limits.headerMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(1_000, limits.headerMs),
      keepAliveTimeout: 15_000,
    },
    (request, response) => {
      underWay.add(request, response)
      response.once('close', () => {
        waiting.answered(request.socket)
      })
      void answer(request, response, () => {
        waiting.heard(request.socket)
      })
    },
  )
  server.maxConnections = limits.connections
  server.on('connection', (socket) => {
    waiting.opened(socket)
  })
  try {
    onListening(await listen(server, host, port))
    server.on('error', (error) => {
      log.error('The server reported an error', { error })
    })
    const checking = setInterval(() => {
      // The failure has been logged already; no new connection is let in meanwhile.
      callers
        .dropInvalid((bearer) => (oauth?.knows(bearer) === true ? oauth : tokens).isValid(bearer))
        .catch(() => undefined)
    }, limits.tokenCheckMs)
    await stopped
    clearInterval(checking)
    server.close()
    server.closeIdleConnections()
    await atMost(patience.answersMs, underWay.whenNone())
  } finally {
    closing.abort()
    await atMost(patience.changesMs, Promise.allSettled(changes))
    await atMost(patience.lastAnswersMs, underWay.whenNone())
    await atMost(patience.closingMs, Promise.allSettled([callers.close(), close()]))
    server.closeAllConnections()
    inner?.close()
    inner?.closeAllConnections()
  }
}

async function listen(server: Server, host: string, port: number): Promise<{ url: string; port: number }> {
  server.listen({ host, port })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw cannotListen(host, port, error)
  }
  const address = server.address()
  const actual = typeof address === 'object' && address !== null ? address.port : port
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}/mcp`, port: actual }
}

function cannotListen(host: string, port: number, cause: unknown): VaultError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error'
  const isTaken = code === 'EADDRINUSE'
  return new VaultError(
    isTaken ? 'CONFLICT' : 'INVALID_ARGUMENT',
    isTaken ? `Port ${port} is in use.` : `The server cannot listen on ${host}, port ${port} (${code}).`,
    {
      hint: isTaken
        ? 'Choose another with --port, or stop what uses it.'
        : 'Choose others with --host and --port.',
    },
    { cause },
  )
}

/** Requests that wait for an answer. A subscription does not: it ends with the connection. */
class UnderWay {
  #count = 0
  #waiters: (() => void)[] = []

  add({ headers, url = '' }: IncomingMessage, response: ServerResponse): void {
    if (headers['mcp-method'] === 'subscriptions/listen' || url.startsWith('/ui/news')) return
    this.#count += 1
    response.once('close', () => {
      this.#count -= 1
      if (this.#count > 0) return
      for (const wake of this.#waiters.splice(0)) wake()
    })
  }

  async whenNone(): Promise<void> {
    if (this.#count === 0) return
    await new Promise<void>((resolve) => {
      this.#waiters.push(resolve)
    })
  }
}
