import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ServerResponse } from 'node:http'
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import { actorOf } from '../model/actor.ts'
import type { Bearer } from '../model/access-token.ts'
import { defined } from '../model/defined.ts'
import type { Log } from '../model/log.ts'
import type { Session, ToolContext } from '../call/tool-context.ts'
import type { Tool } from '../call/tool.ts'
import { Consent } from '../call/consent.ts'
import type { VaultNews } from '../offers/resources/vault-news.ts'
import { type AnswerPart, partCalls } from './answer-part.ts'
import { type AnswerPlainCall, plainCalls } from './answer-plain-call.ts'
import { CancellableCalls, sessionHeader } from './cancellable-calls.ts'
import { createServer, type ServerOptions } from './create-server.ts'
import { describeTools } from './describe-tool.ts'
import type { Routing } from './route-request.ts'
import { Subscriptions } from './subscriptions.ts'

/** What the bearer of a token (null: no token) may see and do. */
export interface Grant extends Pick<ToolContext, 'vaults' | 'whole'> {
  readonly tools: () => Promise<readonly Tool[]>
  readonly instructions: string
}

/** What goes along with a call to the server that answers it, and what it allows there. */
export interface Passing {
  /** By what this server limits a bearer. */
  readonly limitsOf: (token: Bearer) => string
  /** What another server's limits leave of a bearer's right. Fails for limits that this version does not understand. */
  readonly grantWithin: (token: Bearer | null, limits: string) => Grant
}

export interface CallersOptions extends Omit<
  ServerOptions,
  'vaults' | 'whole' | 'tools' | 'instructions' | 'session' | 'list' | 'subscriptions' | 'holdCall'
> {
  readonly grantOf: (token: Bearer | null) => Grant
  /** How calls are limited that are passed from one server to another; absent for a server that is alone. */
  readonly passing?: Passing | undefined
  readonly news: () => Promise<VaultNews>
  readonly bodyBytes: number
}

/** All bearers of one token, as one server limits them; those without one are a single caller. */
export interface Caller {
  readonly token: Bearer | null
  /** What limits a call of theirs wherever it is answered. */
  readonly limits: string
  readonly handler: McpHttpHandler
  readonly answerPlain: AnswerPlainCall
  /** Answers for some vaults of a call, for another server that merges it. */
  readonly answerPart: AnswerPart
  /** What tells where a request belongs. */
  readonly routing: Routing
  /** Calls that came here, for messages that cancel them. */
  readonly calls: CancellableCalls
  /** Listeners of this caller alone, so that nobody hears of vaults they may not see. */
  readonly subscriptions: Subscriptions
  /** Answers in progress, to whatever the token's bearers ask for. */
  readonly responses: Set<ServerResponse>
  /** Those of them that report changes for as long as the client likes. */
  readonly streams: Set<ServerResponse>
}

/** Those who bear one token: their callers share a session, by the limits of the server that each call came to. */
interface Bearers extends Pick<Caller, 'token' | 'calls' | 'responses' | 'streams'> {
  readonly session: Session
  readonly callers: Map<string, Caller>
}

/**
 * The callers of a running server, each with their own vaults, active vault, session and subscriptions. The protocol
 * keeps nothing between two requests; this does.
 */
export class HttpCallers {
  readonly #options: CallersOptions
  readonly #bearers = new Map<string, Bearers>()

  constructor(options: CallersOptions) {
    this.#options = options
  }

  /** `passed` are the limits of the server that has passed a call on; null for a call that came here. */
  find(token: Bearer | null, passed: string | null = null): Caller {
    const bearers = this.#bearersOf(token)
    const key = passed === null ? 'called here' : `passed on: ${passed}`
    const known = bearers.callers.get(key)
    if (known !== undefined) return known
    const { grantOf, passing } = this.#options
    const limits = passed ?? (token === null ? '' : (passing?.limitsOf(token) ?? ''))
    const grant =
      passed === null || passing === undefined ? grantOf(token) : passing.grantWithin(token, passed)
    const { session, calls, responses, streams } = bearers
    // Of a server that passes a call on and goes away the caller is told that it failed: what has not begun then does not.
    const holding = passed === null ? calls : undefined
    const server = this.#serverFor(token, session, grant, holding)
    const caller = { token, limits, ...server, calls, responses, streams }
    bearers.callers.set(key, caller)
    return caller
  }

