import { freshnessOf } from '../../call/asked-freshness.ts'
import { resolveVault } from '../../call/resolve-vaults.ts'
import { listNotes } from '../../index-db/note-queries.ts'
import { countTags } from '../../index-db/tag-queries.ts'
import { countByType } from '../../index-db/vault-stats.ts'
import { isUntrusted } from '../../model/is-untrusted.ts'
import { schemaGuide } from '../../search/sql/public-schema.ts'
import { toListedNote } from '../../tools/notes/note-output.ts'
import { showTypes } from '../../tools/types/list-note-types.ts'
import { showVaults } from '../../tools/vaults/list-vaults.ts'
import { statsOf } from '../../tools/vaults/vault-output.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { noteUri } from './note-uri.ts'
import { type Resource, toJson } from './resource.ts'

const mostNotes = 20
const mostTags = 20

/** The resources that every server has, in the order of the list. */
export const fixedResources: readonly Resource[] = [
  {
    uri: 'flint-note://vaults',
    name: 'vaults',
    title: 'Vaults',
    description: 'All vaults that can be named as vault_id, and which one is active.',
    mimeType: 'application/json',
    isOfActiveVault: false,
    read: async (ctx) => toJson(await showVaults(ctx.vaults)),
  },
  ofActiveVault(
    {
      uri: 'flint-note://current-vault',
      name: 'current-vault',
      title: 'The active vault',
      description: 'The vault that calls without vault_id act on: its folder, description and statistics.',
    },
    async (vault) => ({
      path: vault.root,
      description: vault.description,
      kind: vault.settings.kind,
      stats: await statsOf(vault),
    }),
  ),
  ofActiveVault(
    {
      uri: 'flint-note://types',
      name: 'types',
      title: 'Note types',
      description: 'The note types of the active vault, with their purpose and agent instructions.',
    },
    async (vault) => {
      await vault.index.settled()
      return { note_types: await showTypes(vault) }
    },
  ),
  ofActiveVault(
    {
      uri: 'flint-note://recent',
      name: 'recent',
      title: 'Recent notes',
      description: `The ${mostNotes} notes of the active vault that were changed last, without their text.`,
    },
    readRecent,
  ),
  ofActiveVault(
    {
      uri: 'flint-note://stats',
      name: 'stats',
      title: 'Statistics',
      description: `Counts of the active vault: notes, words, links, tags, notes of each type, the ${mostTags} most used tags.`,
    },
    readStats,
  ),
  {
    uri: 'flint-note://sql-schema',
    name: 'sql-schema',
    title: 'SQL schema',
    description: 'Tables and columns that search_notes_sql reads, with examples.',
    mimeType: 'text/markdown',
    isOfActiveVault: false,
    read: () => Promise.resolve(schemaGuide),
  },
]

/** What the active vault says of itself, between its mark and how fresh the index is. */
function ofActiveVault(
  face: Pick<Resource, 'uri' | 'name' | 'title' | 'description'>,
  show: (vault: VaultContext) => Promise<object>,
): Resource {
  return {
    ...face,
    mimeType: 'application/json',
    isOfActiveVault: true,
    async read({ vaults }) {
      const { id, name } = await resolveVault(vaults, null)
      const vault = await vaults.open(id)
      return toJson({ vault: { id, name, is_current: true }, ...(await show(vault)), ...freshnessOf(vault) })
    },
  }
}

async function readRecent(vault: VaultContext): Promise<object> {
  await vault.index.settled()
  const page = { sort: 'modified', limit: mostNotes, offset: 0 } as const
  const { notes, total } = await vault.index.query(({ queries }) => listNotes(queries, {}, page))
  return {
    notes: notes.map((note) => {
      const { id, title, type, tags, created, updated, size, word_count, metadata } = toListedNote(note)
      return {
        ...{ id, uri: noteUri(vault.id, id), title, type, tags, created, updated, size, word_count },
        ...(isUntrusted(metadata) && { untrusted: true }),
      }
    }),
    total,
  }
}

async function readStats(vault: VaultContext): Promise<object> {
  const stats = await statsOf(vault)
  const types = await vault.index.query(({ queries }) => countByType(queries))
  const { tags } = await vault.index.query(({ queries }) =>
    countTags(queries, { prefix: null, limit: mostTags, offset: 0 }),
  )
  return {
    stats,
    notes_by_type: Object.fromEntries(types.map(({ type, count }) => [type, count])),
    top_tags: tags,
  }
}
