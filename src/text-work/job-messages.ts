import type { MessagePort } from 'node:worker_threads'
import { VaultError, type ErrorCode, type ErrorFacts } from '../model/vault-error.ts'
import type { Given, JobName, Result } from './text-jobs.ts'

/** One job for the thread, and where its answer goes. */
export interface JobOrder<Name extends JobName = JobName> {
  readonly name: Name
  readonly text: string
  readonly given: Given<Name>
  readonly port: MessagePort
}

export type JobAnswer<Name extends JobName = JobName> =
  | { readonly kind: 'done'; readonly result: Result<Name> }
  /** An error that was expected: the note has no such section, say. */
  | {
      readonly kind: 'refused'
      readonly code: ErrorCode
      readonly message: string
      readonly facts: ErrorFacts
    }
  | { readonly kind: 'failed'; readonly message: string }

export function toFailure(error: unknown): Exclude<JobAnswer, { kind: 'done' }> {
  if (error instanceof VaultError)
    return { kind: 'refused', code: error.code, message: error.message, facts: error.facts }
  return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

export function toResult<Name extends JobName>(answer: JobAnswer<Name>): Result<Name> {
  switch (answer.kind) {
    case 'done':
      return answer.result
    case 'refused':
      throw new VaultError(answer.code, answer.message, answer.facts)
    case 'failed':
      throw new Error(`The thread for long texts failed: ${answer.message}`)
  }
}
