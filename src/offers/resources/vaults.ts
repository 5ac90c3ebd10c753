import { showVaults } from '../../tools/vaults/show-vaults.ts'
import { type Resource, toJson } from './resource.ts'

export const vaults: Resource = {
  uri: 'flint-note://vaults',
  name: 'vaults',
  title: 'Vaults',
  description: 'All vaults that can be named as vault_id, and which one is active.',
  mimeType: 'application/json',
  isOfActiveVault: false,
  read: async (ctx) => toJson(await showVaults(ctx.vaults)),
}
