import { countTags } from '../../index-db/tag-queries.ts'
import { countByType } from '../../index-db/vault-stats.ts'
import { freshnessOf } from '../../call/asked-freshness.ts'
import { statsOf } from '../../tools/vaults/vault-output.ts'
import { activeVault } from './active-vault.ts'
import { type Resource, toJson } from './resource.ts'

const mostTags = 20

export const stats: Resource = {
  uri: 'flint-note://stats',
  name: 'stats',
  title: 'Statistics',
  description: `Counts of the active vault: notes, words, links, tags, notes of each type, the ${mostTags} most used tags.`,
  mimeType: 'application/json',
  isOfActiveVault: true,
  async read(ctx) {
    const { open, mark } = await activeVault(ctx)
    const counts = await statsOf(open)
    const types = await open.index.query(({ queries }) => countByType(queries))
    const { tags } = await open.index.query(({ queries }) =>
      countTags(queries, { prefix: null, limit: mostTags, offset: 0 }),
    )
    return toJson({
      vault: mark,
      stats: counts,
      notes_by_type: Object.fromEntries(types.map(({ type, count }) => [type, count])),
      top_tags: tags,
      ...freshnessOf(open),
    })
  },
}
