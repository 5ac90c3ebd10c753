import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { atMost } from '../model/at-most.ts'
import { HttpCallers, type CallersOptions, type Passing } from './http-callers.ts'
import { httpLimits, type HttpLimits } from './http-limits.ts'
import { answerHttp, type AnswerPage } from './answer-http.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { OutsideTokens } from './identify-caller.ts'
import { listen } from './listen.ts'
import type { RequestCounts } from './request-counts.ts'
import { closingController, keepIn, logUnhandled, signalled } from './stopping.ts'
import { WaitingConnections } from './waiting-connections.ts'
import { type Tokens, watchedTokens } from './watched-tokens.ts'
import { refuseBroken } from './refuse-broken.ts'

interface Shared {
  readonly elsewhere: Elsewhere
  readonly inner: Server
  readonly passing: Passing
}

export interface HttpOptions extends Omit<CallersOptions, 'closing' | 'keep' | 'bodyBytes' | 'passing'> {
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
  readonly shared?: Shared | undefined
  /** Counts them, where somebody wants to know. */
  readonly requests?: RequestCounts
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
  const { host, port, log, oauth, requests, onListening } = options
  const tokens = watchedTokens(options.tokens, log)
  const limits = { ...httpLimits, ...options.limits }
  const closing = closingController()
  const stopLogging = logUnhandled(log)
  const changes = new Set<Promise<unknown>>()
  const keep = keepIn(changes)
  const callers = new HttpCallers({
    ...options,
    passing: options.shared?.passing,
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
  const waiting = new WaitingConnections(limits)
  const server = createServer(
    {
      headersTimeout: limits.headerMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(1_000, limits.headerMs),
      keepAliveTimeout: 15_000,
    },
    (request, response) => {
      underWay.add(request, response)
      requests?.add(response)
      response.once('close', () => {
        waiting.answered(request.socket)
      })
      // A small one has come with its header: nobody has to read it first.
      process.nextTick(() => {
        if (request.complete) waiting.heard(request.socket)
      })
      void answer(request, response, () => {
        waiting.heard(request.socket)
      })
    },
  )
  // Those that are just being closed count here, too.
  server.maxConnections = 2 * limits.connections
  refuseBroken(server)
  server.on('connection', (socket) => {
    waiting.opened(socket)
  })
  try {
    const listening = await listen(server, host, port)
    onListening({ url: `${listening.origin}/mcp`, port: listening.port })
    server.on('error', (error) => {
      log.error('The server reported an error', { error })
    })
    const checking = setInterval(() => {
      // The failure has been logged already; no new connection is let in meanwhile.
      callers
        .dropChanged(async (bearer) => {
          if (oauth?.knows(bearer) !== true) return await tokens.findAgain(bearer)
          return (await oauth.isValid(bearer)) ? bearer : null
        })
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
    stopLogging()
  }
}

const isNews = /^\/ui\/s\/[^/]+\/news(?:\?|$)/

/** Requests that wait for an answer. A subscription does not: it ends with the connection. */
class UnderWay {
  #count = 0
  #waiters: (() => void)[] = []

  add({ headers, url = '' }: IncomingMessage, response: ServerResponse): void {
    if (headers['mcp-method'] === 'subscriptions/listen' || isNews.test(url)) return
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