  /** Ends the requests of tokens that have become invalid or have other rights now, as `findAgain` gives them. */
  async dropChanged(findAgain: (token: Bearer) => Promise<Bearer | null>): Promise<void> {
    for (const [key, bearers] of this.#bearers) {
      if (bearers.token === null) continue
      const found = await findAgain(bearers.token)
      if (found !== null) {
        this.#bearersOf(found)
        continue
      }
      this.#bearers.delete(key)
      this.#options.log.info('a token is no longer valid', { token: bearers.token.name })
      await end(bearers, this.#options.log)
    }
  }

  /** Ends subscriptions and everything else in progress. */
  async close(): Promise<void> {
    const callers = [...this.#bearers.values()].flatMap((bearers) => [...bearers.callers.values()])
    await Promise.all(
      callers.flatMap(({ handler, subscriptions }) => [handler.close(), subscriptions.close()]),
    )
  }

  #bearersOf(token: Bearer | null): Bearers {
    const known = this.#bearers.get(keyOf(token))
    if (known !== undefined && isDeepStrictEqual(known.token, token)) return known
    // The token's rights have changed; the bearer is the same. Callers without a token cannot be told apart, so nothing
    // is remembered for them.
    const consent = new Consent({ remembers: token !== null })
    const session = known?.session ?? { id: randomUUID(), consent }
    if (known !== undefined) void end(known, this.#options.log)
    const bearers = {
      token,
      session,
      calls: new CancellableCalls(),
      callers: new Map<string, Caller>(),
      responses: new Set<ServerResponse>(),
      streams: new Set<ServerResponse>(),
    }
    this.#bearers.set(keyOf(token), bearers)
    return bearers
  }

  #serverFor(
    token: Bearer | null,
    session: Session,
    grant: Grant,
    holding: CancellableCalls | undefined,
  ): Pick<Caller, 'handler' | 'answerPlain' | 'answerPart' | 'routing' | 'subscriptions'> {
    const { bodyBytes, news, ...same } = this.#options
    const tools = once(grant.tools)
    const list = once(async () => describeTools(await tools(), same.outputSchemas ?? false))
    const named = token === null ? {} : { actor: actorOf('token', token.name), bearer: token.id }
    const options = { ...same, ...grant, ...named, tools, list, session }
    const subscriptions = new Subscriptions({ ...options, news })
    const handler = createMcpHandler(
      // A request of the older revisions leaves no channel for notices.
      ({ era, requestInfo }) => {
        if (era === 'modern') return createServer({ ...options, subscriptions: 'elsewhere' })
        const client = requestInfo?.headers.get(sessionHeader) ?? null
        const holdCall = holding && ((id: string | number) => holding.hold(client, id))
        return createServer({ ...options, ...defined({ holdCall }) })
      },
      {
        maxRequestBodySize: bodyBytes,
        onerror(error) {
          same.log.debug('The protocol reported an error', { error: error.message })
        },
      },
    )
    subscriptions.sendTo({
      updated: (uri) => {
        handler.notify.resourceUpdated(uri)
      },
      listChanged: () => {
        handler.notify.resourcesChanged()
      },
    })
    return {
      handler,
      answerPlain: plainCalls({ ...options, holding }),
      answerPart: partCalls(options),
      routing: { vaults: grant.vaults, tools, now: same.now },
      subscriptions,
    }
  }
}

async function end({ callers, responses, calls }: Bearers, log: Log): Promise<void> {
  calls.cancelAll()
  try {
    await Promise.all(
      [...callers.values()].flatMap(({ handler, subscriptions }) => [handler.close(), subscriptions.close()]),
    )
  } catch (error) {
    log.warn('A connection did not close cleanly', { error })
  }
  for (const response of responses) response.destroy()
}

function keyOf(token: Bearer | null): string {
  return token === null ? '' : token.id
}

/** Caches a result; tries again after a failure. */
function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | null = null
  return async () => {
    made ??= make()
    try {
      return await made
    } catch (error) {
      made = null
      throw error
    }
  }
}
