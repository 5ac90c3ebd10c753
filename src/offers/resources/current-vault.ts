import { freshnessOf } from '../../call/asked-freshness.ts'
import { statsOf } from '../../tools/vaults/vault-output.ts'
import { activeVault } from './active-vault.ts'
import { type Resource, toJson } from './resource.ts'

export const currentVault: Resource = {
  uri: 'flint-note://current-vault',
  name: 'current-vault',
  title: 'The active vault',
  description: 'The vault that calls without vault_id act on: its folder, description and statistics.',
  mimeType: 'application/json',
  isOfActiveVault: true,
  async read(ctx) {
    const { open, mark } = await activeVault(ctx)
    return toJson({
      vault: mark,
      path: open.root,
      description: open.description,
      kind: open.settings.kind,
      stats: await statsOf(open),
      ...freshnessOf(open),
    })
  },
}
