import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'
import { readPastNote } from '../../domain/past-note.ts'
import { parseNote } from '../../markdown/read/parse-note.ts'
import { isUntrusted } from '../../model/is-untrusted.ts'
import { stemOf } from '../../model/note-path.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { outlineShape, renderInVault } from './render-in-vault.ts'

export const renderPastNote = defineVaultTool({
  name: 'render_past_note',
  title: 'Show a note as it was',
  toolset: 'person',
  description:
    'A note as a change has left it, or as it was before a change that removed it, or as in a commit, as HTML that is safe to put into the page.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  marksUntrusted: true,
  errors: ['NOT_FOUND'],
  maxBytes: 200_000_000,
  input: z.object({
    change_id: z.string().min(1).max(50).optional().describe('From list_changes.'),
    commit: z.string().min(1).max(100).optional().describe('Instead of it: from list_note_commits.'),
    path: z.string().min(1).max(1_000).describe('Of the file, as the change or the commit names it.'),
  }),
  output: z.object({
    ...{ id: z.string(), title: z.string(), html: z.string(), outline: outlineShape, text: z.string() },
    metadata: z.record(z.string(), z.unknown()),
    ...{ time: z.string(), tool: z.string(), actor: z.string().nullable() },
    untrusted: z.boolean(),
  }),
  async handler({ change_id: id, commit, path }, vault, { signal }) {
    const { text, origin } = await pastTextOf(vault, { id, commit, path, signal })
    const { title, frontmatter } = parseNote(text, vault.settings.tagStyle)
    const { html, outline } = await renderInVault(vault, { path, text }, { isPast: true })
    return {
      ...{ id: path, title: title ?? stemOf(path), html, outline, text, metadata: { ...frontmatter.data } },
      ...origin,
      untrusted: isUntrusted(frontmatter.data),
    }
  },
})

interface Wanted {
  readonly id: string | undefined
  readonly commit: string | undefined
  readonly path: string
  readonly signal: AbortSignal
}

async function pastTextOf(vault: VaultContext, { id, commit, path, signal }: Wanted) {
  if (commit !== undefined && id === undefined) {
    const { text, origin } = await readPastNote(vault, {
      identifier: path,
      revision: commit,
      moment: null,
      signal,
    })
    return { text, origin: { time: origin.time, tool: 'git', actor: origin.by } }
  }
  if (id === undefined || commit !== undefined)
    throw new VaultError('INVALID_ARGUMENT', 'Give either change_id or commit.')
  const { change, text } = await vault.changes.textOf(id, path)
  if (text === null)
    throw new VaultError('NOT_FOUND', `The history has no text of ${path} at change ${id}.`, {
      change_id: id,
      path,
    })
  const { time, tool, actor } = change
  return { text, origin: { time, tool, actor } }
}
