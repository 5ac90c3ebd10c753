import type { ServerResponse } from 'node:http'

/** Runs once a response is closed; at once where it was before, as then it tells of that no more. */
export function whenClosed(response: ServerResponse, run: () => void): void {
  if (response.destroyed) run()
  else response.once('close', run)
}

/** Aborted once whoever waits for an answer has gone without it; at once where that was before. */
export function callerLeft(response: ServerResponse): AbortSignal {
  const left = new AbortController()
  whenClosed(response, () => {
    if (!response.writableFinished) left.abort()
  })
  return left.signal
}
