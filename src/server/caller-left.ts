import type { ServerResponse } from 'node:http'

/** Runs once a response is closed; at once where it was before, as then it tells of that no more. */
export function whenClosed(response: ServerResponse, run: () => void): void {
  if (response.destroyed) run()
  else response.once('close', run)
}

/** Aborted once whoever waits for an answer has gone without it, or has cancelled; at once where that was before. */
export function callerLeft(response: ServerResponse, cancelled?: AbortSignal): AbortSignal {
  const left = new AbortController()
  const leave = () => {
    left.abort()
  }
  whenClosed(response, () => {
    if (!response.writableFinished) leave()
  })
  if (cancelled?.aborted === true) leave()
  else cancelled?.addEventListener('abort', leave, { once: true })
  return left.signal
}
