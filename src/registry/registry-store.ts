import type { RegistryConfig } from './registry-schema.ts'
import { changeRegistry } from './change-registry.ts'
import { withConfigLock } from './change-config-file.ts'
import { readRegistry, registryFileName, type Registry } from './read-registry.ts'
import { type RegistryChange, type RegistryWatch, watchRegistry } from './watch-registry.ts'

/** Where the list of vaults is kept: in a file of this user's, or in a database that several servers share. */
export interface RegistryStore {
  /** INVALID_ARGUMENT for a damaged one: guessing could lead a note into the wrong vault. */
  read(): Promise<Registry>
  /** One change after the other. `change` may be called again, so it only computes. */
  change(change: (config: RegistryConfig) => RegistryConfig): Promise<void>
  /** Runs work while nobody else who has this list does: for what is checked and then made, beside a change of the list. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Follows changes that others have made since `known` was read. */
  watch(known: Registry, onChange: (change: RegistryChange) => void): RegistryWatch
}

export function fileRegistry(folder: string): RegistryStore {
  return {
    read: () => readRegistry(folder),
    change: (change) => changeRegistry(folder, change),
    alone: (work) => withConfigLock(folder, { file: registryFileName, name: 'new-vault' }, work),
    watch: (known, onChange) => watchRegistry(folder, known, onChange),
  }
}
