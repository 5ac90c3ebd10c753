import { z } from 'zod'
import { noteParameter } from '../../call/common-input.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { VaultError } from '../../model/vault-error.ts'

const text = z.string().max(5_000_000)
const marks = { ours: '', theirs: '', size: 7 }

/** What somebody writes in a note that has changed meanwhile, with that change: as two sides of a sync are merged. */
export const joinTexts = defineVaultTool({
  name: 'join_texts',
  title: 'Join two texts of a note',
  toolset: 'person',
  description:
    'A text that was made from a note as it was, with what the note has become since. Writes nothing.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  errors: ['CONFLICT', 'CONTENT_HASH_MISMATCH'],
  maxBytes: 200_000_000,
  input: z.object({
    identifier: noteParameter,
    before: text.describe('The note as it was.'),
    mine: text.describe('What was made of that.'),
    shown_hash: z.string().max(100).describe('The content hash of the note as it is now.'),
  }),
  output: z.object({ text: z.string() }),
  async handler({ identifier, before: base, mine, shown_hash: shown }, vault) {
    const { file } = await vault.notes.read(identifier)
    const { path, text: theirs, hash } = file
    if (hash !== shown) throw new VaultError('CONTENT_HASH_MISMATCH', `${path} has changed again.`, { path })
    const joined = await vault.textWork.run('mergeNoteOrCanvas', mine, { path, base, theirs, marks })
    if (joined === null || joined.conflicts > 0)
      throw new VaultError('CONFLICT', 'Both changed the same place: they cannot be put together.', { path })
    return { text: joined.text }
  },
})
