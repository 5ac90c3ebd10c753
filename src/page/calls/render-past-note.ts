import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'
import { parseNote } from '../../markdown/read/parse-note.ts'
import { isUntrusted } from '../../model/is-untrusted.ts'
import { stemOf } from '../../model/note-path.ts'
import { VaultError } from '../../model/vault-error.ts'
import { outlineShape, renderInVault } from './render-in-vault.ts'

export const renderPastNote = defineVaultTool({
  name: 'render_past_note',
  title: 'Show a note as it was',
  toolset: 'person',
  description:
    'A note as a change has left it, or as it was before a change that removed it, as HTML that is safe to put into the page.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  marksUntrusted: true,
  errors: ['NOT_FOUND'],
  maxBytes: 200_000_000,
  input: z.object({
    change_id: z.string().min(1).max(50).describe('From list_changes.'),
    path: z.string().min(1).max(1_000).describe('Of the file, as the change names it.'),
  }),
  output: z.object({
    ...{ id: z.string(), title: z.string(), html: z.string(), outline: outlineShape, text: z.string() },
    metadata: z.record(z.string(), z.unknown()),
    ...{ time: z.string(), tool: z.string(), actor: z.string().nullable() },
    untrusted: z.boolean(),
  }),
  async handler({ change_id: id, path }, vault) {
    const { change, text } = await vault.changes.textOf(id, path)
    if (text === null)
      throw new VaultError('NOT_FOUND', `The history has no text of ${path} at change ${id}.`, {
        change_id: id,
        path,
      })
    const { title, frontmatter } = parseNote(text, vault.settings.tagStyle)
    const { html, outline } = await renderInVault(vault, { path, text }, { isPast: true })
    const { time, tool, actor } = change
    return {
      ...{ id: path, title: title ?? stemOf(path), html, outline, text, metadata: { ...frontmatter.data } },
      ...{ time, tool, actor },
      untrusted: isUntrusted(frontmatter.data),
    }
  },
})
