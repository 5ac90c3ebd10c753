import type { Socket } from 'node:net'
import type { HttpLimits } from './http-limits.ts'

type Limits = Pick<HttpLimits, 'connections' | 'waitingConnections' | 'waitingMs'>

/**
 * Connections without a complete request: just opened, in the middle of a header or body, or kept alive between two
 * requests. Of too many, those that have waited longest are closed, so that a thousand half-open ones leave room for an
 * active client. Clients that come at once have some time to say what they want, unless there is no room for the next one.
 */
export class WaitingConnections {
  readonly #limits: Limits
  readonly #open = new Set<Socket>()
  /** When they began to wait, in that order. */
  readonly #waiting = new Map<Socket, number>()
  #looking: NodeJS.Timeout | null = null

  constructor(limits: Limits) {
    this.#limits = limits
  }

  opened(socket: Socket): void {
    this.#open.add(socket)
    socket.once('close', () => {
      this.#forget(socket)
    })
    this.#wait(socket)
  }

  /** Its request has arrived completely. */
  heard(socket: Socket): void {
    this.#waiting.delete(socket)
  }

  answered(socket: Socket): void {
    if (!socket.destroyed) this.#wait(socket)
  }

  #wait(socket: Socket): void {
    this.#waiting.set(socket, performance.now())
    for (const oldest of this.#waiting.keys()) {
      if (this.#open.size <= this.#limits.connections) break
      this.#close(oldest)
    }
    this.#lookLater()
  }

  #lookLater(): void {
    if (this.#looking !== null || this.#waiting.size <= this.#limits.waitingConnections) return
    // What came while the server was busy is read before it is judged.
    this.#looking = setTimeout(() => setImmediate(this.#closeOld), this.#limits.waitingMs).unref()
  }

  readonly #closeOld = (): void => {
    const since = performance.now() - this.#limits.waitingMs
    for (const [oldest, began] of this.#waiting) {
      if (this.#waiting.size <= this.#limits.waitingConnections || began > since) break
      this.#close(oldest)
    }
    this.#looking = null
    this.#lookLater()
  }

  #close(socket: Socket): void {
    this.#forget(socket)
    socket.destroy()
  }

  #forget(socket: Socket): void {
    this.#open.delete(socket)
    this.#waiting.delete(socket)
  }
}
