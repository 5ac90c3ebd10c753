import type { OutputOf } from '../../call/tool.ts'
import type { listVaults } from '../../tools/vaults/list-vaults.ts'

/** A vault as the registry's tools return it. */
export type VaultShown = OutputOf<typeof listVaults>['vaults'][number]
