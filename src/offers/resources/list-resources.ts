import { listNotes, type NoteRow } from '../../index-db/note-queries.ts'
import { toListedNote } from '../../tools/notes/note-output.ts'
import { isUntrusted } from '../../model/is-untrusted.ts'
import { fixedResources } from './fixed-resources.ts'
import { noteUri } from './note-uri.ts'
import type { ListedResource, ResourceContext } from './resource.ts'
import { shorten } from '../../model/whole-characters.ts'

/** A vault may have a hundred thousand notes: the list shows the newest, the template leads to all. */
export const mostListedNotes = 50

const longestTitle = 120
const mostTags = 5

/** The fixed resources, and the notes of the active vault that were changed last. */
export async function listResources(ctx: ResourceContext): Promise<readonly ListedResource[]> {
  const fixed = fixedResources.map(({ uri, name, title, description, mimeType }) => {
    return { uri, name, title, description, mimeType }
  })
  return [...fixed, ...(await recentNotes(ctx))]
}

/** None where there is no vault or no index: the rest of the list is worth having without them. */
async function recentNotes({ vaults }: ResourceContext): Promise<readonly ListedResource[]> {
  const current = await vaults.current()
  const vault = current === null ? null : await vaults.open(current.id).catch(() => null)
  if (vault === null) return []
  await vault.index.settled()
  if (!vault.index.isThere) return []
  const page = { sort: 'modified', limit: mostListedNotes, offset: 0 } as const
  const { notes } = await vault.index.query(({ queries }) => listNotes(queries, {}, page))
  return notes.map((note) => toResource(vault.id, note))
}

function toResource(vaultId: string, note: NoteRow): ListedResource {
  const { title, tags, size, updated, metadata } = toListedNote(note)
  const shown = shorten(title, longestTitle)
  return {
    uri: noteUri(vaultId, note.path),
    name: note.path,
    title: shown,
    // Where people choose among resources, clients cut the address short and show this beside it.
    description: [shown, note.path, ...tags.slice(0, mostTags).map((tag) => `#${tag}`)].join(' · '),
    mimeType: 'text/markdown',
    size,
    lastModified: updated,
    ...(isUntrusted(metadata) && { untrusted: true }),
  }
}
