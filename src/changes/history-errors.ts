import { dataError } from '../model/data-fault.ts'
import { VaultError } from '../model/vault-error.ts'

export function damaged(cause?: unknown): VaultError {
  return new VaultError(
    'INDEX_UNAVAILABLE',
    'The change history of this vault is damaged and is about to be put aside.',
    { hint: 'Repeat the call in a few seconds. Notes can be read meanwhile.' },
    { cause },
  )
}

export function busy(cause: unknown): VaultError {
  return new VaultError(
    'INDEX_UNAVAILABLE',
    'Another program keeps the change history of this vault to itself.',
    { hint: 'Close the program that has history.sqlite open, or wait for it, then repeat the call.' },
    { cause },
  )
}

export function ofLaterVersion(cause?: unknown): VaultError {
  return new VaultError(
    'INDEX_UNAVAILABLE',
    'The change history of this vault was written by a newer flint, and is left as it is.',
    {
      hint: 'Update this flint and start it again: without its history the vault is not written to. Notes can be read meanwhile.',
    },
    { cause },
  )
}

export function cannotBeOpened(cause?: unknown): VaultError {
  return dataError(cause, {
    message: 'The change history of this vault cannot be opened.',
    hint: 'Look at the folder in which flint keeps its data, or name another one in FLINT_DATA_DIR.',
  })
}

export function cannotBeUsed(cause: unknown): VaultError {
  return dataError(cause, {
    message: 'The change history of this vault cannot be read or written.',
    hint: 'Check the free space and the permissions of the folder in which flint keeps its data.',
  })
}

export function cannotBeMended(cause: unknown): VaultError {
  const message = 'The change history of this vault is damaged and cannot be put aside.'
  return dataError(cause, {
    message,
    hint: 'Make room in the folder in which flint keeps its data, or mend its permissions.',
    also: message,
  })
}

export function cannotKeep(cause: unknown): VaultError {
  const message = 'The history cannot keep what would be replaced, so that nothing was written.'
  return dataError(cause, {
    message,
    hint: 'Check the free space and the permissions of the folder in which flint keeps its data.',
    also: message,
  })
}
