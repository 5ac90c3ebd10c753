import { hashMismatch } from '../files/file-errors.ts'
import type { StoredFile } from '../files/stored-file.ts'
import { guardDigits, isGuard, isTooShort, partialPrefix } from '../model/content-hash.ts'
import { VaultError } from '../model/vault-error.ts'

/**
 * CONTENT_HASH_MISMATCH unless the file still is what the caller has read; a hash is optional here. Its first 16 digits are
 * enough, fewer are INVALID_ARGUMENT.
 */
export function checkHash(
  { path, hash }: Pick<StoredFile, 'path' | 'hash'>,
  provided: string | undefined,
  replacesAll: boolean,
): void {
  if (provided === undefined) return
  const isPartial = provided.startsWith(partialPrefix)
  const given = isPartial ? provided.slice(partialPrefix.length) : provided
  if (isTooShort(given)) throw tooShort(provided)
  if (!isGuard(given) || !hash.startsWith(given)) throw hashMismatch(path, hash, provided)
  if (!isPartial || !replacesAll) return
  throw new VaultError(
    'CONFLICT',
    'That hash came with a part of the note: it does not authorise replacing all of it.',
    { path, hint: { kind: 'read-hash-of-whole' } },
  )
}

function tooShort(provided: string): VaultError {
  return new VaultError(
    'INVALID_ARGUMENT',
    `content_hash has too few digits: "${provided}". It takes sha256: and at least ${guardDigits}.`,
    { hint: 'Pass it as it was returned. Nothing was written.' },
  )
}
