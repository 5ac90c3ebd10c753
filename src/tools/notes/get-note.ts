import { z } from 'zod'
import { VaultError } from '../../model/vault-error.ts'
import { readPastNote } from '../../domain/past-note.ts'
import { toldOnce } from '../../call/common-input.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { isForPerson } from '../../call/tool-context.ts'
import { momentOf } from '../note-filter-input.ts'
import { tellUnknownFields } from '../filter-fields.ts'
import { readNoteShape, showNote, showPastNote } from './show-note.ts'

export const mostChars = 500_000

export const getNote = defineVaultTool({
  name: 'get_note',
  title: 'Read a note',
  toolset: 'notes',
  description:
    'Read a note: content (its body), content_hash, metadata, headings, agent_instructions. Of a long one outline and beginning; the rest by section or lines.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  fields: true,
  rest: ['get_note with section or start_line'],
  errors: ['SECTION_NOT_FOUND', 'NOT_FOUND'],
  input: z.object({
    identifier: z.string().min(1).max(1_000).optional().meta(toldOnce).describe('Note id or title.'),
    title: z.string().min(1).max(1_000).optional().describe('Instead of identifier.'),
    revision: z.string().min(1).max(200).optional().describe('A change_id, date or git revision.'),
    section: z.string().min(1).max(500).optional().describe('Only this section.'),
    start_line: z
      .int()
      .min(-1_000_000)
      .max(1_000_000)
      .optional()
      .describe('First line; negative from the end.'),
    end_line: z.int().min(-1_000_000).max(1_000_000).optional().describe('Last line.'),
    max_chars: z
      .int()
      .min(200)
      .max(mostChars)
      .default(25_000)
      .meta(toldOnce)
      .describe('Longest content; an answer ends at 32 kB.'),
  }),
  output: z.object(readNoteShape),
  async handler({ identifier, title, fields, revision, ...given }, vault, ctx) {
    const { say, signal } = ctx
    // Who asks for as much as can be asked for, and is no model, gets all.
    const isAll = isForPerson(ctx) && given.max_chars === mostChars
    const part = isAll ? { ...given, max_chars: Infinity } : given
    const how = { fields, say, ...(isAll && { maxBytes: mostForPerson }) }
    const named = identifier ?? title
    if (named === undefined || (identifier !== undefined && title !== undefined)) {
      throw new VaultError('INVALID_ARGUMENT', 'Give either identifier or title.', {
        hint: 'identifier takes a note id such as projects/site.md, or a title.',
      })
    }
    if (part.section !== undefined && (part.start_line ?? part.end_line) !== undefined) {
      throw new VaultError('INVALID_ARGUMENT', 'Give either section or lines.', {
        hint: 'start_line and end_line count from the top of the file.',
      })
    }
    await vault.index.settled()
    const path = title === undefined ? named : await vault.finder.findByTitle(title)
    const readPast = async (revision: string) => {
      const moment = momentOf(revision, ctx.now())
      const past = await readPastNote(vault, { identifier: path, revision, moment, signal })
      return await showPastNote(vault, past, { ...part, revision }, how)
    }
    const note =
      revision === undefined
        ? await showNote(vault, await vault.notes.read(path), part, how)
        : await readPast(revision)
    return tellUnknownFields(note, fields, Object.keys(readNoteShape))
  },
})

/** In bytes: so much of a note of any length is shown at once to who reads it in a terminal. */
export const mostForPerson = 150_000_000
