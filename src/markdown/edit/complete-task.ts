import { findTask, taskReach } from '../read/find-task.ts'
import type { NoteTask, ParsedNote } from '../../model/parsed-note.ts'
import { taskState, type TaskState } from '../../model/task-state.ts'
import { applyEdits } from '../../model/text-edit.ts'
import { VaultError } from '../../model/vault-error.ts'

export type TaskWish = 'done' | 'open' | 'toggle'

export interface CompletedTask {
  readonly text: string
  readonly task: NoteTask
  readonly before: TaskState
  readonly after: 'done' | 'open'
}

/**
 * Marks one task as done or open by changing one character; no change where it is so already. TASK_NOT_FOUND where the
 * line and the text fit no task, or more than one.
 */
export function completeTask(
  { path, text }: { readonly path: string; readonly text: string },
  note: ParsedNote,
  place: { readonly line: number; readonly text: string },
  wish: TaskWish,
): CompletedTask {
  const isOpen = (task: NoteTask) => taskState(task.status) === 'open'
  const isWanted = (task: NoteTask) => wish === 'toggle' || isOpen(task) === (wish === 'done')
  const found = findTask(note.tasks, place, isWanted)
  if (found.kind !== 'found') throw notFound(path, note, place, found.kind)
  return markTask(text, found.task, wish)
}

/** Marks a task of a text as done or open by changing one character; no change where it is so already. */
export function markTask(text: string, task: NoteTask, wish: TaskWish): CompletedTask {
  const before = taskState(task.status)
  const after = wish === 'toggle' ? (before === 'open' ? 'done' : 'open') : wish
  // Another mark for the same state is the person's own.
  if (before === after) return { text, task, before, after }
  const edit = { ...task.statusRange, insert: after === 'done' ? 'x' : ' ' }
  return { text: applyEdits(text, [edit]), task, before, after }
}

function notFound(
  path: string,
  { tasks }: ParsedNote,
  { line, text }: { readonly line: number; readonly text: string },
  kind: 'missing' | 'ambiguous',
): VaultError {
  const near = tasks
    .filter((task) => Math.abs(task.line - line) <= taskReach)
    .map((task) => ({ line_number: task.line, task_text: task.text, status: taskState(task.status) }))
  const shown = text.length <= 200 ? text : `${text.slice(0, 200)}…`
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
