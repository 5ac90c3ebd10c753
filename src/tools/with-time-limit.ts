import { VaultError } from '../model/vault-error.ts'
import type { ToolFacts } from './tool.ts'
import type { ToolContext } from './tool-context.ts'

const defaultTimeLimit = 60_000

/** After its signal a call may still hand over what it has so far. */
const lastWordsMs = 500

/**
 * Runs a call with a signal that aborts when its time is over. A call that stops then and returns what it has is
 * answered with that; one that does not is answered with an error while it ends by itself.
 */
export async function withTimeLimit<T>(
  { name, timeLimit = defaultTimeLimit, annotations }: ToolFacts,
  ctx: ToolContext,
  run: (ctx: ToolContext) => Promise<T>,
): Promise<T> {
  const limit = new AbortController()
  const timers: NodeJS.Timeout[] = []
  const timeIsOver = new Promise<never>((_resolve, reject) => {
    const late = timeOver(name, timeLimit, annotations.readOnlyHint)
    timers.push(
      setTimeout(() => {
        limit.abort(late)
      }, timeLimit),
      setTimeout(() => {
        reject(late)
      }, timeLimit + lastWordsMs),
    )
  })
  const work = run({ ...ctx, signal: AbortSignal.any([ctx.signal, limit.signal]) })
  if (!annotations.readOnlyHint) ctx.keep?.(work)
  try {
    return await Promise.race([work, timeIsOver])
  } catch (error) {
    if (!isAbort(error) && error !== ctx.signal.reason) throw error
    throw limit.signal.aborted ? timeOver(name, timeLimit, annotations.readOnlyHint) : cancelled(name)
  } finally {
    timers.forEach(clearTimeout)
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

function timeOver(name: string, ms: number, isReading: boolean): VaultError {
  return new VaultError('QUERY_TIMEOUT', `${name} was not done after ${ms / 1000} s.`, {
    time_limit_ms: ms,
    hint: isReading
      ? 'Ask for less: a smaller limit, a directory, a narrower query.'
      : 'The change may be done or not: read the note again before you repeat it.',
  })
}

function cancelled(name: string): VaultError {
  return new VaultError('QUERY_TIMEOUT', `${name} was cancelled.`)
}
