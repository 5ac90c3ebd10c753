import { VaultError } from '../model/vault-error.ts'

/** Whether a plan failed because somebody else changed a file first: a new plan takes that into account. */
export function isOvertaken(error: unknown, ...more: readonly VaultError['code'][]): boolean {
  return error instanceof VaultError && ['CONTENT_HASH_MISMATCH', 'NOT_FOUND', ...more].includes(error.code)
}
