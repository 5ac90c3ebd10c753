import { z } from 'zod'
import { createWholeNote, findNoteAt, requireNoteAt, wholeText } from '../../garden/whole-note.ts'
import { withLineEnds } from '../../markdown/with-line-ends.ts'
import { taskStates } from '../../model/task-state.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { deleteNote } from '../notes/delete-note.ts'
import { getNote } from '../notes/get-note.ts'
import { upsertNote } from '../notes/upsert-note.ts'
import { searchText } from '../search/search-text.ts'
import { addTodo } from '../tasks/add-todo.ts'
import { completeTodo } from '../tasks/complete-todo.ts'
import { getTodos } from '../tasks/get-todos.ts'
import type { Tool } from '../tool.ts'
import { resolveVault } from '../resolve-vaults.ts'
import { vaultErrorContent } from '../vault-error-content.ts'
import { callOurs, defineDialectTool, type Dialect } from './define-dialect-tool.ts'
import { findByFolder } from './find-by-folder.ts'
import { wouldChange } from './would-change.ts'

const dialect: Dialect = {
  vaultParameter: 'repository_name',
  asksInWords: true,
  findVault: (access, name) => (name === null ? resolveVault(access, null) : findByFolder(access, name)),
  failure: (error) => ({ error: vaultErrorContent(error) }),
}

const repository = {
  repository_name: z.string().min(1).max(255).describe('Name of the repository’s folder.'),
}
const path = z.string().min(1).max(1_000).describe('Path of the note in the repository.')
const line = z.number().int().min(1).max(10_000_000).describe('Line of the task, from 1.')

const noteRead = defineDialectTool(dialect, {
  name: 'note_read',
  title: 'Read a note',
  description: 'The whole text of a note, frontmatter included. A note that is not there is exists: false.',
  like: getNote,
  // There is no way to ask for the rest.
  maxBytes: 10_000_000,
  input: z.strictObject({ ...repository, path }),
  output: z.object({ content: z.string(), exists: z.boolean() }),
  async run({ path: named }, vault) {
    const id = await findNoteAt(vault, named)
    const file = id === null ? null : await vault.files.read(id)
    return file === null ? { content: '', exists: false } : { content: file.text, exists: true }
  },
})

const noteUpsert = defineDialectTool(dialect, {
  name: 'note_upsert',
  title: 'Create a note or add to it',
  description:
    'Create a note from frontmatter and content, with its folders, or append a line break and the content to the one that is there; then frontmatter is ignored. Returns created.',
  like: upsertNote,
  input: z.strictObject({
    ...repository,
    path,
    content: z.string().max(10_000_000).describe('Markdown to write.'),
    frontmatter: z.record(z.string(), z.unknown()).optional().describe('Frontmatter of a new note.'),
  }),
  output: z.object({ created: z.boolean() }),
  run: async (input, vault) => ({ created: (await upsert(input, vault, false)).created }),
  preview: async (input, vault) => wouldChange(await upsert(input, vault, true)),
})

interface Upsert {
  readonly path: string
  readonly content: string
  readonly frontmatter?: Readonly<Record<string, unknown>> | undefined
}

async function upsert(
  { path: named, content, frontmatter = {} }: Upsert,
  vault: VaultContext,
  dryRun: boolean,
) {
  const id = await findNoteAt(vault, named)
  if (id !== null) return await append(vault, id, content, dryRun)
  const options = { tool: 'note_upsert', dryRun }
  try {
    const note = { path: named, text: wholeText(frontmatter, content) }
    return { created: true, ...(await createWholeNote(vault, note, options)) }
  } catch (error) {
    // Somebody made it in between: then it is there to be added to.
    if (!(error instanceof VaultError) || error.code !== 'ALREADY_EXISTS') throw error
    return await append(vault, await requireNoteAt(vault, named), content, dryRun)
  }
}

async function append(vault: VaultContext, id: string, content: string, dryRun: boolean) {
  const written = await vault.writer.edit(id, { tool: 'note_upsert', dryRun }, ({ file: { text } }) => ({
    text: text + withLineEnds(`\n${content}`, text),
  }))
  return { created: false, ...written }
}

