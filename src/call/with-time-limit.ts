import type { Said } from '../model/advice.ts'
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
  // Not AbortSignal.any: what it makes is kept by the signal that lives as long as the process.
  const signals = ctx.closing === undefined ? [ctx.signal] : [ctx.signal, ctx.closing]
  const cancel = () => {
    limit.abort(signals.find(({ aborted }) => aborted)?.reason)
  }
  // What was cancelled before it began does not begin.
  if (signals.some(({ aborted }) => aborted)) throw cutShort(name, ctx)
  for (const signal of signals) signal.addEventListener('abort', cancel)
  const time: { over: VaultError | null } = { over: null }
  const overdue = Promise.withResolvers<never>()
  let timer = setTimeout(() => {
    time.over = timeOver(name, timeLimit, annotations.readOnlyHint)
    limit.abort(time.over)
    timer = setTimeout(overdue.reject, lastWordsMs, time.over)
  }, timeLimit)
  const work = run({ ...ctx, signal: limit.signal })
  if (!annotations.readOnlyHint) ctx.keep?.(work)
  try {
    return await Promise.race([work, overdue.promise])
  } catch (error) {
    if (!isAbort(error) && error !== limit.signal.reason) throw error
    throw time.over ?? cutShort(name, ctx, annotations.readOnlyHint ? callAgain : perhapsDone)
  } finally {
    clearTimeout(timer)
    for (const signal of signals) signal.removeEventListener('abort', cancel)
  }
}

/** Waits for work that does not listen for the call's end: no longer than the call may take. */
export async function withinTime<T>(
  { name, timeLimit = defaultTimeLimit, annotations }: ToolFacts,
  ctx: Pick<ToolContext, 'signal' | 'closing'>,
  work: () => Promise<T>,
): Promise<T> {
  if (ctx.signal.aborted || ctx.closing?.aborted === true) throw cutShort(name, ctx)
  const overdue = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    overdue.reject(timeOver(name, timeLimit, annotations.readOnlyHint))
  }, timeLimit)
  return await Promise.race([work(), overdue.promise]).finally(() => {
    clearTimeout(timer)
  })
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

function timeOver(name: string, ms: number, isReading: boolean): VaultError {
  return new VaultError('QUERY_TIMEOUT', `${name} was not done after ${ms / 1000} s.`, {
    time_limit_ms: ms,
    hint: isReading ? 'Ask for less: a smaller limit, a directory, a narrower query.' : perhapsDone,
  })
}

const callAgain = 'Nothing was changed: call it again.'
const perhapsDone = { kind: 'look-for-change' } as const

/** A call whose caller has left, or whose server ends. */
function cutShort(
  name: string,
  { signal, closing }: Pick<ToolContext, 'signal' | 'closing'>,
  hint: Said = callAgain,
): VaultError {
  const isEnd = !signal.aborted && closing?.aborted === true
  const message = isEnd ? `The server ended before ${name} was done.` : `${name} was cancelled.`
  return new VaultError('QUERY_TIMEOUT', message, { hint })
}
