import { z } from 'zod'
import type { LinkRow, UrlRow } from '../../index-db/link-queries.ts'
import { findNotesByPath } from '../../index-db/note-queries.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { toIso } from '../notes/note-output.ts'

/** A link between notes, as the public SQL table has it. */
export const linkShape = z.object({
  id: z.number(),
  source_note_id: z.string(),
  target_note_id: z.string().nullable(),
  target_title: z.string(),
  link_text: z.string().nullable(),
  line_number: z.number(),
  created: z.string(),
  heading: z.string().optional(),
  block: z.string().optional(),
  target_file: z.string().optional(),
  context: z.string(),
})

export const urlShape = z.object({
  id: z.number(),
  note_id: z.string(),
  url: z.string(),
  title: z.string().nullable(),
  line_number: z.number(),
  link_type: z.string(),
  created: z.string(),
})

export function toLink(row: LinkRow): z.output<typeof linkShape> {
  return {
    id: row.id,
    source_note_id: row.source_note_id,
    target_note_id: row.target_note_id,
    target_title: row.target_title,
    link_text: row.link_text,
    line_number: row.line_number,
    created: toIso(row.created),
    ...(row.heading !== null && { heading: row.heading }),
    ...(row.block !== null && { block: row.block }),
    ...(row.target_file !== null && { target_file: row.target_file }),
    context: row.context,
  }
}

export function toUrl(row: UrlRow): z.output<typeof urlShape> {
  return { ...row, created: toIso(row.created) }
}

/** The id of the note that is meant and its key in the index. */
export async function indexedNote(
  vault: VaultContext,
  identifier: string,
): Promise<{ readonly path: string; readonly key: number; readonly title: string }> {
  await vault.index.settled()
  const path = await vault.finder.find(identifier)
  const [note] = await vault.index.query(({ queries }) => findNotesByPath(queries, [path]))
  if (note !== undefined) return { path, key: note.key, title: note.title }
  throw new VaultError('INDEX_UNAVAILABLE', `${path} is not indexed yet.`, {
    path,
    hint: { kind: 'read-now' },
  })
}

/** The keys of notes that are named; undefined where none have to be. */
export async function keysOf(
  vault: VaultContext,
  names: readonly string[] | undefined,
): Promise<readonly number[] | undefined> {
  if (names === undefined) return undefined
  return await Promise.all(names.map(async (name) => (await indexedNote(vault, name)).key))
}

/** The notes that a call names, by `identifier` or by `identifiers`. */
export function namedNotes(
  identifier: string | undefined,
  identifiers: readonly string[] | undefined,
): readonly string[] {
  if (identifier !== undefined && identifiers === undefined) return [identifier]
  if (identifier === undefined && identifiers !== undefined) return identifiers
  throw new VaultError('INVALID_ARGUMENT', 'Give either identifier or identifiers.', {
    hint: { kind: 'list-notes', shows: 'the ids' },
  })
}
