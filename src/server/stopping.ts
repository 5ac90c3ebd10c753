import { AsyncLocalStorage } from 'node:async_hooks'
import { setMaxListeners } from 'node:events'
import type { Log } from '../model/log.ts'

/** Set for a request whose changes somebody waits for, whether it has been answered or not. */
export const changesOfRequest = new AsyncLocalStorage<Set<Promise<unknown>>>()

/** Records changes in progress, so that stopping can wait for them. */
export function keepIn(changes: Set<Promise<unknown>>): (work: Promise<unknown>) => void {
  return (work) => {
    const done = () => changes.delete(work)
    changes.add(work)
    changesOfRequest.getStore()?.add(work)
    work.then(done, done)
  }
}

/** Aborts when the process ends: every open call listens to it. */
export function closingController(): AbortController {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  return closing
}

/**
 * Has the failures that nobody waited for told in the log until the returned function is called: they would end the process, with
 * all of its vaults.
 */
export function logUnhandled(log: Log): () => void {
  const tell = (error: unknown) => {
    log.error('something failed that nobody waited for', { error })
  }
  process.on('unhandledRejection', tell)
  return () => process.off('unhandledRejection', tell)
}

/** Resolves at SIGINT or SIGTERM. The second signal ends the process at once, as it would without us. */
export async function signalled(): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = () => {
      resolve()
      // Not before every listener has run: the registry lock's library ends the process when it finds itself alone.
      setImmediate(() => process.off('SIGINT', stop).off('SIGTERM', stop))
    }
    process.on('SIGINT', stop).on('SIGTERM', stop)
  })
}
