import { z } from 'zod'
import { noteParameter } from '../../call/common-input.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { VaultError } from '../../model/vault-error.ts'
import { isUntrusted } from '../../model/is-untrusted.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { describeNote } from '../../tools/notes/note-output.ts'
import { mayChange, whyNotEdited } from './why-not-edited.ts'
import { noteAddresses } from './note-addresses.ts'
import { renderInVault, outlineShape } from './render-in-vault.ts'

export const renderNote = defineVaultTool({
  name: 'render_note',
  title: 'Show a note',
  toolset: 'person',
  description:
    'A note as HTML that is safe to put into the page, with its outline, its text and its properties.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  marksUntrusted: true,
  maxBytes: 200_000_000,
  input: z.object({ identifier: noteParameter }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    type: z.string().nullable(),
    html: z.string(),
    outline: outlineShape,
    metadata: z.record(z.string(), z.unknown()),
    text: z.string(),
    content_hash: z.string(),
    created: z.string(),
    updated: z.string(),
    tags: z.array(z.string()),
    untrusted: z.boolean(),
    may_change: z.boolean().describe('Whether the vault allows it.'),
    why_not_edited: z.string().nullable(),
    addresses: z.object({ obsidian: z.string(), editor: z.string(), file: z.string() }),
  }),
  async handler({ identifier }, vault) {
    await vault.index.settled()
    const read = await vault.notes.read(identifier).catch(async (error: unknown) => {
      throw (await fileAt(vault, identifier, error)) ?? (await movedFrom(vault, identifier, error)) ?? error
    })
    const { file } = read
    const { html, outline } = await renderInVault(vault, file)
    const { id, title, type, created, updated, tags, metadata } = describeNote(read)
    return {
      ...{ id, title, type: type === '' ? null : type, html, outline, metadata },
      ...{ text: file.text, content_hash: String(file.hash), created, updated, tags },
      untrusted: isUntrusted(metadata),
      may_change: mayChange(vault),
      why_not_edited: whyNotEdited(vault, file),
      addresses: noteAddresses(vault.root, id),
    }
  },
})

/** Where a note has been, the one that it became: the error says which. Null where the history knows of none. */
async function movedFrom(
  { changes, files }: VaultContext,
  identifier: string,
  error: unknown,
): Promise<VaultError | null> {
  if (!(error instanceof VaultError) || error.code !== 'NOT_FOUND') return null
  // What has no history was never moved by flint.
  const { steps } = await changes.trail(identifier).catch(() => ({ steps: [] }))
  const [last] = steps
  if (last === undefined || last.kind === 'remove') return null
  const file = await files.findFile(last.path).catch(() => null)
  if (file === null || file === identifier) return null
  return new VaultError('NOT_FOUND', `${identifier} was moved to ${file}.`, { moved_to: file })
}

/** Where no note is, a file that is none may be meant: the error says which. Null where there is no such file. */
async function fileAt({ files }: VaultContext, path: string, error: unknown): Promise<VaultError | null> {
  if (!(error instanceof VaultError) || error.code !== 'NOT_FOUND') return null
  // What may not be seen is not there.
  const file = await files.findFile(path).catch(() => null)
  return file === null ? null : new VaultError('NOT_FOUND', `${file} is a file and no note.`, { file })
}
