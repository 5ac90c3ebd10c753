import { setMaxListeners } from 'node:events'

/** What is told of a change, so that stopping can wait for it. */
export function keepIn(changes: Set<Promise<unknown>>): (work: Promise<unknown>) => void {
  return (work) => {
    const done = () => changes.delete(work)
    changes.add(work)
    work.then(done, done)
  }
}

/** For what ends with the process: every call under way listens to it. */
export function closingController(): AbortController {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  return closing
}

/** Resolves at SIGINT or SIGTERM. The second signal ends the process at once, as it does without us. */
export async function signalled(): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = () => {
      resolve()
      // Not before every listener has heard it: one of a library (that of the registry's lock) ends the process when it
      // finds itself alone.
      setImmediate(() => process.off('SIGINT', stop).off('SIGTERM', stop))
    }
    process.on('SIGINT', stop).on('SIGTERM', stop)
  })
}
