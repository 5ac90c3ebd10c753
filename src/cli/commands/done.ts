import { VaultError } from '../../model/vault-error.ts'
import { findWords } from '../../markdown/text/find-words.ts'
import { normalizeKey } from '../../model/normalize-key.ts'
import type { OutputOf } from '../../call/tool.ts'
import { getNote } from '../../tools/notes/get-note.ts'
import { completeTodo } from '../../tools/tasks/complete-todo.ts'
import { getTodos } from '../../tools/tasks/get-todos.ts'
import { askWhich } from '../ask-at-terminal.ts'
import type { Cli } from '../cli.ts'
import { CliError } from '../cli-error.ts'
import type { Given, Outcome } from '../command.ts'
import { noteHere } from '../note-here.ts'
import { oneLine, plainPath, typable } from '../plain-text.ts'
import { readPages } from '../read-pages.ts'
import { describeWritten } from './describe-written.ts'

type Todo = Pick<OutputOf<typeof getTodos>['todos'][number], 'path' | 'line_number' | 'task_text'>

/** `flint done NOTE:LINE` or `flint done WORDS…` of the one task that has them. */
export async function done({ task, reopen }: Given<'done'>, cli: Cli): Promise<Outcome> {
  const { path, line_number: line, task_text: text } = await findTask(task, reopen, cli)
  const data = await cli.call(completeTodo, {
    identifier: path,
    line_number: line,
    task_text: text,
    status: reopen ? 'open' : 'done',
  })
  const mark = reopen ? '[ ]' : '[x]'
  return {
    data,
    text: describeWritten(data, `${mark} ${oneLine(data.task_text)}  (${plainPath(data.id)})`, cli),
  }
}

async function findTask(words: readonly string[], isDone: boolean, cli: Cli): Promise<Todo> {
  const status = isDone ? 'done' : 'open'
  const named = words.length === 1 ? /^(.+):(\d+)$/.exec(words[0] ?? '') : null
  if (named !== null) {
    const [, note = '', line = ''] = named
    const at = Math.max(1, Number(line))
    const { id, content = '' } = await lineOf(await noteHere(note, cli), at, cli)
    const text = /^[\s>]*(?:[-*+]|\d+[.)])\s+\[.\]\s+(.*?)\s*$/u.exec(content.trimEnd())?.[1]
    if (text !== undefined) return { path: id ?? note, line_number: at, task_text: text }
    throw new VaultError('TASK_NOT_FOUND', `There is no task at ${note}:${line}.`, {
      hint: 'flint todos shows the tasks with their lines.',
    })
  }
  const query = words.join(' ')
  if (query === '' && !cli.canAsk) {
    throw new VaultError('INVALID_ARGUMENT', 'Say which task.', {
      hint: 'Its note and line, or words of it: flint todos shows the tasks.',
    })
  }
  const near = await tasksWith(query, status, cli)
  const todos = near.filter((one) => hasWords(one.task_text, query))
  const [first] = todos
  const exact = todos.filter((one) => one.task_text === query)
  const [same] = exact
  if (exact.length === 1 && same !== undefined) return same
  if (first === undefined) throw noTask(query, status, near)
  if (todos.length === 1 && query !== '') return first
  if (cli.canAsk) {
    const choices = todos.map((value) => ({
      label: `${oneLine(value.task_text)}  (${plainPath(value.path)})`,
      value,
    }))
    return await askWhich('Which task?', choices, cli)
  }
  throw new VaultError('CONFLICT', `${todos.length} tasks have these words. Nothing was changed.`, {
    hint: `Choose one:\n${commandsFor(todos)}`,
  })
}

/** A line of a note; nothing where the note is shorter. */
async function lineOf(
  note: string,
  at: number,
  cli: Cli,
): Promise<Pick<OutputOf<typeof getNote>, 'id' | 'content'>> {
  try {
    return await cli.call(getNote, { identifier: note, start_line: at, end_line: at })
  } catch (error) {
    if (error instanceof CliError && error.content.error.code === 'INVALID_ARGUMENT') return {}
    throw error
  }
}

/** Those that have every word at least as a part of another one. */
async function tasksWith(query: string, status: string, cli: Cli): Promise<readonly Todo[]> {
  const asked = { directories: ['.'], status, ...(query !== '' && { query }) }
  const { items } = await readPages(Infinity, async (page) => {
    const { todos, total, next_cursor: next } = await cli.call(getTodos, { ...asked, ...page })
    return { items: todos, total, next }
  })
  return items
}

/** A part of a word is in tasks that nobody means: "invoice 5" in "Pay invoice 15". */
function hasWords(text: string, query: string): boolean {
  const key = normalizeKey(text)
  return query.split(/\s+/).every((word) => word === '' || findWords(key, normalizeKey(word)).length > 0)
}

function noTask(query: string, status: string, near: readonly Todo[]): VaultError {
  if (query === '' || near.length === 0) {
    const message = query === '' ? `No task is ${status}.` : `No ${status} task has these words.`
    return new VaultError('TASK_NOT_FOUND', message, {
      hint: 'flint todos --dir . shows the tasks of the vault.',
    })
  }
  const message = `No ${status} task has these words whole. Nothing was changed.`
  return new VaultError('TASK_NOT_FOUND', message, { hint: `Near are:\n${commandsFor(near)}` })
}

function commandsFor(todos: readonly Todo[]): string {
  return todos
    .slice(0, 10)
    .map(
      (one) => `flint done ${plainPath(typable(one.path))}:${one.line_number}   # ${oneLine(one.task_text)}`,
    )
    .join('\n')
}
