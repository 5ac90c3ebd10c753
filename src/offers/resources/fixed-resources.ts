import { currentVault } from './current-vault.ts'
import { recent } from './recent.ts'
import type { Resource } from './resource.ts'
import { sqlSchema } from './sql-schema.ts'
import { stats } from './stats.ts'
import { types } from './types.ts'
import { vaults } from './vaults.ts'

/** The resources that every server has, in the order of the list. */
export const fixedResources: readonly Resource[] = [vaults, currentVault, types, recent, stats, sqlSchema]
