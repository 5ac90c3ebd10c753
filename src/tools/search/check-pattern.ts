import { VaultError } from '../../model/vault-error.ts'

const longestPattern = 5_000

/** What the program cannot be handed, and what it would take for several patterns. */
export function checkPattern(pattern: string): void {
  if (pattern.length <= longestPattern && !/[\0\r\n]/.test(pattern)) return
  throw new VaultError(
    'INVALID_ARGUMENT',
    'A pattern is looked for within one line: it can hold no line break and no NUL, and at most 5,000 characters.',
    { hint: { kind: 'look-for-one-line' } },
  )
}
