import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ServerResponse } from 'node:http'
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import type { AccessToken } from '../model/access-token.ts'
import type { Log } from '../model/log.ts'
import type { Session, VaultAccess } from '../tools/tool-context.ts'
import type { Tool } from '../tools/tool.ts'
import { createServer, type ServerOptions } from './create-server.ts'
import { describeTools } from './describe-tool.ts'

/** What a token (null: no token) lets its bearer see and do. */
export interface Grant {
  readonly vaults: VaultAccess
  readonly tools: () => Promise<readonly Tool[]>
  readonly instructions: string
}

export interface CallersOptions extends Omit<
  ServerOptions,
  'vaults' | 'tools' | 'instructions' | 'session' | 'list'
> {
  readonly grantOf: (token: AccessToken | null) => Grant
  readonly bodyBytes: number
}

/** Everybody who bears the same token; those without one are one caller together. */
export interface Caller {
  readonly token: AccessToken | null
  readonly handler: McpHttpHandler
  /** Answers under way. */
  readonly responses: Set<ServerResponse>
}

/**
 * The callers that a running server has met, each with what is its own: its vaults and which of them is active, its
 * session, the subscriptions that hear of its vaults. The protocol keeps nothing between two requests; this does.
 */
export class HttpCallers {
  readonly #options: CallersOptions
  readonly #callers = new Map<string, Caller & { readonly session: Session }>()

  constructor(options: CallersOptions) {
    this.#options = options
  }

  find(token: AccessToken | null): Caller {
    const known = this.#callers.get(keyOf(token))
    if (known !== undefined && isDeepStrictEqual(known.token, token)) return known
    // Somebody has changed what the token may do. It is the same bearer.
    const session = known?.session ?? { id: randomUUID() }
    if (known !== undefined) void end(known, this.#options.log)
    const handler = this.#handlerFor(token, session)
    const caller = { token, session, handler, responses: new Set<ServerResponse>() }
    this.#callers.set(keyOf(token), caller)
    return caller
  }

  /** Ends what is under way for tokens that are void by now, and forgets them. */
  async dropInvalid(isValid: (token: AccessToken) => Promise<boolean>): Promise<void> {
    for (const [key, caller] of this.#callers) {
      if (caller.token === null || (await isValid(caller.token))) continue
      this.#callers.delete(key)
      this.#options.log.info('a token is no longer valid', { token: caller.token.name })
      await end(caller, this.#options.log)
    }
  }

  /** Ends subscriptions and everything else that is under way. */
  async close(): Promise<void> {
    const callers = [...this.#callers.values()]
    await Promise.all(callers.map(({ handler }) => handler.close()))
  }

  #handlerFor(token: AccessToken | null, session: Session): McpHttpHandler {
    const { grantOf, bodyBytes, ...same } = this.#options
    const grant = grantOf(token)
    const tools = once(grant.tools)
    const list = once(async () => describeTools(await tools(), same.outputSchemas ?? false))
    return createMcpHandler(() => createServer({ ...same, ...grant, tools, list, session }), {
      maxRequestBodySize: bodyBytes,
      onerror(error) {
        same.log.debug('The protocol reported an error', { error: error.message })
      },
    })
  }
}

async function end({ handler, responses }: Caller, log: Log): Promise<void> {
  try {
    await handler.close()
  } catch (error) {
    log.warn('A connection did not close cleanly', { error })
  }
  for (const response of responses) response.destroy()
}

function keyOf(token: AccessToken | null): string {
  return token === null ? '' : token.id
}

/** Tried again when it failed. */
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
