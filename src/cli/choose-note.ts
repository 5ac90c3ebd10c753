import { VaultError } from '../model/vault-error.ts'
import type { Cli } from './cli.ts'

/** A note as tools are told of it. */
export interface NoteNamed {
  readonly identifier: string
  /** Where it lies in another vault than the active one. */
  readonly vault_id?: string
}

/** Calls with the note that a person has named. */
export async function withNote<Result>(
  name: string | undefined,
  _cli: Cli,
  call: (note: NoteNamed) => Promise<Result>,
): Promise<Result> {
  if (name === undefined) throw noNote()
  return await call({ identifier: name })
}

function noNote(): VaultError {
  return new VaultError('INVALID_ARGUMENT', 'Say which note.', {
    hint: 'Give its id or title: flint notes lists them, flint search finds them.',
  })
}
