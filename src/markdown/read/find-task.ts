import type { NoteTask } from '../../model/parsed-note.ts'
import { smallest } from '../../model/largest.ts'

export type TaskSearch =
  | { readonly kind: 'found'; readonly task: NoteTask }
  | { readonly kind: 'ambiguous'; readonly tasks: readonly NoteTask[] }
  | { readonly kind: 'missing' }

/** How many lines a task may have moved since its line was read. */
export const taskReach = 5

/**
 * The task that a caller means by a line and its text, at most five lines away. A task with exactly this text counts
 * before one that only contains it, and the line itself before its neighbours. On other lines only tasks that
 * `isWanted` are considered; of several, the nearest with the whole text is taken, and with part of it none.
 *
 *     findTask(parseNote('- [ ] Call Ada\n').tasks, { line: 3, text: 'Call Ada' }, () => true)   // found, in line 1
 */
export function findTask(
  tasks: readonly NoteTask[],
  { line, text }: { readonly line: number; readonly text: string },
  isWanted: (task: NoteTask) => boolean,
): TaskSearch {
  const wanted = text.trim()
  const near = tasks.filter((task) => Math.abs(task.line - line) <= taskReach)
  const exact = near.filter((task) => task.text === wanted)
  const partial = wanted === '' ? [] : near.filter((task) => task.text.includes(wanted))
  const fitting = exact.length > 0 ? exact : partial
  const onLine = fitting.find((task) => task.line === line)
  if (onLine !== undefined) return { kind: 'found', task: onLine }
  const left = fitting.filter(isWanted)
  if (exact.length === 0) return one(left)
  const distance = smallest(left.map((task) => Math.abs(task.line - line)))
  return one(left.filter((task) => Math.abs(task.line - line) === distance))
}

function one(tasks: readonly NoteTask[]): TaskSearch {
  const [task, ...others] = tasks
  if (task === undefined) return { kind: 'missing' }
  return others.length === 0 ? { kind: 'found', task } : { kind: 'ambiguous', tasks }
}
