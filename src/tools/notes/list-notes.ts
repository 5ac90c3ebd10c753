import { z } from 'zod'
import { listNotes as queryNotes, noteSorts } from '../../index-db/note-queries.ts'
import { defineVaultsTool } from '../define-tool.ts'
import { filterFields } from '../filter-fields.ts'
import { freshnessOf, freshnessShape } from '../freshness.ts'
import { filterParameters, toNoteFilter } from '../note-filter-input.ts'
import { listedNote, toListedNote } from './note-output.ts'

export const listNotes = defineVaultsTool({
  name: 'list_notes',
  title: 'List notes',
  toolset: 'notes',
  description:
    'List notes by type, directory, tags, dates or metadata, newest first, with word counts but without text. It looks at the disk first, so it agrees with it. To find notes by words use search_notes.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  fields: true,
  paged: { list: 'notes', limit: 50, max: 1_000 },
  input: z.object({
    type: z.string().max(300).optional().describe('Only notes of this type.'),
    ...filterParameters,
    recursive: z.boolean().default(true).describe('False: only notes directly in directory.'),
    recent: z.number().int().min(1).max(1_000).optional().describe('Only the N newest.'),
    sort: z.enum(noteSorts).default('modified').describe('Order of the list.'),
  }),
  output: z.object({ notes: z.array(listedNote), freshness: freshnessShape.optional() }),
  async handler({ type, recursive, recent, sort, fields, limit, offset, ...given }, vault) {
    const filter = { ...toNoteFilter(given), type, recursive }
    await vault.refresh(filter.directory ?? '')
    const most = recent === undefined ? limit : Math.min(limit, Math.max(0, recent - offset))
    const { notes, total } = await vault.query(({ queries }) =>
      queryNotes(queries, filter, { sort: recent === undefined ? sort : 'modified', limit: most, offset }),
    )
    return {
      notes: notes.map((row) => filterFields(toListedNote(row), fields)),
      total: recent === undefined ? total : Math.min(total, recent),
      ...freshnessOf(vault),
    }
  },
})
