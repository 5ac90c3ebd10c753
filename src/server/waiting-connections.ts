import type { Socket } from 'node:net'

/**
 * Connections without a complete request: just opened, in the middle of a header or body, or kept alive between two
 * requests. Of too many, the one that has waited longest is closed, so that a thousand half-open ones leave room for an
 * active client.
 */
export class WaitingConnections {
  readonly #limit: number
  /** In the order in which they began to wait. */
  readonly #waiting = new Set<Socket>()

  constructor(limit: number) {
    this.#limit = limit
  }

  opened(socket: Socket): void {
    socket.once('close', () => this.#waiting.delete(socket))
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
    this.#waiting.add(socket)
    for (const oldest of this.#waiting) {
      if (this.#waiting.size <= this.#limit) return
      this.#waiting.delete(oldest)
      oldest.destroy()
    }
  }
}
