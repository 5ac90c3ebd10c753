import { VaultError } from '../model/vault-error.ts'

/** Refuses options of which only one could count: none is dropped in silence. */
export function refuseTogether(given: Readonly<Record<string, boolean>>): void {
  const [first, second] = Object.keys(given).filter((option) => given[option])
  if (first === undefined || second === undefined) return
  throw new VaultError('INVALID_ARGUMENT', `${first} and ${second} do not go together.`, {
    hint: 'Give one of them.',
  })
}
