import { z } from 'zod'
import { hashParameter, noteParameter, refuseNul } from '../../call/common-input.ts'
import { mostNoteBytes } from '../../model/note-size.ts'
import { countLines } from '../../model/count-lines.ts'
import { VaultError } from '../../model/vault-error.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { toWritten, writtenShape } from '../write-output.ts'
import { localDay } from '../../model/local-day.ts'

export const appendToNote = defineVaultTool({
  name: 'append_to_note',
  title: 'Add to the end of a note',
  toolset: 'notes',
  description:
    'Add text at the end of a note or, with under, of a section; below a new ### heading with section_header, or today’s date with dated. Changes nothing that is there.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  dryRun: true,
  errors: ['SECTION_NOT_FOUND', 'VALIDATION_FAILED'],
  input: z.object({
    identifier: noteParameter,
    content: z.string().min(1).max(mostNoteBytes).describe('Markdown to add.'),
    section_header: z.string().min(1).max(300).optional().describe('New ### heading above it.'),
    under: z.string().min(1).max(1_000).optional().describe('Exact heading of a section to add to.'),
    dated: z.boolean().default(false).describe('Today’s date is the heading.'),
    content_hash: hashParameter.optional(),
  }),
  output: z.object({
    id: z.string(),
    path: z.string(),
    appended_lines: z.number(),
    new_line_count: z.number(),
    ...writtenShape,
  }),
  async handler(
    { identifier, content, section_header: header, under, dated, content_hash: contentHash, dry_run: dryRun },
    vault,
    ctx,
  ) {
    refuseNul({ content, section_header: header, under })
    if (content.trim() === '')
      throw new VaultError('INVALID_ARGUMENT', 'There is nothing to add: content is blank.', {
        hint: 'Give the text to add.',
      })
    if (dated && header !== undefined)
      throw new VaultError('INVALID_ARGUMENT', 'dated and section_header do not go together.', {
        hint: 'Give one of them: the day is a heading of its own.',
      })
    const heading = dated ? localDay(ctx.now()) : header === undefined ? null : oneHeading(header)
    const written = await vault.notes.append(
      identifier,
      { content, heading, under, contentHash },
      { tool: 'append_to_note', dryRun },
    )
    const lines = countLines(written.after ?? '')
    return {
      id: written.path,
      path: written.path,
      appended_lines: lines - countLines(written.before ?? ''),
      new_line_count: lines,
      ...toWritten(written, dryRun),
    }
  },
})

/** The heading's text without the `#` marks that a caller may have written with it. */
function oneHeading(header: string): string {
  const text = header.trim().replace(/^#{1,6}[ \t]+/, '')
  if (text !== '' && !/[\r\n]|^#+$/.test(text)) return text
  throw new VaultError('INVALID_ARGUMENT', 'section_header must be one line of text.', {
    hint: 'Give the text of the heading, without #.',
  })
}
