import { z } from 'zod'
import { VaultError } from '../model/vault-error.ts'
import { vaultErrorContent } from '../tools/vault-error-content.ts'
import { exitCodeFor } from './exit-codes.ts'

const content = z.looseObject({
  error: z.looseObject({ code: z.string(), message: z.string(), hint: z.string().optional() }),
})

export type ErrorContent = Readonly<z.output<typeof content>>

/** A command that failed for a reason that can be told: what it says, and how the process ends. */
export class CliError extends Error {
  readonly content: ErrorContent
  readonly exitCode: number

  constructor(given: object, exitCode?: number) {
    const read = content.parse(given)
    super(read.error.message)
    this.name = 'CliError'
    this.content = read
    this.exitCode = exitCode ?? exitCodeFor(read.error.code)
  }
}

/** Any error as the command line tells it; null for one that nobody expected. */
export function toCliError(error: unknown): CliError | null {
  if (error instanceof CliError) return error
  return error instanceof VaultError ? new CliError({ error: vaultErrorContent(error) }) : null
}