const noteDelete = defineDialectTool(dialect, {
  name: 'note_delete',
  title: 'Delete a note',
  description: 'Move a note to the trash, from where it can be brought back. Not there is deleted: false.',
  like: deleteNote,
  input: z.strictObject({
    ...repository,
    path,
    confirm: z.boolean().optional().describe('True once the user agreed; few vaults ask.'),
  }),
  output: z.object({ deleted: z.boolean() }),
  async run({ path: named }, vault, ctx) {
    const id = await findNoteAt(vault, named)
    if (id === null) return { deleted: false }
    return await callOurs(deleteNote, { identifier: id, mode: 'trash' }, deletion, { vault, ctx })
  },
  async preview({ path: named }, vault, ctx) {
    const id = await findNoteAt(vault, named)
    if (id === null) return `${named} is not there.`
    return await callOurs(deleteNote, { identifier: id, mode: 'trash', dry_run: true }, anything, {
      vault,
      ctx,
    })
  },
})

const deletion = z.object({ deleted: z.boolean() })
const anything = z.looseObject({})

const vaultSearch = defineDialectTool(dialect, {
  name: 'vault_search',
  title: 'Search text',
  description:
    'Lines of notes that match a regular expression of ripgrep, in the order of paths. Upper and lower case differ unless it begins with (?i).',
  like: searchText,
  rest: 'vault_search with a path_filter or a narrower query',
  input: z.strictObject({
    ...repository,
    query: z.string().min(1).max(5_000).describe('Regular expression.'),
    path_filter: z.string().min(1).max(1_000).optional().describe('Glob, at any depth: devlog/*.md.'),
  }),
  output: z.object({
    results: z.array(z.object({ path: z.string(), line: z.number(), text: z.string() })),
    message: z.string().optional(),
  }),
  async run({ query, path_filter: filter }, vault, ctx) {
    const args = {
      pattern: query,
      case_sensitive: true,
      limit: 500,
      ...(filter !== undefined && { path_filter: atAnyDepth(filter) }),
    }
    const { results, total, message } = await callOurs(searchText, args, foundLines, { vault, ctx })
    const isCut = total > results.length
    return {
      results,
      ...(message !== undefined && { message }),
      ...(isCut && {
        message: `These are the first ${results.length} lines of ${total}: give a path_filter.`,
      }),
    }
  },
})

const foundLines = z.object({
  results: z.array(z.object({ path: z.string(), line: z.number(), text: z.string() })),
  total: z.number(),
  message: z.string().optional(),
})

