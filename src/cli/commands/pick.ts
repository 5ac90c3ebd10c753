import { VaultError } from '../../model/vault-error.ts'
import { createNote } from '../../tools/notes/create-note.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { fileOf } from '../file-of.ts'
import { editorOf, openNew } from '../open-in-editor.ts'
import { pickNote } from '../picker/pick-note.ts'
import { openFound, usualPlace } from './open.ts'

/** `flint pick [QUERY…]`: opens the note that is chosen; where its output is read by another program, prints its path. */
export async function pick({ query, path, link }: Given<'pick'>, cli: Cli): Promise<Outcome | null> {
  if (!cli.canAsk) {
    throw new VaultError('INVALID_ARGUMENT', 'flint pick needs a terminal.', {
      hint: 'flint search finds notes without one; with --path it prints where they are.',
    })
  }
  const { hub } = await cli.app()
  if ((await hub.known()).length === 0) {
    throw new VaultError('VAULT_NOT_FOUND', 'There is no vault yet.', {
      hint: 'Make one, or adopt a folder of notes: flint create notes "My notes" ~/notes. flint help shows the commands.',
    })
  }
  const picked = await pickNote(query.join(' '), cli)
  if (picked.kind === 'left') return { data: {}, text: '', exitCode: exitCodes.interrupted }
  if (picked.kind === 'new') return await makeNote(picked.title, cli)
  const { vault, path: id, title } = picked.note
  const found = { vault, path: id, title, file: await fileOf(cli, vault, id) }
  if (link || picked.kind === 'link')
    return { data: found, text: `[[${id.replace(/\.md$/i, '')}]]`, isRaw: true }
  if (path || picked.kind === 'path' || !cli.terminal.isWatched)
    return { data: found, text: found.file, isRaw: true }
  const place = await usualPlace(found, cli)
  // Without an editor, where it is still helps.
  if (place === 'editor' && editorOf(cli) === null) return { data: found, text: found.file, isRaw: true }
  return await openFound(found, { place }, cli)
}

async function makeNote(title: string, cli: Cli): Promise<Outcome> {
  const data = await cli.call(createNote, { title })
  const file = await fileOf(cli, data.vault.id, 'path' in data ? (data.path ?? '') : '')
  const opens = cli.terminal.isWatched && editorOf(cli) !== null
  return {
    data: { ...data, file },
    isRaw: true,
    ...(opens ? await openNew({ vault: data.vault.id, file }, cli) : { text: file }),
  }
}
