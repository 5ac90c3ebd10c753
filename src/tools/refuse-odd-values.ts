import { VaultError } from '../model/vault-error.ts'

/** The validator drops keys of this name: what a caller meant by one would be lost, and a filter by it let all through. */
const dropped = '__proto__'
/** No note needs more, and what walks through values ends the stack at some thousands. */
const deepest = 100

/** Fails with INVALID_ARGUMENT where a key at any depth would be dropped, or values lie too deep in each other. */
export function refuseOddValues(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > deepest) throw refused(`Values lie more than ${deepest} deep in each other.`, 'flatter')
  if (Object.hasOwn(value, dropped)) throw refused(`No key may be called ${dropped}.`, 'without it')
  for (const inner of Object.values(value)) refuseOddValues(inner, depth + 1)
}

function refused(message: string, how: string): VaultError {
  return new VaultError('INVALID_ARGUMENT', message, { hint: `Send the call again ${how}.` })
}
