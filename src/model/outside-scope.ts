import type { ScopeLimit } from './scope-limit.ts'
import { VaultError } from './vault-error.ts'

/** A call would have read or changed something outside the folders that it is limited to. Nothing was done. */
export class OutsideScope extends VaultError {
  constructor({ folders, by }: ScopeLimit) {
    super('PERMISSION_DENIED', `That lies outside ${nameFolders(folders)}. Nothing was read or changed.`, {
      scope: [...folders],
      hint: { kind: 'stay-inside', by },
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
