import type { Said } from '../model/advice.ts'
import { VaultError } from '../model/vault-error.ts'

export type IngestFailure =
  | 'blocked'
  | 'robots'
  | 'unreachable'
  | 'status'
  | 'redirects'
  | 'too-large'
  | 'too-slow'
  | 'format'
  | 'empty'
  | 'damaged'

/** INGEST_FAILED with what was wrong and what would help. */
export function ingestFailed(
  reason: IngestFailure,
  message: string,
  hint: Said,
  facts: Readonly<Record<string, unknown>> = {},
  options?: ErrorOptions,
): VaultError {
  return new VaultError('INGEST_FAILED', message, { reason, ...facts, hint }, options)
}
