import { countEach } from '../../model/count-each.ts'
import type { NoteTask } from '../../model/parsed-note.ts'

/** A task as somebody sees it, in the note as it was then. */
export interface ShownTask {
  readonly line: number
  /** Its whole text; null where another task of the note had the same. */
  readonly text: string | null
}

/**
 * The task that was shown, where that is certain; else null. In a note that is as it was shown, its line says it. In one
 * that has changed since, its text does, as long as it was and is the only task with just this text.
 *
 *     shownTask(parseNote('- [ ] repay\n').tasks, { line: 1, text: 'pay' }, false)   // null
 */
export function shownTask(
  tasks: readonly NoteTask[],
  { line, text }: ShownTask,
  isAsShown: boolean,
): NoteTask | null {
  if (isAsShown) return tasks.find((task) => task.line === line) ?? null
  const [same, ...others] = text === null ? [] : tasks.filter((task) => task.text === text)
  return others.length === 0 ? (same ?? null) : null
}

/** The texts that just one task of a note has. */
export function soleTexts(tasks: readonly Pick<NoteTask, 'text'>[]): ReadonlySet<string> {
  const counts = countEach(tasks.map(({ text }) => text))
  return new Set([...counts].flatMap(([text, count]) => (count === 1 ? [text] : [])))
}
