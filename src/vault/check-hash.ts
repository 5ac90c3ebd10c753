import { hashMismatch } from '../files/file-errors.ts'
import type { StoredFile } from '../files/stored-file.ts'
import { guardDigits, readGuard } from '../model/content-hash.ts'
import { VaultError } from '../model/vault-error.ts'

/**
 * CONTENT_HASH_MISMATCH unless the file still is what the caller has read; a hash is optional here. Its first 16 digits are
 * enough; fewer, and what is no hash, are INVALID_ARGUMENT.
 */
export function checkHash(
  { path, hash }: Pick<StoredFile, 'path' | 'hash'>,
  provided: string | undefined,
  replacesAll: boolean,
): void {
  if (provided === undefined) return
  const guard = readGuard(provided)
  if (guard === null) throw noHash(provided)
  if (!hash.startsWith(guard.hash)) throw hashMismatch(path, hash, provided)
  if (!guard.isPartial || !replacesAll) return
  throw new VaultError(
    'CONFLICT',
    'That hash came with a part of the note: it does not authorise replacing all of it.',
    { path, hint: { kind: 'read-hash-of-whole' } },
  )
}

function noHash(provided: string): VaultError {
  return new VaultError(
    'INVALID_ARGUMENT',
    `content_hash is no hash of a file: "${provided}". It takes sha256: and ${guardDigits} to 64 hexadecimal digits.`,
    { hint: 'Pass it as it was returned. Nothing was written.' },
  )
}
