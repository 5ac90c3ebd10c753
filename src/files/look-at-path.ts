import { type lstatSync, statSync, type Stats } from 'node:fs'
import type { ContentHash } from '../model/ids.ts'
import { isStill, type KnownContent } from './at-rest.ts'
import { asVaultError, notAFile } from './file-errors.ts'
import type { Located } from './locate-path.ts'
import { contentOf, lookAt } from './open-file.ts'
import { isMissing } from './read-file.ts'

/** What is at a path. */
export type PathState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'folder' }
  | {
      readonly kind: 'file'
      readonly hash: ContentHash
      readonly mode: number
      /** The expected text, where the bytes match it exactly. */
      readonly text?: string
    }

/** What is at a path, a file with its content hash. `known` is what the file is expected to hold. */
export async function lookAtPath({ path, absolute }: Located, known: KnownContent): Promise<PathState> {
  try {
    const still = stillThere(absolute, known)
    if (still !== null) return still
    const { text = null } = known
    const stats = statSync(absolute)
    if (stats.isDirectory()) return { kind: 'folder' }
    if (!stats.isFile()) throw notAFile(path, stats)
    const { hash, bytes } = await contentOf(absolute)
    const isText = text !== null && bytes?.equals(Buffer.from(text)) === true
    return { kind: 'file', hash, mode: stats.mode & 0o7777, ...(isText && { text }) }
  } catch (error) {
    if (isMissing(error)) return { kind: 'nothing' }
    throw asVaultError(error, path)
  }
}

/** A file that has been left alone since it was read; null where it must be read. */
function stillThere(absolute: string, known: KnownContent): PathState | null {
  if (known.atRest === undefined) return null
  const now = lookAt(absolute)
  if (now === null || !isStill(known, now)) return null
  const { hash, text } = known.atRest
  return { kind: 'file', hash, mode: Number(now.mode) & 0o7777, text }
}

/** Whether a path leads to a file: false for nothing or a folder. INVALID_PATH for a pipe, a socket or a device. */
export function leadsToFile({ path, absolute }: Located): boolean {
  const found = seen(statSync, absolute)
  if (found === null || found.isDirectory()) return false
  if (!found.isFile()) throw notAFile(path, found)
  return true
}

/** What the system shows at a path; null where it shows nothing, whatever the reason. */
export function seen(look: typeof lstatSync, absolute: string): Stats | null {
  try {
    return look(absolute, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}
