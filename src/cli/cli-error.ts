import { z } from 'zod'
import { once } from '../model/once.ts'
import { VaultError } from '../model/vault-error.ts'
import { toPerson } from './to-person.ts'
import { vaultErrorContent } from '../call/vault-error-content.ts'
import { exitCodeFor, exitCodes } from './exit-codes.ts'
import { systemError } from './system-error.ts'

const content = once(() =>
  z.looseObject({
    error: z.looseObject({
      code: z.string(),
      message: z.string(),
      hint: z.string().optional(),
      answer: z.string().optional(),
      freshness: z.object({ message: z.string() }).optional(),
    }),
    notices: z.array(z.string()).optional(),
  }),
)

export type ErrorContent = Readonly<z.output<ReturnType<typeof content>>>

/** A command that failed for a known reason: its message and exit code. */
export class CliError extends Error {
  readonly content: ErrorContent
  readonly exitCode: number

  constructor(given: object, exitCode?: number) {
    const { error } = content().parse(given)
    const read = {
      ...given,
      error: { ...error, ...(error.hint !== undefined && { hint: toPerson(error.hint) }) },
    }
    super(read.error.message)
    this.name = 'CliError'
    this.content = read
    // Who has said No knows that nothing was changed.
    const isNo = read.error.answer === 'denied'
    this.exitCode = exitCode ?? (isNo ? exitCodes.conflict : exitCodeFor(read.error.code))
  }
}

/** An expected error for the command line; null for any other. */
export function toCliError(error: unknown): CliError | null {
  if (error instanceof CliError) return error
  if (error instanceof z.ZodError) return wrongWord(error)
  const fault = error instanceof VaultError ? error : systemError(error)
  return fault === null ? null : new CliError({ error: vaultErrorContent(fault, toPerson) })
}

/** An empty argument or option, as a script passes for an unset variable, or a number out of its range. */
function wrongWord({ issues }: z.ZodError): CliError | null {
  const [fault] = issues.flatMap((issue) => faultOf(issue) ?? [])
  if (fault === undefined) return null
  return new CliError({
    error: {
      code: 'INVALID_ARGUMENT',
      message: fault,
      hint: 'Give it another value or leave it out; flint COMMAND --help shows what a command takes.',
    },
  })
}

function faultOf(issue: z.core.$ZodIssue): string | null {
  if (issue.path.length === 0) return null
  const key = String(issue.path[0])
  // Of an option of more words the key is not what was typed.
  const name = /[A-Z]/.test(key) ? `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` : key
  if (issue.code === 'too_small' && issue.origin === 'string') return `${name} is empty.`
  if (issue.code === 'too_small' && issue.origin === 'number') return `${name} is ${issue.minimum} at least.`
  if (issue.code === 'too_big' && issue.origin === 'number') return `${name} is ${issue.maximum} at most.`
  return null
}
