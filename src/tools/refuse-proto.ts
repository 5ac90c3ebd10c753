import { VaultError } from '../model/vault-error.ts'

/** The validator drops keys of this name: what a caller meant by one would be lost, and a filter by it let all through. */
const dropped = '__proto__'

/** Fails with INVALID_ARGUMENT where a key at any depth would be dropped. */
export function refuseProto(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Object.hasOwn(value, dropped)) {
    throw new VaultError('INVALID_ARGUMENT', `No key may be called ${dropped}.`, {
      hint: 'Send the call again without it.',
    })
  }
  for (const inner of Object.values(value)) refuseProto(inner)
}
