import { type RawBuilder, sql } from 'kysely'
import { cancelledMarks, doneMarks, type TaskState } from '../model/task-state.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import { taskDue } from '../model/task-due.ts'
import type { IndexQueries } from './index-reader.ts'
import { noteCondition, type NoteFilter } from './note-filter.ts'

export interface TaskRow {
  readonly path: string
  readonly title: string
  readonly line: number
  /** The character between the brackets. */
  readonly mark: string
  readonly text: string
  /** The note's frontmatter as JSON. */
  readonly metadata: string
  /** The content hash of the note in which the task stood there. */
  readonly hash: string
}

export interface TaskFilter {
  readonly notes: NoteFilter
  /** In one of these folders; everywhere where the list is empty. */
  readonly directories: readonly string[]
  /** A state, or a mark itself; null for every task. */
  readonly status: { readonly state: TaskState } | { readonly mark: string } | null
  /** All of these words, in any case. */
  readonly words?: readonly string[]
  /** Only tasks that say a day before this one. */
  readonly dueBefore?: string | null
}

/** Of tasks that were found, those with a text that no other task of their note has, open or not. */
export async function soleTasks(
  queries: IndexQueries,
  found: readonly TaskRow[],
): Promise<ReadonlySet<TaskRow>> {
  const rows = await queries
    .selectFrom('task')
    .innerJoin('note', 'note.id', 'task.note')
    .select(['note.path', 'note.hash', 'task.text'])
    .where('note.path', 'in', [...new Set(found.map(({ path }) => path))])
    .groupBy(['note.path', 'note.hash', 'task.text'])
    .having(({ fn }) => fn.countAll<number>(), '=', 1)
    .execute()
  // The index may have heard of a change since.
  const keyOf = ({ path, hash, text }: Pick<TaskRow, 'path' | 'hash' | 'text'>) =>
    JSON.stringify([path, hash, text])
  const sole = new Set(rows.map(keyOf))
  return new Set(found.filter((task) => sole.has(keyOf(task))))
}

/** Tasks in the order of their notes' paths and lines. An empty box without text is not a task. */
export async function findTasks(
  queries: IndexQueries,
  filter: TaskFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly tasks: readonly TaskRow[]; readonly total: number }> {
  const { words = [], dueBefore = null } = filter
  const isChosen = words.length > 0 || dueBefore !== null
  const condition = sql<boolean>`(${inNotes(filter)}) AND ${ofStatus(filter.status)} AND task.text <> ''`
  // SQLite folds no letters beyond ASCII and reads no dates out of a text.
  const { limit, offset } = isChosen ? { limit: -1, offset: 0 } : page
  const { total } = await queries
    .selectFrom('task')
    .innerJoin('note', 'note.id', 'task.note')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(condition)
    .executeTakeFirstOrThrow()
  const tasks = await queries
    .selectFrom('task')
    .innerJoin('note', 'note.id', 'task.note')
    .select([
      'note.path',
      'note.title',
      'task.line',
      'task.status as mark',
      'task.text',
      'note.metadata',
      'note.hash',
    ])
    .where(condition)
    .orderBy('note.path')
    .orderBy('task.line')
    .limit(limit)
    .offset(offset)
    .execute()
  if (!isChosen) return { tasks, total }
  const folded = words.map(plainKey)
  const chosen = tasks.filter(({ text }) => {
    const due = dueBefore === null ? null : taskDue(text)
    const key = folded.length === 0 ? '' : plainKey(text)
    return (
      (dueBefore === null || (due !== null && due < dueBefore)) && folded.every((word) => key.includes(word))
    )
  })
  return { tasks: chosen.slice(page.offset, page.offset + page.limit), total: chosen.length }
}

/** As searches compare words: in any case and, in Latin script, without accents. */
function plainKey(text: string): string {
  return normalizeKey(text)
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
}

function inNotes({ notes, directories }: TaskFilter): RawBuilder<unknown> {
  if (directories.length === 0) return noteCondition(notes)
  return sql.join(
    directories.map((directory) => sql`(${noteCondition({ ...notes, directory })})`),
    sql` OR `,
  )
}

function ofStatus(status: TaskFilter['status']): RawBuilder<unknown> {
  if (status === null) return sql`1`
  if ('mark' in status) return sql`task.status = ${status.mark}`
  switch (status.state) {
    case 'open':
      return sql`task.status NOT IN (${sql.join([...doneMarks, ...cancelledMarks])})`
    case 'done':
      return sql`task.status IN (${sql.join(doneMarks)})`
    case 'cancelled':
      return sql`task.status IN (${sql.join(cancelledMarks)})`
  }
}
