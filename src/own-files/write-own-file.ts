import { rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ownFolder } from './make-private-folder.ts'
import { renameFileSync } from './rename-file.ts'

/** Writes a file of a folder that is wholly flint's, in one step and for this user alone. */
export function writeOwnFile(file: string, text: string): void {
  ownFolder(dirname(file))
  const draft = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(draft, text, { mode: 0o600 })
    renameFileSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
