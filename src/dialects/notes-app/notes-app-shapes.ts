import { z } from 'zod'
import { mostNoteBytes } from '../../model/note-size.ts'
import type { ReadNote } from '../../vault/note-writer.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import type { ToolContext } from '../../call/tool-context.ts'
import type { Where } from '../define-dialect-tool.ts'
import { nameIn } from './notes-app-dialect.ts'

export const vaultInput = {
  vault: z.string().min(1).max(1_000).optional().describe('Vault, else the active one.'),
}
export const anyVault = {
  vault: z.string().min(1).max(1_000).optional().describe('Vault, else all of them.'),
}
export const path = z.string().min(1).max(1_000).describe('Path of the note in its vault.')
export const content = z.string().max(mostNoteBytes)

export const heading = z.object({ level: z.number(), text: z.string(), line_number: z.number() })

export function outlineOf({ facts }: ReadNote) {
  return facts.outline.map(({ level, text, line }) => ({ level, text, line_number: line }))
}

export const frontmatterMap = z.record(z.string(), z.unknown())

/** How a result says which note it is. */
export const place = {
  vault: z.string(),
  vault_id: z.string().optional(),
  vault_path: z.string(),
  relative_path: z.string(),
}

export const counts = { total_count: z.number(), returned_count: z.number() }

export async function placeIn({ vault, ctx }: Where) {
  return { vault: await nameIn(vault.id, ctx.vaults), vault_path: vault.root }
}

export const noteMark = { vault: z.string(), relative_path: z.string() }

/** What a write says of the file as it is now. */
export async function fileFacts(vault: VaultContext, id: string, ctx: ToolContext) {
  const { file } = await vault.notes.read(id)
  return {
    vault: await nameIn(vault.id, ctx.vaults),
    relative_path: file.path,
    content_hash: file.hash,
    size_bytes: file.stamp.size,
    modified_at: new Date(file.stamp.mtime).toISOString(),
  }
}
