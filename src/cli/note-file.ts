import { getNote } from '../tools/notes/get-note.ts'
import { withNote } from './choose-note.ts'
import type { Cli } from './cli.ts'
import { fileOf } from './file-of.ts'

/** A note and the file that it is. */
export interface NoteFile {
  readonly vault: string
  readonly path: string
  readonly title: string
  /** Absolute. */
  readonly file: string
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