/** A folder is named from the repository's root. */
function atAnyDepth(filter: string): string {
  const isFolder = !/[*?[{]/.test(filter) && !/\.\w+$/.test(filter)
  return isFolder || filter.startsWith('**/') ? filter : `**/${filter.replace(/^\/+/, '')}`
}

const taskShape = {
  path: z.string(),
  line: z.number(),
  text: z.string(),
  status: z.enum(taskStates),
  done: z.boolean(),
}

const taskList = defineDialectTool(dialect, {
  name: 'task_list',
  title: 'Tasks in the notes',
  description:
    'Tasks of all notes, each with its path, line and text: open ones unless status says otherwise.',
  like: getTodos,
  rest: 'task_list with path',
  input: z.strictObject({
    ...repository,
    path: path.optional().describe('Only in this note, or in this folder and below.'),
    status: z.enum(['open', 'done', 'all']).default('open').describe('Which tasks.'),
  }),
  output: z.object({ tasks: z.array(z.object(taskShape)) }),
  async run({ path: named, status }, vault, ctx) {
    const id = named === undefined ? null : await findNoteAt(vault, named)
    const folder = id === null ? (named ?? '.') : folderOrRoot(id)
    const args = { directories: [folder], status, limit: 1_000 }
    const { todos } = await callOurs(getTodos, args, foundTasks, { vault, ctx })
    const wanted = id === null ? todos : todos.filter((task) => task.path === id)
    return {
      tasks: wanted.map(({ path: note, line_number: at, task_text: text, status: state }) => ({
        path: note,
        line: at,
        text,
        status: state,
        done: state === 'done',
      })),
    }
  },
})

const foundTasks = z.object({
  todos: z.array(
    z.object({
      path: z.string(),
      line_number: z.number(),
      task_text: z.string(),
      status: z.enum(taskStates),
    }),
  ),
})

function folderOrRoot(id: string): string {
  return id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : '.'
}

const taskAdd = defineDialectTool(dialect, {
  name: 'task_add',
  title: 'Add a task',
  description:
    'Add an open task to a note, below its last task or at its end; the note is made where it is not there.',
  like: addTodo,
  errors: ['ALREADY_EXISTS', 'NOT_FOUND'],
  input: z.strictObject({
    ...repository,
    path,
    text: z.string().min(1).max(10_000).describe('The task, on one line.'),
  }),
  output: z.object({ added: z.boolean(), path: z.string(), line: z.number(), text: z.string() }),
  async run({ path: named, text }, vault, ctx) {
    const id = await findNoteAt(vault, named)
    if (id === null) {
      await createWholeNote(vault, { path: named, text: '' }, { tool: 'task_add', dryRun: false })
    }
    const args = { identifier: id ?? (await requireNoteAt(vault, named)), text }
    const added = await callOurs(addTodo, args, changedTask, { vault, ctx })
    return { added: true, path: added.path, line: added.line_number, text: added.task_text }
  },
})

const changedTask = z.object({ path: z.string(), line_number: z.number(), task_text: z.string() })

const taskInput = z.strictObject({
  ...repository,
  path,
  line,
  text: z.string().min(1).max(10_000).optional().describe('Its text, so that no other one is changed.'),
})
const taskOutput = z.object({ path: z.string(), line: z.number(), text: z.string(), done: z.boolean() })

const taskDone = defineDialectTool(dialect, {
  name: 'task_done',
  title: 'Complete a task',
  description: 'Mark the task on a line as done. Give its text, and it is found although lines have moved.',
  like: completeTodo,
  input: taskInput,
  output: taskOutput,
  run: async (input, vault, ctx) => await setTask(input, 'done', { vault, ctx }),
})

const taskToggle = defineDialectTool(dialect, {
  name: 'task_toggle',
  title: 'Toggle a task',
  description: 'Mark the task on a line as done, or as open where it is done.',
  like: completeTodo,
  input: taskInput,
  output: taskOutput,
  run: async (input, vault, ctx) => await setTask(input, 'toggle', { vault, ctx }),
})

async function setTask(
  { path: named, line: at, text: given }: z.output<typeof taskInput>,
  status: 'done' | 'toggle',
  where: Parameters<typeof callOurs>[3],
): Promise<z.output<typeof taskOutput>> {
  const id = await requireNoteAt(where.vault, named)
  const args = {
    identifier: id,
    line_number: at,
    task_text: given ?? (await textAt(where.vault, id, at)),
    status,
  }
  const task = await callOurs(completeTodo, args, doneTask, where)
  return { path: task.path, line: task.line_number, text: task.task_text, done: task.status === 'completed' }
}

const doneTask = changedTask.extend({ status: z.string() })

async function textAt(vault: VaultContext, id: string, line: number): Promise<string> {
  const { parsed } = await vault.notes.read(id)
  const task = parsed.tasks.find((one) => one.line === line)
  if (task !== undefined) return task.text
  throw new VaultError('TASK_NOT_FOUND', `There is no task on line ${line} of ${id}.`, {
    path: id,
    hint: 'Call task_list for the lines as they are now.',
  })
}

/** The tools of obsidian-vault-mcp. */
export const obsidianVaultMcp: readonly Tool[] = [
  noteRead,
  noteUpsert,
  noteDelete,
  vaultSearch,
  taskList,
  taskAdd,
  taskDone,
  taskToggle,
]
