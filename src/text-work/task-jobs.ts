import { addTask, type AddedTask } from '../markdown/edit/add-task.ts'
import { completeTask, markTask, type TaskWish } from '../markdown/edit/complete-task.ts'
import { parseNote } from '../markdown/read/parse-note.ts'
import { requireSection } from '../markdown/read/require-section.ts'
import { type ShownTask, shownTask } from '../markdown/read/shown-task.ts'
import type { ParsedNote, SourceRange } from '../model/parsed-note.ts'
import type { TaskState } from '../model/task-state.ts'

export interface TaskChanged {
  readonly text: string
  readonly task: { readonly line: number; readonly text: string }
  readonly before: TaskState
  readonly after: 'done' | 'open'
}

/** The note's text with one task more, in the section of this heading or anywhere. */
export function addNamedTask(
  text: string,
  {
    path,
    header,
    task,
  }: { readonly path: string; readonly header?: string | undefined; readonly task: string },
): AddedTask {
  const note = parseNote(text)
  return addTask(text, note, header === undefined ? null : ownText(path, note, header), task)
}

/** A section's text up to its first subsection: what is added below that would be the subsection's. */
function ownText(path: string, note: ParsedNote, header: string): SourceRange {
  const { section } = requireSection(path, note, header)
  const { start, end } = section.content
  return { start, end: note.headings[section.heading + 1]?.range.start ?? end }
}

/** The note's text with the task that is meant done, or open again. */
export function changeTask(
  text: string,
  {
    path,
    wish,
    ...place
  }: { readonly path: string; readonly line: number; readonly text: string; readonly wish: TaskWish },
): TaskChanged {
  const { task, ...changed } = completeTask({ path, text }, parseNote(text), place, wish)
  return { ...changed, task: { line: task.line, text: task.text } }
}

/** The note's text with a task done, or open again, that somebody sees; null where it is not certain which one that is. */
export function changeShownTask(
  text: string,
  { isAsShown, wish, ...shown }: ShownTask & { readonly isAsShown: boolean; readonly wish: TaskWish },
): TaskChanged | null {
  const task = shownTask(parseNote(text).tasks, shown, isAsShown)
  if (task === null) return null
  return { ...markTask(text, task, wish), task: { line: task.line, text: task.text } }
}

/** The text of the task on a line; null where there is none. */
export function readTaskAt(text: string, { line }: { readonly line: number }): string | null {
  return parseNote(text).tasks.find((task) => task.line === line)?.text ?? null
}
