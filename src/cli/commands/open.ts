import { noteAddresses } from '../../page/calls/note-addresses.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { findNote, type NoteFile } from '../note-file.ts'
import { rootOf } from '../file-of.ts'
import { hasDisplay, openAddress } from '../open-address.ts'
import { openInEditor } from '../open-in-editor.ts'

/** `flint open [NOTE]`: in Obsidian where it keeps the vault and has a screen, else in the editor; or on the page. */
export async function open({ note, in: asked, print }: Given<'open'>, cli: Cli): Promise<Outcome | null> {
  if (asked === 'page' && print) {
    throw new VaultError('INVALID_ARGUMENT', 'The page has an address only while flint serves it.', {
      hint: 'Leave out --print: flint then says the address and serves it until Ctrl-C.',
    })
  }
  const found = await findNote(note, cli)
  return await openFound(found, { place: asked ?? (await usualPlace(found, cli)), isPrinted: print }, cli)
}

type Place = 'editor' | 'obsidian' | 'page'

/** Opens a note, or says where it would be. */
export async function openFound(
  { vault, path, file }: NoteFile,
  { place, isPrinted = false }: { readonly place: Place; readonly isPrinted?: boolean },
  cli: Cli,
): Promise<Outcome | null> {
  const data = { id: path, vault_id: vault, file }
  switch (place) {
    case 'page': {
      const { servePage } = await import('./ui.ts')
      const at = `/note/${encodeURIComponent(vault)}/${path.split('/').map(encodeURIComponent).join('/')}`
      await servePage({ port: 0, open: true, readOnly: false, at }, cli)
      return null
    }
    case 'obsidian': {
      const { obsidian } = noteAddresses(await rootOf(cli, vault), path)
      const isOpened = !isPrinted && openAddress(obsidian, cli.env)
      return { data: { ...data, address: obsidian }, text: isOpened ? '' : obsidian }
    }
    case 'editor':
      if (!isPrinted) await openInEditor({ vault, file }, cli)
      return { data, text: isPrinted ? file : '', isRaw: true }
  }
}

/** Where a note of this vault is opened when nobody says. */
export async function usualPlace({ vault }: NoteFile, cli: Cli): Promise<Place> {
  const { hub } = await cli.app()
  const { settings } = await hub.open((await hub.find(vault)).id)
  return settings.kind === 'obsidian' && hasDisplay(cli.env) ? 'obsidian' : 'editor'
}
