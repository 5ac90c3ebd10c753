import type { NoteTrail } from '../changes/change-log.ts'
import { isNotePath } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'

/** What is known of a note, of one that is gone too: git may still have it under the path that was named. */
export async function trailOrPath(vault: VaultContext, identifier: string): Promise<NoteTrail> {
  try {
    return await vault.changes.trail(identifier)
  } catch (error) {
    if (!(error instanceof VaultError) || error.code !== 'NOT_FOUND' || !isNotePath(identifier)) throw error
    return { path: vault.files.toRelative(identifier), steps: [] }
  }
}
