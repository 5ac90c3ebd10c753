import type { ErrorCode } from '../model/vault-error.ts'

export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  conflict: 4,
  interrupted: 130,
  /** As of a program that SIGPIPE ends. */
  unread: 141,
} as const

const special: Readonly<Partial<Record<ErrorCode, number>>> = {
  INVALID_ARGUMENT: exitCodes.usage,
  NOT_FOUND: exitCodes.notFound,
  SECTION_NOT_FOUND: exitCodes.notFound,
  TASK_NOT_FOUND: exitCodes.notFound,
  TEXT_NOT_FOUND: exitCodes.notFound,
  TYPE_NOT_FOUND: exitCodes.notFound,
  VAULT_NOT_FOUND: exitCodes.notFound,
  ALREADY_EXISTS: exitCodes.conflict,
  AMBIGUOUS_TITLE: exitCodes.conflict,
  CONFIRMATION_REQUIRED: exitCodes.conflict,
  CONFLICT: exitCodes.conflict,
  CONTENT_HASH_MISMATCH: exitCodes.conflict,
  RENAME_CONFLICT: exitCodes.conflict,
}

const exitCodeOf: ReadonlyMap<string, number> = new Map(Object.entries(special))

/** The exit code of a command that failed with this error. */
export function exitCodeFor(code: string): number {
  return exitCodeOf.get(code) ?? exitCodes.failure
}

/** `flint help exit-codes`. */
export function explainExitCodes(): string {
  const named = (exit: number) =>
    [...exitCodeOf].flatMap(([code, own]) => (own === exit ? [code] : [])).join(', ')
  return [
    'How flint commands end:',
    '',
    '    0  done',
    '    1  it failed; the message says why (every error code not named below)',
    `    2  it was not understood: an unknown command, option or value (${named(exitCodes.usage)})`,
    `    3  what was named is not there, or nothing was found (${named(exitCodes.notFound)})`,
    `    4  nothing was changed, because something is in the way or must be confirmed`,
    `       (${named(exitCodes.conflict)})`,
    '  130  interrupted with Ctrl-C or SIGTERM',
    '  141  done, but nobody read on: flint notes | head -1',
    '',
    'flint inbox, todos and history end with 0 where there is nothing: that is an answer. A folder that is not there, and --since',
    'or --by of flint history that fit nothing, end with 3.',
    'flint call ends with 1 whenever the tool answers with an error: the code is in the answer.',
    'An editor that fails, or removes the note, ends the command that opened it with 1, whatever the code.',
    'flint doctor ends with 1 when it found something that must be mended.',
  ].join('\n')
}
