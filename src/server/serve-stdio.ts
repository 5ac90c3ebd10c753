import { serveStdio as serveProtocol } from '@modelcontextprotocol/server/stdio'
import { atMost } from '../model/at-most.ts'
import { createServer, type ServerOptions } from './create-server.ts'
import { guardStdout } from './guard-stdout.ts'
import { withListening } from './listening-transport.ts'
import { StdioTransport } from './stdio-transport.ts'
import { Subscriptions } from './subscriptions.ts'
import type { VaultNews } from '../offers/resources/vault-news.ts'
import { closingController, keepIn, logUnhandled, signalled } from './stopping.ts'

export interface StdioOptions extends Omit<ServerOptions, 'closing' | 'keep' | 'subscriptions'> {
  /** Changes of vaults, for clients that subscribe to them. */
  readonly news?: () => Promise<VaultNews>
  /** Closes vaults, watchers and whatever else is open. */
  readonly close: () => Promise<void>
}

/** How long open work may take once the client is gone. Less than a second together, changes aside. */
const patience = {
  answersMs: 500,
  pipedAnswersMs: 30_000,
  changesMs: 5_000,
  lastAnswersMs: 150,
  closingMs: 250,
} as const

/** Input that ends within this time after its first byte was written by a script, not by a session. */
const pipedInputMs = 1_000

/**
 * Serves MCP, old and new revisions, on standard input and output until the client is gone: end of input, a closed
 * output, SIGINT or SIGTERM. Then open requests get their answers if they end soon, changes in progress are finished,
 * and everything is closed. A timer or a worker may still be alive when this resolves: the caller ends the process.
 */
export async function serveStdio({ close, news, ...options }: StdioOptions): Promise<void> {
  const closing = closingController()
  const stopLogging = logUnhandled(options.log)
  const changes = new Set<Promise<unknown>>()
  const transport = new StdioTransport(process.stdin, guardStdout())
  const subscriptions = news === undefined ? undefined : new Subscriptions({ ...options, news })
  const factory = () =>
    createServer({
      ...options,
      subscriptions,
      closing: closing.signal,
      keep: keepIn(changes),
    })
  const connection = serveProtocol(factory, {
    transport: subscriptions === undefined ? transport : withListening(transport, subscriptions),
    onerror(error) {
      options.log.warn('The connection reported an error', { error: error.message })
    },
  })
  const stopped = Promise.race([transport.closed, signalled()])
  const inputMs = await Promise.race([transport.inputEnd, stopped])
  // A script that is piped in waits for every answer; a client that leaves has seen the answers it waited for.
  const isPiped = typeof inputMs === 'number' && inputMs < pipedInputMs
  const answersMs = isPiped ? patience.pipedAnswersMs : patience.answersMs
  await atMost(answersMs, Promise.race([transport.whenAnswered(), stopped]))
  closing.abort()
  await atMost(patience.changesMs, Promise.allSettled(changes))
  await atMost(patience.lastAnswersMs, transport.whenAnswered())
  await atMost(patience.closingMs, Promise.allSettled([connection.close(), subscriptions?.close(), close()]))
  stopLogging()
}
