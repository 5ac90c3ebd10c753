import { allTools } from '../../src/tools/index.ts'
import { toolSchema } from '../../src/call/tool-schema.ts'
import { plain } from './plain.ts'

/** A call as a page shows it: `get_note(identifier: ID)`, or in a prompt `get_note (limit: 3)`. */
export interface ShownCall {
  readonly tool: string
  readonly parameters: readonly string[]
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
  ...allTools.map((tool): [string, string[]] => [
    tool.name,
    Object.keys(plain(toolSchema(tool)).properties ?? {}),
  ]),
])

/** Tools that need something beside a vault: GitLab, the web. */
export const onlyWhereSetUp: readonly string[] = Object.keys(elsewhere)

/** Every call that a text shows, of whatever name. */
export function callsIn(text: string): readonly ShownCall[] {
  return [...text.matchAll(/\b([a-z]+(?:_[a-z]+)+|ingest) ?\(([^)]*)\)/g)].map(
    ([, tool = '', given = '']) => ({
      tool,
      parameters: [...withoutStrings(given).matchAll(/\b([a-z_]+):/g)].map(([, name = '']) => name),
    }),
  )
}

/** Names of tools, parameters and keys: words with an underscore, and `ingest` in backticks. */
export function namesIn(text: string): readonly string[] {
  return [...new Set(text.match(/\b[a-z]+(?:_[a-z]+)+\b|(?<=`)ingest(?=[`(])/g) ?? [])]
}

/** What stands in quotes or in an object is a value: `{"title": TITLE}` names no parameter. */
function withoutStrings(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\{[^}]*\}/g, '{}')
}
