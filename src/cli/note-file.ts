import { join } from 'node:path'
import { getNote } from '../tools/notes/get-note.ts'
import { withNote } from './choose-note.ts'
import type { Cli } from './cli.ts'

/** A note and the file that it is. */
export interface NoteFile {
  readonly vault: string
  readonly path: string
  readonly title: string
  /** Absolute. */
  readonly file: string
}

/** The absolute path of a note or another file of a vault. */
export async function fileOf(cli: Cli, vault: string, path: string): Promise<string> {
  return join(await rootOf(cli, vault), path)
}

/** The folder of a vault that a call was about. */
export async function rootOf(cli: Cli, vault: string): Promise<string> {
  const { hub } = await cli.app()
  const { id } = await hub.find(vault)
  return (await hub.open(id)).root
}

/** Finds the note that a person has named. */
export async function findNote(name: string | undefined, cli: Cli): Promise<NoteFile> {
  const found = await withNote(name, cli, async (note) =>
    cli.call(getNote, { ...note, fields: ['id', 'title'], max_chars: 200 }),
  )
  const path = found.id ?? name ?? ''
  const vault = found.vault.id
  return { vault, path, title: found.title ?? path, file: await fileOf(cli, vault, path) }
}
