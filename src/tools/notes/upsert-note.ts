import { z } from 'zod'
import { mostNoteBytes } from '../../model/note-size.ts'
import { isNotePath, stemOf } from '../../model/note-path.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { refuseNul } from '../../call/common-input.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { toWritten, writtenShape } from '../write-output.ts'

export const upsertNote = defineVaultTool({
  name: 'upsert_note',
  title: 'Create a note or add to it',
  toolset: 'notes',
  description:
    'Append content to the note with this id, or create it there when it does not exist. For logs that grow line by line. Returns created: true or false.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  dryRun: true,
  errors: ['ALREADY_EXISTS', 'VALIDATION_FAILED', 'ZK_ERROR'],
  input: z.object({
    identifier: z.string().min(1).max(1_000).describe('Note id, with its folder: devlog/topic.md.'),
    content: z.string().max(mostNoteBytes).describe('Markdown to add.'),
    metadata: z.record(z.string(), z.unknown()).optional().describe('Frontmatter of a new note.'),
  }),
  output: z.object({ id: z.string(), path: z.string(), created: z.boolean(), ...writtenShape }),
  async handler({ identifier, content, metadata, dry_run: dryRun }, vault) {
    refuseNul({ content })
    const options = { tool: 'upsert_note', dryRun }
    const existing = await find(vault, identifier)
    const add = async (to: string) => {
      const written = await vault.notes.append(to, { content, heading: null }, options)
      return { id: written.path, path: written.path, created: false, ...toWritten(written, dryRun) }
    }
    if (existing !== null) return await add(existing)
    const title = typeof metadata?.['title'] === 'string' ? metadata['title'] : stemOf(identifier)
    try {
      const written = await vault.notes.create({ path: identifier, title, content, metadata }, options)
      return { id: written.path, path: written.path, created: true, ...toWritten(written, dryRun) }
    } catch (error) {
      // Another writer made it in between: now it can be added to.
      if (!(error instanceof VaultError) || error.code !== 'ALREADY_EXISTS') throw error
      return await add(identifier)
    }
  },
})

/** A file that is not there is made there, whatever other notes are called. */
async function find(vault: VaultContext, identifier: string): Promise<string | null> {
  const { finder } = vault
  try {
    return isNotePath(identifier) ? await finder.findAt(identifier) : await finder.find(identifier)
  } catch (error) {
    if (error instanceof VaultError && error.code === 'NOT_FOUND') return null
    throw error
  }
}
