import type { ContentHash, VaultId } from '../../src/model/ids.ts'
import type { FileChange, FileVersion } from '../../src/changes/change-plan.ts'
import type { VaultContext } from '../../src/vault/vault-context.ts'
import type { WriteOutcome } from '../../src/changes/write-changes.ts'
import { hashOf } from './hash-files.ts'
import type { Vaults } from './with-vault.ts'

/** A text as a plan expects to find it. */
export function version(text: string): FileVersion {
  return { text, hash: hashOf(text) as ContentHash }
}

/** The same for bytes that a plan only moves. */
export function bytesVersion(bytes: string | Uint8Array): { readonly hash: ContentHash } {
  return { hash: hashOf(bytes) as ContentHash }
}

/** The open vault `main`. */
export async function openMain({ hub }: Vaults): Promise<VaultContext> {
  return await hub.open('main' as VaultId)
}

/** Carries out a plan as a tool does. */
export async function changeFiles(
  vaults: Vaults,
  changes: readonly FileChange[],
  { tool = 'test', dryRun = false } = {},
): Promise<WriteOutcome> {
  const { writer } = await openMain(vaults)
  return await writer.change({ tool, dryRun }, () => Promise.resolve({ changes, facts: null }))
}
