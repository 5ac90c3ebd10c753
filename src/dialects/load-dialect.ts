import type { Tool } from '../call/tool.ts'
import { checkDialect, type DialectName } from './dialect-names.ts'

/** The tools of a dialect, for the place of ours. INVALID_ARGUMENT where there is no such dialect. */
export async function loadDialect(all: readonly Tool[], name: string): Promise<readonly Tool[]> {
  const dialect = checkDialect(name)
  const [tools, { ownWords }] = await Promise.all([loadTools(all, dialect), import('./own-words.ts')])
  const say = ownWords(dialect, tools, all)
  const names = tools.map(({ name }) => name)
  return tools.map((tool) =>
    tool.dialect === undefined ? tool : { ...tool, dialect: { ...tool.dialect, names, say } },
  )
}

async function loadTools(all: readonly Tool[], dialect: DialectName): Promise<readonly Tool[]> {
  switch (dialect) {
    case 'flint-note':
      return (await import('./flint-note.ts')).flintNote(all)
    case 'kiln':
      return (await import('./kiln.ts')).kiln
    case 'notes-app':
      return (await import('./notes-app.ts')).notesApp
    case 'obsidian-vault-mcp':
      return (await import('./obsidian-vault-mcp.ts')).obsidianVaultMcp
  }
}
