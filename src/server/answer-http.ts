import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { ProtocolErrorCode } from '@modelcontextprotocol/server'
import { hasMoreValues } from '../model/has-more-values.ts'
import type { Log } from '../model/log.ts'
import { parseJson } from '../model/parse-json.ts'
import { VaultError } from '../model/vault-error.ts'
import type { AnswerHere } from './answer-where-served.ts'
import { callerLeft } from './caller-left.ts'
import { BodyReader } from './body-reader.ts'
import { begins, hearMessage, sessionHeader } from './cancellable-calls.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { Caller, HttpCallers } from './http-callers.ts'
import { type GateOptions, type Passage, passGate } from './http-gate.ts'
import type { HttpLimits } from './http-limits.ts'
import { identifyCaller, type OutsideTokens } from './identify-caller.ts'
import { type PlainCall, readPlainCall } from './plain-call.ts'
import { describesResource, resourceMetadata } from './protected-resource.ts'
import { tooManySubscriptions } from './subscriptions.ts'
import type { Tokens } from './watched-tokens.ts'
import { readMessage } from './read-message.ts'
import { answerJson, refuse, refuseBody } from './refuse-http.ts'

export interface AnswerOptions extends GateOptions {
  readonly callers: HttpCallers
  readonly tokens: Pick<Tokens, 'find'>
  /** Absent where there are flint's own tokens alone. */
  readonly oauth?: OutsideTokens | undefined
  readonly limits: Pick<HttpLimits, ReadBy | 'receivingBytes' | 'answersPerCaller' | 'streamsPerCaller'>
  readonly log: Log
  /** Serves `/ui` and what is below it; absent where there is no page. */
  readonly page?: AnswerPage | undefined
  /** False for a server that is there for the page alone. */
  readonly servesMcp?: boolean
  /** The servers that vaults are shared with; absent for one that is alone. */
  readonly elsewhere?: Elsewhere | undefined
  /** Whether only those servers come in here, with what others have sent them. */
  readonly isInner?: boolean
  readonly closing: AbortSignal
  readonly keep: (work: Promise<unknown>) => void
}

type ReadBy = 'bodyBytes' | 'requestValues' | 'batchMessages'

/** Answers one request of a browser's. */
export type AnswerPage = (
  request: IncomingMessage,
  response: ServerResponse,
  server: PageRequest,
) => Promise<void>

/** What the server does for a request to the page. */
export interface PageRequest extends Pick<AnswerOptions, 'log' | 'closing' | 'keep'> {
  /** Its body; null once one that is too large is refused, for any request or for one that needs no more than so many bytes. */
  readonly body: (most?: number) => Promise<Buffer | null>
  /** Called by who reads no body. */
  readonly onHeard: () => void
}

/**
 * Serves `/mcp`, `/healthz`, the page and where access tokens come from, and nothing else. Never fails; `onHeard` is called once a
 * request has arrived completely. Neither address nor header nor body of a request is logged, as they may hold a token.
 */
export function answerHttp(options: AnswerOptions) {
  const { log, limits, closing, keep, callers, isInner = false } = options
  const bodies = new BodyReader(limits.receivingBytes)
  return async (request: IncomingMessage, response: ServerResponse, onHeard: () => void): Promise<void> => {
    const body = async (most = limits.bodyBytes): Promise<Buffer | null> => {
      const read = await bodies.read(request, most)
      switch (read.kind) {
        case 'read':
          onHeard()
          return read.bytes
        case 'too-large':
          refuseBody(request, response, 413, `A request may have ${most} bytes.`)
          return null
        case 'no-room':
          refuseBody(request, response, 503, 'Too much is being sent at this moment. Try again.')
          return null
      }
    }
    try {
      const page = { log, closing, keep, body, onHeard }
      const admitted = await admit(request, response, options, page)
      if (admitted === null) return
      const { 'content-encoding': encoding = 'identity' } = request.headers
      if (encoding !== 'identity') {
        refuseBody(request, response, 415, 'A request is read as it is: send it without content-encoding.')
        return
      }
      const bytes = await body()
      if (bytes === null) return
      if (!isUtf8(bytes)) {
        const error = { code: ProtocolErrorCode.ParseError, message: 'The body is no UTF-8.' }
        answerJson(response, 400, { jsonrpc: '2.0', error, id: null })
        return
      }
      const { elsewhere } = options
      if (isInner && elsewhere?.isHop(request.headers, bytes) !== true) {
        log.warn('refused a request', {
          reason: 'no server of this cluster sent it, or its clock is wrong by more than a minute',
          from: request.socket.remoteAddress,
        })
        refuse(response, 403, 'Only servers of this cluster are let in here.', { 'x-flint-hop': 'unknown' })
        return
      }
      // Only those of a server that is known by now.
      const limits = isInner ? (elsewhere?.limitsOf(request.headers) ?? null) : null
      const caller = callers.find(admitted.token, limits)
      await serve(request, response, bytes, { ...admitted, caller }, options)
    } catch (error) {
      // A client may disconnect at any time.
      if (response.destroyed || request.socket.destroyed) return
      log.error('a request could not be answered', { error })
      if (response.headersSent) response.destroy()
      else if (error instanceof VaultError && error.code === 'CLUSTER_UNAVAILABLE')
        refuse(response, 503, error.message, { ...(isInner && refusedHop), 'retry-after': '10' })
      else refuse(response, 500, 'Internal server error; the log says why.')
    }
  }
}

