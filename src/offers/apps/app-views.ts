import { readFile } from 'node:fs/promises'
import { once } from '../../model/once.ts'

/** The extension of MCP by which servers offer views: what a client names that shows them. */
export const appExtension = 'io.modelcontextprotocol/ui'
const mimeType = 'text/html;profile=mcp-app'

interface AppView {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
}

const views: readonly (AppView & { readonly tools: readonly string[] })[] = [
  {
    uri: 'ui://flint-note/search',
    name: 'search-view',
    title: 'Search results',
    description: 'What search_notes has found, as a list that opens its notes.',
    tools: ['search_notes'],
  },
  {
    uri: 'ui://flint-note/change',
    name: 'change-view',
    title: 'A change and its undo',
    description: 'What a change has done, what its undo would write, and the undo.',
    tools: ['update_note', 'list_changes'],
  },
]

/** The address of a tool's view; null for a tool without one. */
export function viewOfTool(tool: string): string | null {
  return views.find(({ tools }) => tools.includes(tool))?.uri ?? null
}

/** The views that this server offers, and their documents: one file, which the build makes, for all of them. */
export class AppViews {
  readonly #document: () => Promise<string>

  constructor(file: string) {
    this.#document = once(async () => await readFile(file, 'utf8'))
  }

  list(): readonly (AppView & { readonly mimeType: string })[] {
    return views.map(({ uri, name, title, description }) => ({ uri, name, title, description, mimeType }))
  }

  /** Null for what is no view. */
  async read(uri: string): Promise<{ readonly mimeType: string; readonly text: string } | null> {
    const view = views.find((one) => one.uri === uri)
    if (view === undefined) return null
    const text = (await this.#document()).replace('data-view=""', `data-view="${view.name}"`)
    return { mimeType, text }
  }
}
