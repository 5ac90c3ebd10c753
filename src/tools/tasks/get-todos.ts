import { z } from 'zod'
import { findTasks, type TaskFilter } from '../../index-db/task-queries.ts'
import type { Said } from '../../model/advice.ts'
import { taskState, taskStates } from '../../model/task-state.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { defineVaultsTool } from '../../call/define-tool.ts'
import { readObject } from '../notes/note-output.ts'
import { isUntrusted } from '../../model/is-untrusted.ts'
import { meantFolder } from '../meant-filter.ts'
import { dayNotBefore, isInWords, missingFolder, toNoteFilter } from '../note-filter-input.ts'

/** Where tasks are looked for when no folder is named and at least one of these exists. */
const usualDirectories = ['projects', 'daily', 'areas']

export const getTodos = defineVaultsTool({
  name: 'get_todos',
  title: 'Tasks in the notes',
  toolset: 'tasks',
  description:
    'Open tasks with note and line, note by note. Looks in projects/, daily/ and areas/, or in the whole vault where none of them exists; archives only by name. Custom marks such as [/] are open, [-] is cancelled.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: { list: 'todos', limit: 50, max: 1_000, names: ['path', 'task_text'] },
  input: z.object({
    directories: z
      .array(z.string().max(1_000))
      .min(1)
      .max(50)
      .optional()
      .describe('Only these folders and below; "." is the vault.'),
    query: z.string().min(1).max(1_000).optional().describe('Words of the task.'),
    due_before: z.string().max(40).optional().describe('Due (📅 or [due:: ]) before: 2026-01-31, tomorrow.'),
    since: z.string().max(40).optional().describe('In notes changed from then on: 7d, today.'),
    status: z
      .string()
      .min(1)
      .max(10)
      .default('open')
      .describe('open, done, cancelled, all, or one mark: "/".'),
  }),
  output: z.object({
    todos: z.array(
      z.object({
        id: z.string(),
        path: z.string(),
        title: z.string(),
        line_number: z.number(),
        task_text: z.string(),
        status: z.enum(taskStates),
        mark: z.string(),
        untrusted: z.boolean().optional(),
      }),
    ),
    total_count: z.number(),
    due_before: z.string().optional(),
    directories: z.array(z.string()).optional(),
    message: z.string().optional(),
  }),
  async handler({ directories: named, since, status, query, due_before: due, limit, offset }, vault, ctx) {
    await vault.index.settled()
    const directories = await foldersOf(vault, named, ctx.now())
    const filter: TaskFilter = {
      notes: { ...toNoteFilter({ since }, ctx.now()), includeArchived: false },
      directories,
      status: toStatus(status),
      words: query?.split(/\s+/).filter((word) => word !== '') ?? [],
      dueBefore: due === undefined ? null : dayNotBefore('due_before', due, ctx.now()),
    }
    const { tasks, total } = await vault.index.query(({ queries }) =>
      findTasks(queries, filter, { limit, offset }),
    )
    const isUsual = named === undefined && directories.length > 0
    const everywhere = isUsual && offset === 0 ? await countAll(vault, filter) : 0
    const missing: Said[] = []
    for (const folder of named === undefined ? [] : directories) {
      const said = await missingFolder(vault, folder)
      if (said !== null) missing.push(said)
    }
    if (everywhere > total) missing.push({ kind: 'look-everywhere', more: everywhere - total })
    return {
      todos: tasks.map(({ path, title, line, mark, text, metadata }) => ({
        id: path,
        path,
        title,
        line_number: line,
        task_text: text,
        status: taskState(mark),
        mark,
        ...(isUntrusted(readObject(metadata)) && { untrusted: true }),
      })),
      total_count: total,
      total,
      ...(due !== undefined && isInWords(due, ctx.now()) && { due_before: filter.dueBefore ?? due }),
      ...(directories.length > 0 && { directories: [...directories] }),
      ...(missing.length > 0 && { message: ctx.say(missing) }),
    }
  },
  merge: ({ todos, total }, parts) => ({
    todos,
    total_count: total,
    total,
    due_before: parts[0]?.due_before,
    message: parts.every(({ message }) => message !== undefined) ? parts[0]?.message : undefined,
  }),
})

async function countAll(vault: VaultContext, filter: TaskFilter): Promise<number> {
  const all = { ...filter, directories: [] }
  return (await vault.index.query(({ queries }) => findTasks(queries, all, { limit: 0, offset: 0 }))).total
}

/** None where the whole vault is meant. */
async function foldersOf(
  vault: VaultContext,
  named: readonly string[] | undefined,
  now: Date,
): Promise<readonly string[]> {
  if (named !== undefined) {
    const asked = named.map((directory) => toNoteFilter({ directory }, now).directory ?? '')
    const folders = await Promise.all(asked.map((folder) => meantFolder(vault, folder)))
    return folders.includes('') ? [] : [...new Set(folders)]
  }
  const usual: string[] = []
  for (const folder of usualDirectories)
    if (vault.scope?.includes(folder) !== false && (await vault.files.isFolder(folder))) usual.push(folder)
  return usual
}

function toStatus(status: string): TaskFilter['status'] {
  if (status === 'all') return null
  const state = taskStates.find((one) => one === status)
  if (state !== undefined) return { state }
  if (/^.$/su.test(status)) return { mark: status }
  throw new VaultError('INVALID_ARGUMENT', `status is none of them: "${status}".`, {
    hint: 'Use open, done, cancelled, all, or the one character between the brackets.',
  })
}
