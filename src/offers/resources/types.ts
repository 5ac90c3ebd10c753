import { freshnessOf } from '../../call/asked-freshness.ts'
import { showTypes } from '../../tools/types/show-types.ts'
import { activeVault } from './active-vault.ts'
import { type Resource, toJson } from './resource.ts'

export const types: Resource = {
  uri: 'flint-note://types',
  name: 'types',
  title: 'Note types',
  description: 'The note types of the active vault, with their purpose and agent instructions.',
  mimeType: 'application/json',
  isOfActiveVault: true,
  async read(ctx) {
    const { open, mark } = await activeVault(ctx)
    await open.index.settled()
    return toJson({ vault: mark, note_types: await showTypes(open), ...freshnessOf(open) })
  },
}
