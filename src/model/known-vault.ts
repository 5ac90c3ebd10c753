import type { VaultId } from './ids.ts'

/** A vault that this process can name, opened or not. */
export interface KnownVault {
  readonly id: VaultId
  readonly name: string
  /** The real path of the folder that holds (or may hold) `.flint-note`; it need not exist. */
  readonly root: string
  readonly description: string
  /** ISO time; null for a vault that the registry does not list. */
  readonly lastUsed: string | null
  readonly source: VaultSource
  readonly registered: boolean
  /** Other registered ids of the same folder: they name this vault too. */
  readonly aliases: readonly VaultId[]
  /**
   * Whether every process sees it: it is registered, under one of `registry.roots`, or carries its own config. Only
   * such a vault is left out of one that surrounds it, or two processes would disagree about what the outer one holds.
   */
  readonly isDeclared: boolean
}

/** A vault as far as its settings are read: whose they are depends on whether the user has registered it. */
export type VaultPlace = Pick<KnownVault, 'root' | 'registered'>

/** `root`: a direct subfolder of one of `registry.roots` or of `VAULT_PATH`. */
export type VaultSource = 'registered' | 'project' | 'root' | 'argument'
