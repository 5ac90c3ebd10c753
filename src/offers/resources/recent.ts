import { listNotes } from '../../index-db/note-queries.ts'
import { freshnessOf } from '../../call/asked-freshness.ts'
import { toListedNote } from '../../tools/notes/note-output.ts'
import { isUntrusted } from '../../model/is-untrusted.ts'
import { activeVault } from './active-vault.ts'
import { noteUri } from './note-uri.ts'
import { type Resource, toJson } from './resource.ts'

const mostNotes = 20

export const recent: Resource = {
  uri: 'flint-note://recent',
  name: 'recent',
  title: 'Recent notes',
  description: `The ${mostNotes} notes of the active vault that were changed last, without their text.`,
  mimeType: 'application/json',
  isOfActiveVault: true,
  async read(ctx) {
    const { open, mark } = await activeVault(ctx)
    await open.index.settled()
    const page = { sort: 'modified', limit: mostNotes, offset: 0 } as const
    const { notes, total } = await open.index.query(({ queries }) => listNotes(queries, {}, page))
    return toJson({
      vault: mark,
      notes: notes.map((note) => {
        const { id, title, type, tags, created, updated, size, word_count, metadata } = toListedNote(note)
        return {
          ...{ id, uri: noteUri(mark.id, id), title, type, tags, created, updated, size, word_count },
          ...(isUntrusted(metadata) && { untrusted: true }),
        }
      }),
      total,
      ...freshnessOf(open),
    })
  },
}
