import type { Say } from '../call/served-words.ts'
import type { Tool } from '../call/tool.ts'
import { toolOutputSchema, toolSchema } from '../call/tool-schema.ts'
import { quoted, withoutClauses } from '../call/without-clauses.ts'
import type { DialectName } from './dialect-names.ts'

/** What each dialect calls those tools of ours that it has one for. One of the same name needs no line. */
const counterparts: Readonly<Record<DialectName, Readonly<Record<string, string>>>> = {
  'flint-note': {},
  kiln: {
    get_note: 'read_note',
    get_note_info: 'read_metadata',
    get_vault_info: 'get_kiln_info',
    search_notes: 'semantic_search',
    search_notes_advanced: 'property_search',
    search_text: 'text_search',
  },
  'notes-app': {
    find_related_notes: 'related_notes',
    get_backlinks: 'backlinks',
    get_note: 'read_note',
    get_note_info: 'read_note',
    get_tags: 'tags',
    search_notes: 'search',
  },
  'obsidian-vault-mcp': {
    add_todo: 'task_add',
    append_to_note: 'note_upsert',
    complete_todo: 'task_done',
    create_note: 'note_upsert',
    delete_note: 'note_delete',
    get_note: 'note_read',
    get_todos: 'task_list',
    search_text: 'vault_search',
    upsert_note: 'note_upsert',
  },
}

/**
 * What our sentences say of our tools, told to whoever knows only those of a dialect: with its own name for a tool where
 * it has one, and without the advice where it has none. Only what flint says is touched, never what a note says.
 */
export function ownWords(dialect: DialectName, tools: readonly Tool[], ours: readonly Tool[]): Say {
  const listed = new Set(tools.map(({ name }) => name))
  const names = new Map(
    ours.map(({ name }) => [name, listed.has(name) ? name : (counterparts[dialect][name] ?? null)]),
  )
  // Schemas take time: only once there is something to say.
  let parameters: ReadonlySet<string> | undefined
  const rename = (text: string, unknown: (name: string) => string) =>
    outsideQuotes(text, (part) =>
      part.replace(word, (name) => (names.has(name) ? (names.get(name) ?? unknown(name)) : name)),
    )
  const say = (key: string, text: string): string | null => {
    const isAdvice = key === 'hint'
    const foreign = (parameters ??= foreignParameters(tools, ours))
    const isUnknown = (clause: string) =>
      wordsIn(clause).some((one) => names.get(one) === null) ||
      (isAdvice && parametersIn(clause).some((one) => foreign.has(one)))
    const kept = withoutClauses(text, isUnknown)
    if (kept === '' && isAdvice) return null
    // A message that is nothing but such a sentence still has to say what happened.
    return rename(kept === '' ? text : kept, (name) => name.replaceAll('_', ' '))
  }
  return (content) => sayAll(content, say)
}

/** The parameters of ours that no tool of the dialect takes or returns. */
function foreignParameters(tools: readonly Tool[], ours: readonly Tool[]): ReadonlySet<string> {
  const theirs = new Set([...tools.map(({ name }) => name), ...tools.flatMap(wordsOf)])
  const parameters = ours.flatMap(({ input }) => Object.keys(input.shape))
  return new Set(parameters.filter((one) => !theirs.has(one)))
}

/** Keys under which flint itself speaks, at any depth; and those that hold what an author wrote. */
const spoken = new Set(['hint', 'message', 'reason', 'warning', 'truncated', 'notices', 'settings_problems'])
const written = new Set(['frontmatter', 'metadata', 'properties'])

// Of the commands of flint, too, some are called as a tool is.
const word = /(?<![\w/.-]|flint )[a-z]+(?:_[a-z]+)*(?![\w/-]|\.\w)/g

function sayAll(content: object, say: (key: string, text: string) => string | null): object {
  const entries = Object.entries(content).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
    const said = sayValue(key, value, say)
    return said === null && value !== null ? [] : [[key, said]]
  })
  return Object.fromEntries(entries)
}

/** Null where nothing is left to say. */
function sayValue(key: string, value: unknown, say: (key: string, text: string) => string | null): unknown {
  if (written.has(key)) return value
  if (typeof value === 'string') return spoken.has(key) ? say(key, value) : value
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => {
      const said = sayValue(key, item, say)
      return said === null && item !== null ? [] : [said]
    })
  }
  return typeof value === 'object' && value !== null ? sayAll(value, say) : value
}

function outsideQuotes(text: string, change: (part: string) => string): string {
  return text
    .split(/("[^"]*")/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}

function wordsIn(text: string): readonly string[] {
  return text.replace(quoted, '""').match(word) ?? []
}

/** Plain words stand in any sentence; these only where a parameter is meant. */
function parametersIn(text: string): readonly string[] {
  const given = [...text.matchAll(/\b([a-z_]+): (?:true|false|")/g)].map(([, name = '']) => name)
  return [...given, ...wordsIn(text).filter((one) => one.includes('_') || one === 'identifier')]
}

/** The parameters and the keys of the results. */
function wordsOf(tool: Tool): readonly string[] {
  return JSON.stringify([toolSchema(tool), toolOutputSchema(tool)]).match(/\w+(?=":)/g) ?? []
}
