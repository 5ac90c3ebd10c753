import type { NoteTask } from '../../model/parsed-note.ts'

export type TaskSearch =
  | { readonly kind: 'found'; readonly task: NoteTask }
  | { readonly kind: 'ambiguous'; readonly tasks: readonly NoteTask[] }
  | { readonly kind: 'missing' }

/** How many lines a task may have moved since its line was read. */
export const taskReach = 5

/**
 * The task that a caller means by a line and its text or part of it, at most five lines away. The task on the line
 * itself is meant if it contains the text, unless it is a part there and the whole text of another. On other lines only
 * tasks that `isWanted` are considered, those with exactly this text before those that only contain it; of several none is
 * taken: lines that an editor put above may have brought the wrong one near. A text that no task has is looked for in any
 * Unicode form.
 *
 *     findTask(parseNote('- [ ] Call Ada\n').tasks, { line: 3, text: 'Call Ada' }, () => true)   // found, in line 1
 */
export function findTask(
  tasks: readonly NoteTask[],
  { line, text }: { readonly line: number; readonly text: string },
  isWanted: (task: NoteTask) => boolean,
): TaskSearch {
  const near = tasks.filter((task) => Math.abs(task.line - line) <= taskReach)
  const asWritten = search(near, { line, wanted: text.trim(), textOf: (task) => task.text }, isWanted)
  if (asWritten.kind !== 'missing') return asWritten
  const wanted = text.trim().normalize('NFC')
  return search(near, { line, wanted, textOf: (task) => task.text.normalize('NFC') }, isWanted)
}

interface Wanted {
  readonly line: number
  readonly wanted: string
  readonly textOf: (task: NoteTask) => string
}

function search(
  near: readonly NoteTask[],
  { line, wanted, textOf }: Wanted,
  isWanted: (task: NoteTask) => boolean,
): TaskSearch {
  const exact = near.filter((task) => textOf(task) === wanted)
  const partial = wanted === '' ? [] : near.filter((task) => textOf(task).includes(wanted))
  const onLine = [...exact, ...partial].find((task) => task.line === line)
  if (onLine !== undefined)
    return one(textOf(onLine) === wanted ? [onLine] : [onLine, ...exact.filter(isWanted)])
  return one((exact.length > 0 ? exact : partial).filter(isWanted))
}

function one(tasks: readonly NoteTask[]): TaskSearch {
  const [task, ...others] = tasks
  if (task === undefined) return { kind: 'missing' }
  return others.length === 0 ? { kind: 'found', task } : { kind: 'ambiguous', tasks }
}
