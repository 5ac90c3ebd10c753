import { Agent, type IncomingHttpHeaders, IncomingMessage, request, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { errorCode } from '../model/error-code.ts'
import type { HopSignature } from './hop-signature.ts'

/** A call as it came in. */
export interface PassedCall {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** By what this server limits it. */
  readonly limits: string
  /** Aborted once its client has cancelled it in a message of its own. */
  readonly cancelled?: AbortSignal
}

/**
 * `answered`: the other server's answer has gone to the client. `refused`: it has not begun to work, so that the call may be
 * made elsewhere. `broken`: it may have done it, and nobody knows. `unknown`: it does not know this server's signature.
 * `without-folder`: as `refused`, since the vault's folder is not there. Or why it does not let the caller in.
 */
export type Passed = 'answered' | Unanswered
type Unanswered = 'refused' | 'broken' | 'unknown' | 'without-folder' | Refusal

/** Why another server does not let a caller in, and whether that may soon be otherwise. */
export interface Refusal {
  readonly refusal: string
  readonly retry: boolean
}

/**
 * The header by which a server knows a call that another one passes on, the one with the vaults of a part of it, and the one with
 * that server's limits.
 */
export const hopHeader = 'x-flint-hop'
export const partHeader = 'x-flint-part'
export const limitsHeader = 'x-flint-limits'

/** Says that the server that was asked does not serve the vault. */
const misdirected = 421

/** Passes calls on to other servers, over connections that stay open. */
export class PassOn {
  readonly signature: HopSignature
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: 8_000 })
  /** Streams go on for long: they take no connection from calls. */
  readonly #streams = new Agent()

  constructor(signature: HopSignature) {
    this.signature = signature
  }

  /** Passes on a whole call, and the answer back as it comes, until `over` is aborted. */
  async whole(
    address: string,
    call: PassedCall,
    response: ServerResponse,
    over: AbortSignal,
  ): Promise<Passed> {
    const reply = await this.#send(address, call, '', over)
    if (!(reply instanceof IncomingMessage)) return reply
    response.writeHead(reply.statusCode ?? 502, passedOn(reply.headers))
    await relay(reply, response)
    return 'answered'
  }

  /** Asks for the part of a call that some vaults have; null where it cannot be had now. */
  async part(
    address: string,
    call: PassedCall,
    vaults: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly parts: unknown } | 'unknown' | Refusal | null> {
    try {
      const reply = await this.#send(address, call, vaults.join(' '), signal)
      if (!(reply instanceof IncomingMessage))
        return reply === 'unknown' || typeof reply === 'object' ? reply : null
      if (reply.statusCode === 200) return { parts: await json(reply) }
      reply.resume()
      return null
    } catch {
      return null
    }
  }

  close(): void {
    this.#agent.destroy()
    this.#streams.destroy()
  }

  async #send(
    address: string,
    { headers, body, limits }: PassedCall,
    part: string,
    signal: AbortSignal,
  ): Promise<IncomingMessage | Unanswered> {
    const { authorization = '' } = headers
    const { promise, resolve } = Promise.withResolvers<IncomingMessage | Unanswered>()
    const sent = request(`${address}/mcp`, {
      method: 'POST',
      signal,
      agent: headers['mcp-method'] === 'subscriptions/listen' ? this.#streams : this.#agent,
      headers: {
        ...passedOn(headers),
        authorization,
        'content-length': body.length,
        [hopHeader]: this.signature.sign({ authorization, part, limits, body }),
        [limitsHeader]: limits,
        ...(part !== '' && { [partHeader]: part }),
      },
    })
    let isConnected = false
    sent.once('socket', (socket) => {
      if (!socket.connecting) isConnected = true
      else socket.once('connect', () => (isConnected = true))
    })
    sent.once('response', (reply) => {
      const said = reply.headers[hopHeader]
      const why = said === 'unknown' || said === 'without-folder' ? said : 'refused'
      if (said === 'refused') void readRefusal(reply).then(resolve)
      else if (reply.statusCode !== misdirected && why === 'refused') resolve(reply)
      else {
        reply.resume()
        resolve(why)
      }
    })
    sent.once('error', (error) => {
      resolve(isConnected && errorCode(error) !== 'ECONNREFUSED' ? 'broken' : 'refused')
    })
    sent.end(body)
    return await promise
  }
}

const refusalShape = z.object({ error: z.object({ message: z.string() }) })

async function readRefusal(reply: IncomingMessage): Promise<Unanswered> {
  const { data } = refusalShape.safeParse(await json(reply).catch(() => null))
  return { refusal: data?.error.message ?? 'It does not say why.', retry: reply.statusCode === 503 }
}

/** Gives an answer on as it comes. Who is cut off in the middle of one sees that it is not whole. */
async function relay(reply: IncomingMessage, response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    reply.once('error', () => undefined)
    reply.once('close', () => {
      if (!reply.complete) response.destroy()
      resolve()
    })
    reply.pipe(response)
  })
}

const ofConnection: ReadonlySet<string> = new Set(['connection', 'host', 'keep-alive', 'transfer-encoding'])

/** What belongs to a connection stays there, and nobody's headers make a hop. */
function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const entries = Object.entries(headers)
  return Object.fromEntries(
    entries.filter(([name]) => !ofConnection.has(name) && !name.startsWith('x-flint-')),
  )
}
