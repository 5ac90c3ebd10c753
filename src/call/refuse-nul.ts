import { VaultError } from '../model/vault-error.ts'

/** A NUL in a note makes other programs take it for binary: none is written. */
export function refuseNul(texts: Readonly<Record<string, string | undefined>>): void {
  const name = Object.entries(texts).find(([, text]) => text?.includes('\0') === true)?.[0]
  if (name === undefined) return
  throw new VaultError('INVALID_ARGUMENT', `${name} has a NUL character, which no note can hold.`, {
    hint: `Send ${name} again without it.`,
  })
}
