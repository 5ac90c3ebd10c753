import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { hasCode } from '../model/error-code.ts'
import { VaultError } from '../model/vault-error.ts'
import type { Elsewhere } from '../server/elsewhere.ts'
import type { Cli } from './cli.ts'
import { readClusterPlace } from './cluster-place.ts'

/** The servers that this one is among, and the door at which they come in. */
export interface JoinedServers {
  readonly elsewhere: Elsewhere
  readonly inner: Server
}

/** What is given on the command line; the registry's file has the rest. */
interface Given {
  readonly cluster: string | undefined
  readonly inner: string | undefined
}

/** Opens this server's inner door and joins the others. Call it before anything else is asked for. */
export async function joinServers(given: Given, cli: Cli): Promise<JoinedServers | undefined> {
  const { own, cluster, logLevel } = await readClusterPlace(cli, given.cluster)
  const { url, schema } = cluster
  if (url === null) return undefined
  cli.logAsServer(logLevel)
  const { joinCluster } = await import('../cluster/open-cluster.ts')
  const door = await openDoor(given.inner ?? cluster.inner)
  const options = { url, schema, own, log: cli.log, version: cli.version }
  try {
    const joined = await joinCluster(options, door.address)
    cli.useShared(joined)
    cli.say(`flint is ${joined.server} among the servers that share vaults; they reach it at ${door.address}`)
    return { elsewhere: joined.calls, inner: door.server }
  } catch (error) {
    door.server.close()
    throw error
  }
}

/** The vaults of a token go along with a call. */
const mostHeaderBytes = 1024 * 1024

async function openDoor(place: string): Promise<{ readonly server: Server; readonly address: string }> {
  const [, host = '', port = ''] = /^\[?([^\s/\]]+)\]?:(\d{1,5})$/.exec(place) ?? []
  // Calls of other servers wait a moment for who answers them.
  const server = createServer({ keepAliveTimeout: 15_000, maxHeaderSize: mostHeaderBytes })
  try {
    if (host === '') throw new Error('no host and port')
    // To other machines that is themselves.
    if (/^(?:0\.0\.0\.0|::)$/.test(host)) throw new Error('no address of one machine')
    server.listen({ host, port: Number(port) })
    await once(server, 'listening')
  } catch (cause) {
    if (hasCode(cause, 'EADDRINUSE')) {
      throw new VaultError(
        'INVALID_ARGUMENT',
        `Port ${port} of ${host}, at which other servers are to reach this one, is taken.`,
        { hint: 'Stop the program that has it, or give another one with --inner (or cluster.inner).' },
        { cause },
      )
    }
    throw new VaultError(
      'INVALID_ARGUMENT',
      `Other servers cannot reach this one at "${place}".`,
      { hint: 'Give --inner (or cluster.inner) a free port at an address of this machine: 10.0.0.5:1066' },
      { cause },
    )
  }
  const at = server.address()
  const actual = typeof at === 'object' && at !== null ? at.port : Number(port)
  return { server, address: `http://${host.includes(':') ? `[${host}]` : host}:${actual}` }
}
