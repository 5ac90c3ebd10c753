import { EventEmitter } from 'node:events'
import {
  MessageChannel,
  type MessagePort,
  type Transferable,
  type Worker,
  type WorkerOptions,
} from 'node:worker_threads'

/** Those that serve the vaults that are open, and how they end when they are told nothing. */
const endings = { 'sync-thread.js': 'terminated', 'vector-thread.js': 'closed' } as const
type Ending = (typeof endings)[keyof typeof endings]

const program = new URL('../fixtures/kept-thread.cjs', import.meta.url)

const free = new Map<string, Worker[]>()

/**
 * A thread that goes to another owner afterwards: its start is most of what it costs to open a small vault. Null for a file
 * whose threads are started anew.
 */
export function lendThread(start: typeof Worker, file: URL, options: WorkerOptions = {}): LentThread | null {
  const [, name = ''] = /\/dist\/app\/([a-z-]+\.js)$/.exec(file.pathname) ?? []
  if (!isKept(name)) return null
  const { workerData, ...how } = options
  const kind = `${name} ${JSON.stringify(how)}`
  const idle = free.get(kind) ?? []
  free.set(kind, idle)
  const thread = idle.pop() ?? new start(program, { ...how, workerData: file.pathname })
  return new LentThread({ thread, workerData, ending: endings[name], giveBack: () => idle.push(thread) })
}

function isKept(name: string): name is keyof typeof endings {
  return name in endings
}

/** A thread that goes on after its end must not wait for it, as one would that `startNativeThread` has started. */
function withoutGate(workerData: unknown): unknown {
  const isGated = typeof workerData === 'object' && workerData !== null && 'gate' in workerData
  return isGated && 'given' in workerData ? workerData.given : workerData
}

interface Lending {
  readonly thread: Worker
  readonly workerData: unknown
  readonly ending: Ending
  readonly giveBack: () => void
}

/** What its owner has of it: as much of a `Worker` as the threads of vaults need. */
class LentThread extends EventEmitter {
  readonly #lending: Lending
  readonly #port: MessagePort
  readonly #exited: Promise<number>
  #isOver = false
  #isTerminated = false

  constructor(lending: Lending) {
    super()
    this.#lending = lending
    const { thread, ending } = lending
    const workerData = ending === 'closed' ? withoutGate(lending.workerData) : lending.workerData
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    const { promise, resolve } = Promise.withResolvers<number>()
    this.#exited = promise
    port1.on('message', (message) => this.emit('message', message))
    // All that was said before has come by then.
    const closed = new Promise((resolve) => port1.once('close', resolve))
    const onFree = () =>
      void closed.then(() => {
        end(0)
      })
    const onError = (error: unknown) => this.emit('error', error)
    const onExit = (code: number) => {
      port1.close()
      end(code)
    }
    const end = (code: number) => {
      thread.off('message', onFree).off('error', onError).off('exit', onExit)
      this.#isOver = true
      if (code === 0 && !this.#isTerminated) lending.giveBack()
      thread.unref()
      this.emit('exit', code)
      resolve(code)
    }
    thread.on('message', onFree).on('error', onError).on('exit', onExit)
    thread.ref()
    thread.postMessage({ port: port2, workerData }, [port2])
  }

  get threadId(): number {
    return this.#isOver ? -1 : this.#lending.thread.threadId
  }

  get resourceLimits(): Worker['resourceLimits'] {
    return this.#lending.thread.resourceLimits
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    this.#port.postMessage(message, transfer)
  }

  ref(): void {
    this.#lending.thread.ref()
  }

  unref(): void {
    this.#lending.thread.unref()
  }

  async terminate(): Promise<number> {
    if (this.#isOver) return 0
    if (this.#lending.ending === 'closed') this.#port.close()
    else {
      this.#isTerminated = true
      void this.#lending.thread.terminate()
    }
    return await this.#exited
  }
}
