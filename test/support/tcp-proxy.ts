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

/** Passes connections on to a port of this machine, until it is silenced. */
export async function startProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one.on('data', (data) => {
        if (!isSilent) other.write(data)
      })
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        if (!isSilent) other.destroy()
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
  return {
    port: address.port,
    silence: () => {
      isSilent = true
    },
    mend,
    async close() {
      server.close()
      mend()
      await once(server, 'close')
    },
  }
}
