import { allTools } from '../../src/tools/index.ts'
import { toolSchema } from '../../src/call/tool-schema.ts'
import type { Tool } from '../../src/call/tool.ts'
import { plain } from './plain.ts'
import type { Json } from './with-vault.ts'

/** A call as a page shows it: `get_note(identifier: ID)`, or in a prompt `get_note (limit: 3)`. */
export interface ShownCall {
  readonly tool: string
  readonly parameters: readonly string[]
  /** Between the parentheses. */
  readonly given: string
}

/** Tools that are there only where they are set up, with their parameters. Those that this build has speak for themselves. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  create_issue: ['title', 'description', 'labels', 'assignee', 'note_path'],
  get_issues: ['labels', 'assignee', 'limit'],
  close_issue: ['issue_number', 'comment', 'confirm'],
  issue_to_note: ['issue_number', 'destination_directory'],
  ingest: ['source', 'title', 'tags', 'summary', 'key_points', 'summary_style', 'depth'],
}

/** Every tool by name, with the names of its parameters. */
export const parametersOf: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(elsewhere),
  ...allTools.map((tool): [string, string[]] => [tool.name, parametersNamed(tool)]),
])

function parametersNamed(tool: Tool): string[] {
  const names = Object.keys(plain(toolSchema(tool)).properties ?? {})
  // The instructions tell of diff, no list does.
  return names.includes('dry_run') ? [...names, 'diff'] : names
}

/** Tools that need something beside a vault: GitLab, the web. */
export const onlyWhereSetUp: readonly string[] = Object.keys(elsewhere)

/** Every call that a text shows, of whatever name. */
export function callsIn(text: string): readonly ShownCall[] {
  return [...text.matchAll(/\b([a-z]+(?:_[a-z]+)+|ingest) ?\(([^)]*)\)/g)].map(
    ([, tool = '', given = '']) => ({
      tool,
      given,
      parameters: [...withoutStrings(given).matchAll(/\b([a-z_]+):/g)].map(([, name = '']) => name),
    }),
  )
}

export function isHere(tool: string): boolean {
  return allTools.some(({ name }) => name === tool)
}

export function toolNamed(tool: string): Tool {
  const known = allTools.find(({ name }) => name === tool)
  if (known === undefined) throw new Error(`There is no tool ${tool}.`)
  return known
}

/**
 * The arguments of a shown call as an agent would send them. A word in CAPITALS becomes what its parameter takes, and so
 * does, where a call is shown in part, each parameter that the tool cannot do without.
 */
export function argumentsOf({ tool, given }: ShownCall, { isWhole }: { readonly isWhole: boolean }): object {
  const { properties, required = [] } = plain(toolSchema(toolNamed(tool)))
  const json = given
    .replace(/\s+/g, ' ')
    .replace(/"(?:[^"\\]|\\.)*"|\b[A-Z][A-Z_]*\b|\b([a-z_]+):/g, (part, key?: string) =>
      key === undefined ? (part.startsWith('"') ? part : `"${part}"`) : `"${key}":`,
    )
  const args = plain(JSON.parse(`{${json}}`))
  const whole = isWhole ? {} : Object.fromEntries(required.map((name: string) => [name, 'WORDS']))
  return Object.fromEntries(
    Object.entries({ ...whole, ...args }).map(([name, value]) => [name, filled(value, properties[name])]),
  )
}

function filled(value: unknown, schema: Json): unknown {
  const fits = schema?.type === 'integer' && typeof value === 'string' && /^[A-Z_]+$/.test(value)
  if (fits) return 1
  return Array.isArray(value) ? value.map((item) => filled(item, schema?.items)) : value
}

/** Names of tools, parameters and keys: words with an underscore, and `ingest` in backticks. */
export function namesIn(text: string): readonly string[] {
  return [...new Set(text.match(/\b[a-z]+(?:_[a-z]+)+\b|(?<=`)ingest(?=[`(])/g) ?? [])]
}

/** What stands in quotes or in an object is a value: `{"title": TITLE}` names no parameter. */
function withoutStrings(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\{[^}]*\}/g, '{}')
}
