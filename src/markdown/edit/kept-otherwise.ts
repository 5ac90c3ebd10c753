import { VaultError } from '../../model/vault-error.ts'

/** For tags that are written in a way in which they cannot be changed without something else. */
export function keptOtherwise(): VaultError {
  return new VaultError('CONFLICT', 'The tags are written so that they cannot be changed alone.', {
    hint: { kind: 'change-text' },
  })
}
