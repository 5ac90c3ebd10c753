import { useRef } from 'preact/hooks'
import type { Outcome, ResultOf } from './calls.ts'
import { usePage } from './page.ts'

/** A task as it is shown, and the note that it is shown in. */
export interface TaskShown {
  readonly vault: string
  readonly note: string
  readonly hash: string
  readonly line: number
  /** Null where another task of the note has the same. */
  readonly text: string | null
}

type Ticked = ResultOf<'tick_task'>

/**
 * Ticks tasks one after the other, as fast as they are clicked: after a tick that moved no line, what is shown still
 * holds, though the note is another one by then.
 */
export function useTicks(): (task: TaskShown, status: 'done' | 'open') => Promise<Outcome<Ticked>> {
  const { act } = usePage()
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const hashes = useRef(new Map<string, string>())
  const send = async ({ vault, note, hash, line, text }: TaskShown, status: 'done' | 'open') => {
    const key = JSON.stringify([vault, note, hash])
    const outcome = await act('tick_task', {
      vault_id: vault,
      identifier: note,
      line_number: line,
      ...(text !== null && { task_text: text }),
      shown_hash: hashes.current.get(key) ?? hash,
      status,
    })
    if (outcome.kind === 'failed') return outcome
    const { lines_stay: linesStay, content_hash: written } = outcome.result
    if (linesStay && written !== undefined) hashes.current.set(key, written)
    return outcome
  }
  return (task, status) => {
    const sent = before.current.then(() => send(task, status))
    before.current = sent
    return sent
  }
}
