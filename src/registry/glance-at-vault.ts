import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { folderIdentity } from '../files/folder-identity.ts'
import type { KnownVault } from '../model/known-vault.ts'
import { settleConfig } from '../settings/settle-config.ts'
import { holdsAnyNote } from '../vault/judge-folder.ts'
import { readSeenFolder } from '../vault/seen-folder.ts'
import { outerVaults } from './outer-vaults.ts'

export interface VaultGlance {
  /** Where its notes are. */
  readonly root: string
  /** Whether its settings let anything be changed unasked. */
  readonly mayWrite: boolean
}

/**
 * What a vault is without being opened: for a command that asks git alone, which is sooner done. Null where the folder is not
 * the one that was accepted, holds no note, or has settings that cannot be read: what that means opening it tells.
 */
export async function glanceAtVault(
  dataFolder: string,
  known: KnownVault,
  all: readonly KnownVault[],
): Promise<VaultGlance | null> {
  const seen = readSeenFolder(dataFolder, known.root)
  if (seen?.identity !== folderIdentity(known.root)) return null
  const { config, problems } = await settleConfig(known, await outerVaults(known.root, all))
  const root = await realpath(join(known.root, config.workspace_root)).catch(() => null)
  if (problems.length > 0 || root !== seen.root || !holdsAnyNote(root)) return null
  return { root, mayWrite: config.permissions.write === 'allow' }
}