interface Admitted {
  readonly token: Caller['token']
  /** The name by which the client addressed this machine. */
  readonly hostname: string
  /** When the right of the caller ends of itself, in milliseconds; null where somebody has to end it. */
  readonly until: number | null
}

/** Null once a request that does not reach MCP is answered. */
async function admit(
  request: IncomingMessage,
  response: ServerResponse,
  options: AnswerOptions,
  page: PageRequest,
): Promise<Admitted | null> {
  const { log, tokens, oauth = null, isInner = false } = options
  const from = request.socket.remoteAddress
  const passage = isInner ? innerPassage : passGate(request, options)
  if (passage.kind === 'refused') {
    log.warn('refused a request', { reason: passage.reason, from })
    refuse(response, 403, passage.message)
    return null
  }
  const [path = ''] = (request.url ?? '').split('?', 1)
  if (path === '/healthz') {
    answerFacts(request, response, { status: 'ok' })
    return null
  }
  if (oauth !== null && describesResource(path, oauth)) {
    answerFacts(request, response, resourceMetadata(oauth))
    return null
  }
  if (options.page !== undefined && /^\/ui(?:\/|$)/.test(path)) {
    await options.page(request, response, page)
    return null
  }
  if (path !== '/mcp' || options.servesMcp === false) {
    const served = options.servesMcp === false ? 'the page is at /ui' : 'MCP is served at /mcp'
    refuse(response, 404, `There is nothing here: ${served}.`)
    return null
  }
  // The library cannot read some of the other methods at all.
  if (request.method !== 'POST') {
    refuse(response, 405, 'Method not allowed: MCP is served by POST.', { allow: 'POST' })
    return null
  }
  const who = await identifyCaller(request, passage.needsToken, tokens, oauth)
  if (who.kind === 'refused') {
    if (who.reason !== null) log.warn('refused a request', { reason: who.reason, from })
    refuse(response, who.status, who.message, { ...who.headers, ...(isInner && refusedHop) })
    return null
  }
  return { token: who.token, hostname: passage.hostname, until: who.until }
}

/** Says to the server that has passed on a request that this one does not let its bearer in. */
const refusedHop = { 'x-flint-hop': 'refused' }

/** The servers call each other by whatever address they are reached at; who sends what they pass on bears a token. */
const innerPassage: Passage = { kind: 'open', hostname: 'localhost', needsToken: true }

function answerFacts({ method }: IncomingMessage, response: ServerResponse, facts: object): void {
  if (method === 'GET' || method === 'HEAD') answerJson(response, 200, facts)
  else refuse(response, 405, 'Method not allowed.', { allow: 'GET, HEAD' })
}

interface Serving extends Omit<Admitted, 'token'> {
  readonly caller: Caller
}

/** Hears what a checked request cancels, and has it answered. */
async function serve(
  { headers }: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  serving: Serving,
  options: AnswerOptions,
): Promise<void> {
  const { requestValues, batchMessages } = options.limits
  if (hasMoreValues(body, requestValues)) {
    refuseRequest(
      response,
      `A request may have ${requestValues} values in all, those inside each other counted`,
    )
    return
  }
  const message = parseJson(body.toString())
  if (Array.isArray(message) && message.length > batchMessages) {
    refuseRequest(response, `A batch may have ${batchMessages} messages`)
    return
  }
  const { [sessionHeader]: named } = headers
  // Who has passed on a request is not its client.
  const session = typeof named === 'string' && options.isInner !== true ? named : null
  const held = session === null ? [] : hearMessage(serving.caller.calls, session, message)
  try {
    const cancelled = held[0]?.signal
    await answerMessage({ headers, body, message, session, cancelled }, response, serving, options)
  } finally {
    for (const { release } of held) release()
  }
}

