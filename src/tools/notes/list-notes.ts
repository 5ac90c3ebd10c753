import { z } from 'zod'
import { followDiskSoon } from '../../domain/follow-disk.ts'
import type { NoteFilter } from '../../index-db/note-filter.ts'
import { hasNote, listNotes as queryNotes, newestNotes } from '../../index-db/note-queries.ts'
import { noteSorts, type NoteSort } from '../../model/note-sorts.ts'
import { notesParameter, toldOnce } from '../../call/common-input.ts'
import { defineVaultsTool } from '../../call/define-tool.ts'
import { metadataCondition } from '../../search/metadata-filter.ts'
import { keysOf } from '../links/link-output.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { filterFields, tellUnknownFields } from '../filter-fields.ts'
import { meantFilter } from '../meant-filter.ts'
import { filterParameters, missingFolder, toNoteFilter } from '../note-filter-input.ts'
import { listedNote, toListedNote } from './note-output.ts'

/** search_by_links says so to agents. */
const identifiers = notesParameter.max(20).optional().meta({ unlisted: true })

export const listNotes = defineVaultsTool({
  name: 'list_notes',
  title: 'List notes',
  toolset: 'notes',
  description:
    'Notes by type, directory, tags, dates or metadata, newest first, with word counts, without text.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  fields: true,
  paged: { list: 'notes', limit: 50, max: 1_000, names: ['id'] },
  input: z.object({
    type: z.string().max(300).optional().describe('Note type.'),
    ...filterParameters,
    recursive: z.boolean().default(true).describe('False: not below directory.'),
    recent: z.int().min(1).max(1_000).optional().describe('Only the N newest.'),
    sort: z.enum(noteSorts).default('modified').meta(toldOnce).describe('Order.'),
    links_to: identifiers.describe('Link to all of these notes.'),
    linked_from: identifiers.describe('Are linked from any of these notes.'),
    is_orphan: z.boolean().optional().meta({ unlisted: true }).describe('Without (or with) any link.'),
    has_broken_links: z
      .boolean()
      .optional()
      .meta({ unlisted: true })
      .describe('With (or without) broken ones.'),
  }),
  output: z.object({
    notes: z.array(listedNote),
    message: z.string().optional(),
  }),
  async handler({ type, recursive, recent, sort, limit, offset, ...given }, vault, ctx) {
    const { links_to: to, linked_from: from, is_orphan: isOrphan, has_broken_links: hasBrokenLinks } = given
    const asked = { ...toNoteFilter(given, ctx.now()), type, recursive, isOrphan, hasBrokenLinks }
    await followDiskSoon(vault, asked.directory ?? '')
    const plain = await meantFilter(vault, asked)
    const { directory = '' } = plain
    if (directory !== (asked.directory ?? '')) await followDiskSoon(vault, directory)
    const passing = { ...plain, linksTo: await keysOf(vault, to), linkedFrom: await keysOf(vault, from) }
    const filter = recent === undefined ? passing : { within: newestNotes(passing, recent) }
    const page = { sort, limit, offset }
    const { notes, total } = await vault.index.query(({ queries }) => queryNotes(queries, filter, page))
    const missing =
      (await missingFolder(vault, directory)) ?? (total === 0 ? await missingType(vault, type) : null)
    return {
      notes: notes.map(toListedNote),
      total,
      ...(missing !== null && { message: ctx.say([missing, { kind: 'list-all-notes' }]) }),
    }
  },
  // Which of them are the newest of all vaults is known only with those of each.
  fewestMerged: ({ recent = 0 }) => recent,
  merge: ({ notes, total }, parts, { sort, recent }) => ({
    notes: newestOf(notes, recent).toSorted(listOrders[sort]),
    total: Math.min(total, recent ?? total),
    message: parts.every(({ message }) => message !== undefined) ? parts[0]?.message : undefined,
  }),
  finish: (output, { fields }) => ({
    ...tellUnknownFields(output, fields, Object.keys(listedNote.shape)),
    notes: output.notes.map((note) => filterFields(note, fields, ['vault_id'])),
  }),
})

/** Says that no note is of a type, and whether that is a property of some; null where notes are of it. */
async function missingType(vault: VaultContext, type: string | undefined): Promise<string | null> {
  if (type === undefined) return null
  const has = async (filter: NoteFilter) => vault.index.query(({ queries }) => hasNote(queries, filter))
  if (await has({ type })) return null
  const isProperty = await has({ metadata: metadataCondition([{ key: 'type', operator: '=', value: type }]) })
  return `No note is of the type "${type}", which is a note's folder${isProperty ? '; notes have it as a property, which metadata asks for' : ''}.`
}

function newestOf<Note extends Listed>(notes: readonly Note[], recent: number | undefined): readonly Note[] {
  return recent === undefined ? notes : notes.toSorted(listOrders.modified).slice(0, recent)
}

type Listed = Readonly<
  Pick<z.output<typeof listedNote>, 'updated' | 'created' | 'title' | 'path' | 'size' | 'word_count'>
>
const newest = (a = '', b = '') => (a > b ? -1 : a < b ? 1 : 0)
const alphabet = (a = '', b = '') => newest(b, a)
const largest = (a = 0, b = 0) => b - a

/** The orders of the index, for lists of several vaults. */
const listOrders: Readonly<Record<NoteSort, (a: Listed, b: Listed) => number>> = {
  modified: (a, b) => newest(a.updated, b.updated),
  created: (a, b) => newest(a.created, b.created),
  title: (a, b) => alphabet(a.title, b.title),
  path: (a, b) => alphabet(a.path, b.path),
  size: (a, b) => largest(a.size, b.size),
  words: (a, b) => largest(a.word_count, b.word_count),
}
