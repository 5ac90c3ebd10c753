import { Worker, workerData, type WorkerOptions } from 'node:worker_threads'

// What stands in the cell that a thread shares with who started it.
const idle = 0
const loading = 1
const ended = 2

/** No part of flint takes as long to load, in milliseconds. */
const longestLoad = 10_000

interface ThreadData {
  readonly gate: Int32Array
  readonly given: unknown
}

/** Gates of the threads of this process that have not ended. */
const gates = new Set<Int32Array>()

/**
 * Starts a thread that loads native code with `startLoading`. Node aborts the whole process where a thread is ended in the
 * midst of that, by `terminate` or because the process exits: this thread is ended before it or after it.
 */
export function startNativeThread(entry: URL, { workerData: given, ...options }: WorkerOptions = {}): Worker {
  const gate = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(entry, { ...options, workerData: { gate, given } satisfies ThreadData })
  const terminate = worker.terminate.bind(worker)
  worker.terminate = async () => {
    shut(gate)
    return await terminate()
  }
  if (gates.size === 0) process.on('exit', shutAll)
  gates.add(gate)
  worker.once('exit', () => {
    gates.delete(gate)
    if (gates.size === 0) process.off('exit', shutAll)
  })
  return worker
}

/** What a thread was given as `workerData`. */
export function givenToThread(): unknown {
  return isThreadData(workerData) ? workerData.given : workerData
}

/**
 * To be called before native code is loaded; returns what is to be called after it, whether that worked or not. In a thread that is
 * being ended it does not return.
 */
export function startLoading(): () => void {
  if (!isThreadData(workerData)) return () => undefined
  const { gate } = workerData
  // The end comes while it waits.
  if (Atomics.compareExchange(gate, 0, idle, loading) === ended) Atomics.wait(gate, 0, ended)
  return () => {
    Atomics.store(gate, 0, idle)
    Atomics.notify(gate, 0)
  }
}

/** From here on the thread loads nothing. */
function shut(gate: Int32Array): void {
  const until = performance.now() + longestLoad
  while (Atomics.compareExchange(gate, 0, idle, ended) === loading) {
    if (Atomics.wait(gate, 0, loading, until - performance.now()) === 'timed-out') return
  }
}

function shutAll(): void {
  for (const gate of gates) shut(gate)
}

function isThreadData(data: unknown): data is ThreadData {
  return typeof data === 'object' && data !== null && 'gate' in data && data.gate instanceof Int32Array
}
