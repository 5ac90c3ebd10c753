import { z } from 'zod'
import { noteParameter, notesParameter } from '../../call/common-input.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { ReadNote } from '../../vault/note-writer.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { filterFields, tellUnknownFields } from '../filter-fields.ts'
import { namedNotes } from '../links/link-output.ts'
import { errorShape, vaultErrorContent } from '../../call/vault-error-content.ts'
import { describedShape, describeNote, measuredShape, measureNote } from './note-output.ts'

const noteInfo = z.object({
  ...describedShape,
  content_hash: z.string().optional(),
  ...measuredShape,
  problem: z.string().optional(),
  error: errorShape.optional(),
})

export const getNoteInfo = defineVaultTool({
  name: 'get_note_info',
  title: 'Describe notes without their text',
  toolset: 'notes',
  description:
    'Everything about one or more notes but the text: frontmatter, outline with line numbers, word, heading, link and task counts, hash, size and times. Use it to choose what to read.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  fields: true,
  rest: ['get_note_info for fewer notes, or with fields'],
  input: z.object({
    identifier: noteParameter.optional(),
    identifiers: notesParameter.max(200).optional().describe('Several, instead.'),
  }),
  output: noteInfo.extend({ notes: z.array(noteInfo).optional(), message: z.string().optional() }),
  async handler({ identifier, identifiers, fields }, vault, { say }) {
    const named = namedNotes(identifier, identifiers)
    await vault.index.settled()
    const known = Object.keys(noteInfo.shape)
    if (identifier !== undefined) {
      return tellUnknownFields(
        filterFields(toInfo(await vault.notes.read(identifier)), fields),
        fields,
        known,
      )
    }
    const notes = await Promise.all(
      named.map(async (one) => {
        try {
          return filterFields(toInfo(await vault.notes.read(one)), fields)
        } catch (error) {
          if (!(error instanceof VaultError)) throw error
          return { id: one, error: vaultErrorContent(error, say) }
        }
      }),
    )
    return tellUnknownFields({ notes }, fields, known)
  },
})

function toInfo(note: ReadNote) {
  const { problem } = note.facts.frontmatter
  return {
    ...describeNote(note),
    content_hash: note.file.hash,
    ...measureNote(note),
    ...(problem !== null && { problem }),
  }
}
