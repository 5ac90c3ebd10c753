import type { ContentHash } from '../model/ids.ts'
import type { FileChange } from './change-plan.ts'
import { hashOfBytes } from '../files/hash-file.ts'

// A plan is shown, checked and carried out, and hashing megabytes takes time.
const known = new WeakMap<FileChange, Promise<ContentHash>>()

/** The content hash of the file after the step; null for a removed file and for a folder. */
export async function hashAfter(change: FileChange): Promise<ContentHash | null> {
  if (change.kind === 'remove' || change.kind === 'move-folder') return null
  if (change.text === null) return change.before.hash
  const hash = known.get(change) ?? hashOfBytes(Buffer.from(change.text))
  known.set(change, hash)
  return await hash
}
