import { z } from 'zod'
import { VaultError } from '../model/vault-error.ts'
import { CliError } from './cli-error.ts'
import type { Cli } from './cli.ts'
import { exitCodes } from './exit-codes.ts'
import type { Picked, PickedNote } from './picker/picked-note.ts'

/** A note as tools are told of it. */
export interface NoteNamed {
  readonly identifier: string
  /** Where it lies in another vault than the active one. */
  readonly vault_id?: string
}

/**
 * Calls with the note that a person has named. Where the name is missing or means several, they choose at the terminal;
 * in a pipe that is an error.
 */
export async function withNote<Result>(
  name: string | undefined,
  cli: Cli,
  call: (note: NoteNamed) => Promise<Result>,
): Promise<Result> {
  if (name === undefined) {
    if (!cli.canAsk) throw noNote()
    const { pickNote } = await import('./picker/pick-note.ts')
    return await call(named(await pickNote('', cli)))
  }
  try {
    return await call({ identifier: name })
  } catch (error) {
    const meant = error instanceof CliError && cli.canAsk ? candidatesOf(error) : []
    if (meant.length === 0) throw error
    const { pickAmong } = await import('./picker/pick-note.ts')
    return await call(named(await pickAmong(meant, cli)))
  }
}

/** Fails, or lets the caller choose, before the person is asked what shall be done with a note that is not there. */
export async function requireNote(note: NoteNamed, cli: Cli): Promise<void> {
  const { getNote } = await import('../tools/notes/get-note.ts')
  await cli.call(getNote, note, { isQuiet: true })
}

const ambiguous = z.object({
  code: z.literal('AMBIGUOUS_TITLE'),
  candidates: z.array(z.object({ id: z.string(), title: z.string() })),
})

function candidatesOf({ content }: CliError): readonly PickedNote[] {
  const { data } = ambiguous.safeParse(content.error)
  return (data?.candidates ?? []).map(({ id, title }) => ({ vault: '', vaultName: null, path: id, title }))
}

function named(picked: Picked): NoteNamed {
  if (picked.kind === 'left' || picked.kind === 'new') throw noneChosen()
  const { path, vault } = picked.note
  return { identifier: path, ...(vault !== '' && { vault_id: vault }) }
}

function noneChosen(): CliError {
  return new CliError({ error: { code: 'NOT_FOUND', message: 'No note was chosen.' } }, exitCodes.interrupted)
}

function noNote(): VaultError {
  return new VaultError('INVALID_ARGUMENT', 'Say which note.', {
    hint: 'Give its id or title: flint notes lists them, flint search finds them.',
  })
}
