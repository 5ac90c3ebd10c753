import type { ServerResponse } from 'node:http'

/** Aborted once whoever waits for an answer has gone without it; at once where that was before. */
export function callerLeft(response: ServerResponse): AbortSignal {
  const left = new AbortController()
  const look = () => {
    if (!response.writableFinished) left.abort()
  }
  if (response.destroyed) look()
  else response.once('close', look)
  return left.signal
}
