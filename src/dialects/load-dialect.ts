import type { Tool } from '../call/tool.ts'
import { checkDialect } from './dialect-names.ts'

/** The tools of a dialect, for the place of ours. INVALID_ARGUMENT where there is no such dialect. */
export async function loadDialect(all: readonly Tool[], name: string): Promise<readonly Tool[]> {
  switch (checkDialect(name)) {
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
