import { findTask, taskReach } from '../read/find-task.ts'
import { parseNote } from '../read/parse-note.ts'
import { shownTask, type ShownTask } from '../read/shown-task.ts'
import type { NoteTask } from '../../model/parsed-note.ts'
import { taskState, type TaskState } from '../../model/task-state.ts'
import { applyEdits } from '../../model/text-edit.ts'
import { VaultError } from '../../model/vault-error.ts'
import { shorten } from '../../model/whole-characters.ts'

export type TaskWish = 'done' | 'open' | 'toggle'

export interface CompletedTask {
  readonly text: string
  readonly task: NoteTask
  readonly before: TaskState
  readonly after: 'done' | 'open'
  readonly warnings?: readonly string[]
}

/** A task as a caller names it, in the note at this path. */
interface NamedTask {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** Marks the task that is meant as done or open. TASK_NOT_FOUND where the line and the text fit no task, or more than one. */
export function completeTask(
  text: string,
  { wish, ...named }: NamedTask & { readonly wish: TaskWish },
): CompletedTask {
  const { tasks } = parseNote(text)
  const isOpen = (task: NoteTask) => taskState(task.status) === 'open'
  const isWanted = (task: NoteTask) => wish === 'toggle' || isOpen(task) === (wish === 'done')
  const found = findTask(tasks, named, isWanted)
  if (found.kind !== 'found') throw notFound(tasks, named, found.kind)
  return markTask(text, found.task, wish)
}

/** Marks a task as done or open that somebody sees; null where it is not certain which one that is. */
export function completeShownTask(
  text: string,
  { isAsShown, wish, ...shown }: ShownTask & { readonly isAsShown: boolean; readonly wish: TaskWish },
): CompletedTask | null {
  const task = shownTask(parseNote(text).tasks, shown, isAsShown)
  return task === null ? null : markTask(text, task, wish)
}

/** By changing one character; no change where it is so already. */
function markTask(text: string, task: NoteTask, wish: TaskWish): CompletedTask {
  const before = taskState(task.status)
  const after = wish === 'toggle' ? (before === 'open' ? 'done' : 'open') : wish
  // Another mark for the same state is the person's own.
  if (before === after) return { text, task, before, after }
  const edit = { ...task.statusRange, insert: after === 'done' ? 'x' : ' ' }
  const isLast = after === 'done' && recurs.test(task.text)
  const warnings = isLast ? ['The task recurs, and no next one was made: add it as a task of its own.'] : []
  return { text: applyEdits(text, [edit]), task, before, after, warnings }
}

/** As the plugins for tasks write it: `🔁 every week`, `[repeat:: every week]`. */
const recurs = /🔁|[[(]repeat::/u

function notFound(
  tasks: readonly NoteTask[],
  { path, line, text }: NamedTask,
  kind: 'missing' | 'ambiguous',
): VaultError {
  const near = tasks
    .filter((task) => Math.abs(task.line - line) <= taskReach)
    .map((task) => ({ line_number: task.line, task_text: task.text, status: taskState(task.status) }))
  const shown = shorten(text, 200)
  const message =
    kind === 'missing'
      ? `No task in ${path} within ${taskReach} lines of line ${line} is "${shown}".`
      : `Several tasks in ${path} near line ${line} may be meant by "${shown}".`
  return new VaultError('TASK_NOT_FOUND', `${message} Nothing was changed.`, {
    path,
    tasks_near: near,
    hint: { kind: 'list-tasks' },
  })
}
