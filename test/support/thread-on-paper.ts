import { EventEmitter } from 'node:events'

/** A thread that does nothing by itself: what it was sent is kept, and what it replies the test says. */
export class ThreadOnPaper extends EventEmitter {
  readonly got: unknown[] = []
  isStopped = false

  postMessage(message: unknown): void {
    this.got.push(message)
  }

  terminate(): Promise<number> {
    this.isStopped = true
    this.emit('exit', 1)
    return Promise.resolve(1)
  }
}
