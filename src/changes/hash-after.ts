import type { ContentHash } from '../model/ids.ts'
import type { FileChange } from './change-plan.ts'
import { hashOf } from '../files/hash-file.ts'

/** The content hash of the file once the step is taken; null for a file that is gone, and for a folder. */
export function hashAfter(change: FileChange): ContentHash | null {
  if (change.kind === 'remove' || change.kind === 'move-folder') return null
  if (change.text === null) return change.before.hash
  return hashOf(Buffer.from(change.text))
}