function refuseRequest(response: ServerResponse, why: string): void {
  const error = { code: ProtocolErrorCode.InvalidRequest, message: `${why}: send it in parts.` }
  answerJson(response, 400, { jsonrpc: '2.0', error, id: null })
}

interface Heard {
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** What the body says. */
  readonly message: unknown
  readonly session: string | null
  /** Aborted once a message cancels it; absent where none can. */
  readonly cancelled: AbortSignal | undefined
}

/** Hands a request on, with its body but without the token. */
async function answerMessage(
  { headers, body, message, session, cancelled }: Heard,
  response: ServerResponse,
  { caller, hostname, until }: Serving,
  { limits, elsewhere, isInner = false }: AnswerOptions,
): Promise<void> {
  const isStream = headers['mcp-method'] === 'subscriptions/listen'
  const tooMuch = crowded(caller, isStream, limits)
  if (tooMuch !== null) {
    refuse(response, 429, tooMuch, { 'retry-after': '10' })
    return
  }
  stay(response, caller.responses)
  if (isStream) {
    stay(response, caller.streams)
    if (until !== null) endAt(until, response)
  }
  const here: AnswerHere = async (isKept) => {
    if (isStream && !(await listen(response, message, caller))) {
      refuse(response, 429, tooManySubscriptions)
      return true
    }
    const call = isStream ? null : readPlainCall(headers, message)
    const plain = call === null ? 'not-plain' : await answerAtOnce(response, call, caller, session, isKept)
    if (plain !== 'not-plain') return plain === 'answered'
    if (begins(message)) response.setHeader(sessionHeader, randomUUID())
    const checked = {
      method: 'POST',
      url: '/mcp',
      headers: { ...headers, authorization: undefined, host: hostname },
      async *[Symbol.asyncIterator]() {
        yield body
      },
    }
    await toNodeHandler(caller.handler, { maxRequestBodySize: body.length + 1 })(checked, response)
    return true
  }
  if (elsewhere === undefined) {
    await here()
    return
  }
  const { answerWhereServed } = await import('./answer-where-served.ts')
  const request = { headers, response, body, message, caller, isHop: isInner, cancelled }
  await answerWhereServed(elsewhere, request, here)
}

/** `not-plain`: the SDK has to answer it. `kept`: it failed in a way that its caller is not told. */
async function answerAtOnce(
  response: ServerResponse,
  call: PlainCall,
  { answerPlain }: Caller,
  session: string | null,
  isKept?: (code: string) => boolean,
): Promise<'answered' | 'kept' | 'not-plain'> {
  // Whoever has gone needs no answer.
  const answer = await answerPlain(call, { left: callerLeft(response), session })
  if (answer === null) return 'not-plain'
  const { text, code } = answer
  if (code !== null && isKept?.(code) === true) return 'kept'
  const length = Buffer.byteLength(text)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
  response.end(text)
  return 'answered'
}

/** Why a caller must wait for something else of theirs to end; null while there is room. */
function crowded(
  { token, responses, streams }: Caller,
  isStream: boolean,
  { answersPerCaller, streamsPerCaller }: AnswerOptions['limits'],
): string | null {
  const who = token === null ? 'Clients without a token' : 'The bearers of this token'
  if (isStream && streams.size >= streamsPerCaller) {
    return `${who} have ${streamsPerCaller} subscription streams open, and may have no more. Close those that are not needed: one stream may follow many resources.`
  }
  if (responses.size >= answersPerCaller) {
    return `${who} have ${answersPerCaller} requests under way, and may have no more. Wait for some of them.`
  }
  return null
}

function stay(response: ServerResponse, among: Set<ServerResponse>): void {
  among.add(response)
  response.once('close', () => among.delete(response))
}

/** A stream goes on until the client or the server ends it, yet no longer than the right to it. */
function endAt(until: number, response: ServerResponse): void {
  const left = Math.min(Math.max(until - Date.now(), 0), longestTimerMs)
  const timer = setTimeout(() => response.destroy(), left)
  response.once('close', () => {
    clearTimeout(timer)
  })
}

/** What the timers of Node can count. */
const longestTimerMs = 2 ** 31 - 1

/**
 * Tells the caller's subscriptions what this request listens to, as long as the answer goes on. False where it is too
 * much.
 */
async function listen(response: ServerResponse, asked: unknown, { subscriptions }: Caller): Promise<boolean> {
  const message = readMessage(asked)
  // Whoever has gone listens to nothing, and nothing would tell that it has gone.
  if (message === null || response.destroyed) return true
  const listener = Symbol('listener')
  response.once('close', () => void subscriptions.unsubscribe(listener))
  return await subscriptions.listen(message, listener)
}
