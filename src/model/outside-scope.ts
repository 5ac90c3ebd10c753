import { isInside } from './note-path.ts'
import { VaultError } from './vault-error.ts'

/** A call would have read or changed something outside the folders that it is limited to. Nothing was done. */
export class OutsideScope extends VaultError {
  constructor(folders: readonly string[]) {
    super('PERMISSION_DENIED', `That lies outside ${nameFolders(folders)}. Nothing was read or changed.`, {
      scope: [...folders],
      hint: 'This server is limited to that: stay inside, or ask the user to do it or to start the server with another scope.',
    })
  }
}

/** What a server is limited to, in words. */
export function nameFolders(folders: readonly string[]): string {
  return folders.length === 0
    ? 'what this server may use'
    : `the folder ${folders.map((one) => `${one}/`).join(', ')}`
}

/** The folders with what was archived or thrown away from them, which stays theirs. */
export function scopeRoots(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => [folder, `archives/${folder}`, `.flint-note/trash/${folder}`])
}

/** Whether a path is one of these folders or lies in one. The empty path is the vault's whole folder. */
export function isWithin(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => root === '' || path === root || isInside(path, root))
}
