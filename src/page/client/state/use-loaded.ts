import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { behindOf, waitsForModel } from './behind-of.ts'
import { unreached } from './call-server.ts'
import type { ArgsOf, Call, CallName, Failure, Outcome, ResultOf } from './calls.ts'
import type { Watch } from './news.ts'
import { usePage } from './page.ts'

interface State<Result> {
  /** What the result is for, which may be what was asked before. */
  readonly key: string | null
  readonly result: Result | null
  readonly error: Failure | null
}

/** What a view shows: the last result stays until the next one is there. */
export interface Loaded<Result> extends State<Result> {
  /** Whether the result is for what was asked before. */
  readonly isStale: boolean
  readonly reload: () => void
  /** Drops what is being loaded and loads what is there now. Ends when that is shown, could not be loaded, or has no view. */
  readonly readAgain: () => Promise<void>
}

const mostKept = 60
const gatherMs = 60
const againMs = 2_000

/**
 * Loads what `key` stands for, again when the key changes and when there is news of what is watched. Answers that come
 * late are dropped. One of an index that was behind, or without a model that was being loaded, is asked for again until it
 * is neither. News that comes while it loads is asked for afterwards: what takes longer than one change follows the other
 * would never be shown. With key null nothing is asked.
 */
export function useLoaded<Result>(
  key: string | null,
  load: (call: Call, signal: AbortSignal) => Promise<Outcome<Result>>,
  watch: Watch,
): Loaded<Result> {
  const { call, news, kept, isReached } = usePage()
  const [state, setState] = useState<State<Result>>({ key: null, result: null, error: null })
  const [round, setRound] = useState(0)
  const latest = useRef(load)
  latest.current = load
  const loading = useRef({ isOn: false, isAgain: false, control: new AbortController() })
  const waiting = useRef<(() => void)[]>([])
  const reload = () => {
    if (loading.current.isOn) loading.current.isAgain = true
    else setRound((before) => before + 1)
  }
  const readAgain = () =>
    new Promise<void>((resolve) => {
      waiting.current.push(resolve)
      loading.current.control.abort()
      setRound((before) => before + 1)
    })
  const isRead = () => {
    for (const resolve of waiting.current.splice(0)) resolve()
  }
  useEffect(() => isRead, [])

  // Before the next frame is painted, not after it: the answer is there a frame earlier.
  useLayoutEffect(() => {
    if (key === null) {
      isRead()
      return
    }
    const control = new AbortController()
    loading.current = { isOn: true, isAgain: false, control }
    void latest.current(call, control.signal).then((outcome) => {
      if (control.signal.aborted) return
      const { isAgain } = loading.current
      loading.current.isOn = false
      if (isAgain) reload()
      if (outcome.kind === 'failed') {
        const { error } = outcome
        setState((before) => ({ key, result: before.key === key ? before.result : null, error }))
      } else {
        keep(kept, key, outcome.result)
        setState({ key, result: outcome.result, error: null })
      }
      isRead()
    })
    return () => {
      control.abort()
      loading.current.isOn = false
    }
  }, [call, kept, key, round])

  // That the index has caught up is no news of the notes.
  const isBehind = behindOf(state.result).length > 0 || waitsForModel(state.result)
  useEffect(() => {
    if (!isBehind) return
    const timer = window.setTimeout(reload, againMs)
    return () => window.clearTimeout(timer)
  }, [state])

  const isUnreached = state.error?.code === unreached
  useEffect(() => {
    if (isReached && isUnreached) reload()
  }, [isReached, isUnreached])

  const watched = typeof watch === 'string' ? watch : watch.join('\n')
  useEffect(() => {
    let timer: number | undefined
    const stop = news.listen(watch, () => {
      timer ??= window.setTimeout(() => {
        timer = undefined
        reload()
      }, gatherMs)
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [news, watched])

  const before = state.key !== key && key !== null ? kept.get(key) : undefined
  if (isOf<Result>(before)) return { key, result: before, error: null, isStale: true, reload, readAgain }
  return { ...state, isStale: state.key !== key, reload, readAgain }
}

/** Loads the result of one call. */
export function useResult<Name extends CallName>(
  name: Name,
  args: ArgsOf<Name> | null,
  watch: Watch,
): Loaded<ResultOf<Name>> {
  const key = args === null ? null : keyOf(name, args)
  const load = async (call: Call, signal: AbortSignal): Promise<Outcome<ResultOf<Name>>> =>
    args === null ? nothingAsked : call(name, args, signal)
  return useLoaded<ResultOf<Name>>(key, load, watch)
}

/** Loads a note. What the page itself changes is not said to be done before the note is shown as it is then. */
export function useNote(vault: string, identifier: string): Loaded<ResultOf<'render_note'>> {
  const { news } = usePage()
  const note = useResult('render_note', { vault_id: vault, identifier }, [vault])
  const { readAgain } = note
  useLayoutEffect(() => news.followActs(readAgain), [news])
  return note
}

/** Under which the result of a call is kept. */
export function keyOf<Name extends CallName>(name: Name, args: ArgsOf<Name>): string {
  return `${name} ${JSON.stringify(args)}`
}

const nothingAsked = {
  kind: 'failed',
  error: { code: 'NOTHING_ASKED', message: 'Nothing was asked.' },
} as const

function keep(kept: Map<string, unknown>, key: string, result: unknown): void {
  kept.delete(key)
  kept.set(key, result)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
}

/** A key names the call, and so the type of what was kept under it. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller says what the key stands for
function isOf<Result>(value: unknown): value is Result {
  return value !== undefined
}
