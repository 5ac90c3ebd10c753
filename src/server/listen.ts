import { once } from 'node:events'
import type { Server } from 'node:http'
import { errorCode } from '../model/error-code.ts'
import { VaultError } from '../model/vault-error.ts'

/** Has a server listen. CONFLICT for a port that is in use, INVALID_ARGUMENT for an address that is none of this machine. */
export async function listen(
  server: Server,
  host: string,
  port: number,
  /** What the address was given by. */
  option: ListenOption = { host: '--host', port: '--port' },
): Promise<{ readonly origin: string; readonly port: number }> {
  server.listen({ host, port })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw cannotListen(host, port, option, error)
  }
  const address = server.address()
  const actual = typeof address === 'object' && address !== null ? address.port : port
  return { origin: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`, port: actual }
}

interface ListenOption {
  readonly host: string
  readonly port: string
}

function cannotListen(host: string, port: number, option: ListenOption, cause: unknown): VaultError {
  const code = errorCode(cause) || 'unknown error'
  const isTaken = code === 'EADDRINUSE'
  return new VaultError(
    isTaken ? 'CONFLICT' : 'INVALID_ARGUMENT',
    isTaken ? `Port ${port} is in use.` : `The server cannot listen on ${host}, port ${port} (${code}).`,
    {
      hint: isTaken
        ? `Choose another with ${option.port}, or stop what uses it.`
        : `Choose others with ${[...new Set([option.host, option.port])].join(' and ')}.`,
    },
    { cause },
  )
}
