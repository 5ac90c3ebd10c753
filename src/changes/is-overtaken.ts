import { VaultError } from '../model/vault-error.ts'

/** Whether a plan failed because somebody was quicker: a new one knows what was saved, deleted or made meanwhile. */
export function isOvertaken(error: unknown, ...more: readonly VaultError['code'][]): boolean {
  return error instanceof VaultError && ['CONTENT_HASH_MISMATCH', 'NOT_FOUND', ...more].includes(error.code)
}
