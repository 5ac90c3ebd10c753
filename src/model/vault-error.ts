import type { Said } from './advice.ts'

/** Every code a caller can meet. The list is public: agents branch on it, so a code never changes its meaning. */
export const errorCodes = [
  'ALREADY_EXISTS',
  'AMBIGUOUS_TITLE',
  'CLUSTER_UNAVAILABLE',
  'CONFIRMATION_REQUIRED',
  'CONFLICT',
  'CONTENT_HASH_MISMATCH',
  'GITLAB_ERROR',
  'GIT_ERROR',
  'INDEX_UNAVAILABLE',
  'INGEST_FAILED',
  'INTERNAL_ERROR',
  'INVALID_ARGUMENT',
  'INVALID_PATH',
  'LEASE_LOST',
  'NOT_FOUND',
  'OUTSIDE_VAULT',
  'PERMISSION_DENIED',
  'QUERY_REJECTED',
  'QUERY_TIMEOUT',
  'RENAME_CONFLICT',
  'SECTION_NOT_FOUND',
  'TASK_NOT_FOUND',
  'TEXT_NOT_FOUND',
  'TYPE_NOT_FOUND',
  'VALIDATION_FAILED',
  'VAULT_NOT_FOUND',
  'VAULT_UNAVAILABLE',
  'ZK_ERROR',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Facts that travel with an error, in the caller's words: snake_case keys, no absolute path outside the vault. */
export interface ErrorFacts {
  /** What would help. */
  readonly hint?: Said
  readonly [fact: string]: unknown
}

/** A failure that was expected: what happened, what to do next and the facts needed to do it. */
export class VaultError extends Error {
  readonly code: ErrorCode
  readonly facts: ErrorFacts

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}, options?: ErrorOptions) {
    super(withoutMiddle(message), options)
    this.name = 'VaultError'
    this.code = code
    this.facts = facts
  }
}

/** A longer message repeats what a caller has sent, or lists more than anybody reads. */
const mostCharacters = 8_000
const keptAtEnd = 2_000

/** The message, or where it is too long its start and its end, which often says what to do. */
function withoutMiddle(message: string): string {
  if (message.length <= mostCharacters) return message
  const start = message.slice(0, mostCharacters - keptAtEnd).toWellFormed()
  return `${start} … ${message.slice(-keptAtEnd).toWellFormed()}`
}
