import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { defined } from '../model/defined.ts'
import { VaultError } from '../model/vault-error.ts'
import { say } from '../call/say-advice.ts'
import { servedTo } from '../call/served-to.ts'
import { vaultErrorContent } from '../call/vault-error-content.ts'
import { spreadOfRequest } from '../call/vault-outcome.ts'
import { callerLeft } from './caller-left.ts'
import type { Accepted, Elsewhere } from './elsewhere.ts'
import type { Caller } from './http-callers.ts'
import { answerJson, refuse } from './refuse-http.ts'
import { routeRequest } from './route-request.ts'
import { changesOfRequest } from './stopping.ts'

export interface ServedRequest {
  readonly headers: IncomingMessage['headers']
  readonly response: ServerResponse
  readonly body: Buffer
  /** What the body says. */
  readonly message: unknown
  readonly caller: Pick<Caller, 'routing' | 'answerPart' | 'limits'>
  /** Whether another server has passed it on: then it goes no further. */
  readonly isHop: boolean
  /** Aborted once its client has cancelled it in a message of its own. */
  readonly cancelled?: AbortSignal | undefined
}

/** Answers a request; false where it failed in a way that `isKept` keeps from its caller. */
export type AnswerHere = (isKept?: (code: string) => boolean) => Promise<boolean>

/** For how long a read is made again whose vault goes from server to server, and with which pause. */
const patience = { readMs: 20_000, againMs: 100 } as const

/**
 * Has a request answered where its vault is served: by `here`, or by another server. What another one has passed on is
 * judged by the rights of its own bearer once more, within that one's limits.
 */
export async function answerWhereServed(
  elsewhere: Elsewhere,
  { headers, response, body, message, caller, isHop, cancelled }: ServedRequest,
  here: AnswerHere,
): Promise<void> {
  const left = callerLeft(response, cancelled)
  const call = { headers, body, limits: caller.limits, ...defined({ cancelled }) }
  // Ends once all that it changes is done: the answer may have been given up before.
  const wholly = async () => {
    if (response.destroyed) return
    const changes = new Set<Promise<unknown>>()
    await changesOfRequest.run(changes, here).finally(() => Promise.allSettled(changes))
  }
  try {
    const route = await routeRequest(message, caller.routing)
    const part = isHop ? elsewhere.partOf(headers) : null
    switch (route.kind) {
      case 'anywhere':
        await here()
        return
      case 'vault': {
        const { vault, isReading, anyFolder } = route
        const end = performance.now() + patience.readMs
        for (;;) {
          if (!isHop) {
            if (await elsewhere.pass(vault, call, response, isReading, { anyFolder })) return
          } else if (sendOn(response, await elsewhere.accept(vault))) return
          if (!isReading) {
            await elsewhere.during([vault], wholly, left)
            return
          }
          const lost = elsewhere.lossOf(vault)
          const isKept = (code: string) =>
            (lost.aborted || passing.has(code)) && performance.now() < end && !left.aborted
          if (await elsewhere.during([vault], () => here(isKept), null)) return
          await pause(patience.againMs)
        }
      }
      case 'stream': {
        const { vaults } = route
        if (!isHop) {
          if (!(await elsewhere.passStream(vaults, call, response))) await here()
        } else if (!sendOn(response, await elsewhere.acceptStream(vaults, response))) await here()
        return
      }
      case 'several': {
        const { name, args } = route
        if (part !== null) {
          const accepted = await Promise.all(part.map((vault) => elsewhere.accept(vault)))
          const taken = part.filter((_, index) => accepted[index] === 'here')
          const losses = taken.map((vault) => ({ vault, lost: elsewhere.lossOf(vault) }))
          const answer = () => caller.answerPart({ name, args, vaults: taken }, left)
          const without = part.filter((_, index) => accepted[index] === 'without-folder')
          const parts = await elsewhere.during(taken, answer, null)
          // What failed since its vault went away is asked for again.
          const moved = new Set(losses.filter(({ lost }) => lost.aborted).map(({ vault }) => vault))
          const kept = Object.entries(parts).filter(
            ([vault, told]) => !moved.has(vault) || !('error' in told),
          )
          answerJson(response, 200, {
            ...Object.fromEntries(without.map((vault) => [vault, { isWithoutFolder: true }])),
            ...Object.fromEntries(kept),
          })
          return
        }
        await spreadOfRequest.run((vaults, own) => elsewhere.spread(vaults, call, own, left), here)
      }
    }
  } catch (error) {
    if (!(error instanceof VaultError) || response.headersSent) throw error
    answerFailure(response, message, error)
  }
}

/** What a read fails with while its vault passes to another server, or the connections to what servers share end. */
const passing: ReadonlySet<string> = new Set(['LEASE_LOST', 'CLUSTER_UNAVAILABLE'])

/** Tells a server that has passed a call on that it belongs to another one; false where it is answered here. */
function sendOn(response: ServerResponse, accepted: Accepted): boolean {
  if (accepted === 'here') return false
  refuse(response, 421, 'Another server serves this.', { 'x-flint-hop': accepted })
  return true
}

const shape = z.object({ id: z.union([z.string(), z.number()]), method: z.string() })

/** Answers a request that reached no vault as the vault would have: a call with a result that says why. */
function answerFailure(response: ServerResponse, message: unknown, error: VaultError): void {
  const { id, method } = shape.parse(message)
  const told = vaultErrorContent(error, (said) => say(said, servedTo([])))
  if (method !== 'tools/call') {
    answerJson(response, 200, {
      jsonrpc: '2.0',
      id,
      error: { code: -32_603, message: told.message, data: told },
    })
    return
  }
  const content = { error: told }
  const result = {
    content: [{ type: 'text', text: JSON.stringify(content) }],
    structuredContent: content,
    isError: true,
  }
  answerJson(response, 200, { jsonrpc: '2.0', id, result: { ...result, resultType: 'complete' } })
}
