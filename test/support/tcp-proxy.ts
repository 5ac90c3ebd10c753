import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /** From here on nothing passes, and nobody is told: as with a cable that was pulled. */
  readonly silence: () => void
  /** Every connection ends, and new ones pass again. */
  readonly mend: () => void
  readonly close: () => Promise<void>
}

/** Passes connections on to ports of this machine, to one after the other, until it is silenced. */
export async function startProxy(...targets: readonly number[]): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isSilent = false
  let connections = 0
  const server = createServer({ allowHalfOpen: true }, (from) => {
    const to = connect({
      port: targets[connections++ % targets.length] ?? 0,
      host: '127.0.0.1',
      allowHalfOpen: true,
    })
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one.on('data', (data) => {
        if (!isSilent) other.write(data)
      })
      one.on('end', () => {
        if (!isSilent) other.end()
      })
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        // What came before is still passed on.
        if (!isSilent) other.destroySoon()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  const mend = () => {
    isSilent = false
    for (const socket of sockets) socket.destroy()
  }
  let closing: Promise<void> | null = null
  const close = async () => {
    server.close()
    mend()
    await once(server, 'close')
  }
  return {
    port: address.port,
    silence: () => {
      isSilent = true
    },
    mend,
    async close() {
      await (closing ??= close())
    },
  }
}
