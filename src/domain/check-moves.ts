import { normalizeKey } from '../model/normalize-key.ts'
import { fileNameOf, folderOf, isInside, isNotePath } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { MovedFolder } from './moved-files.ts'

/**
 * Refuses moves onto something and into themselves; a change of case alone is neither. Two things that come to one place,
 * or to names that differ in case alone, are refused where the whole plan is known.
 */
export async function checkMoves(vault: VaultContext, moves: readonly MovedFolder[]): Promise<void> {
  const namesIn = new Map<string, ReadonlySet<string>>()
  for (const { from, to } of moves) {
    if (from === to) continue
    if (isNotePath(from) !== isNotePath(to)) throw otherKind(from, to)
    if (isInside(to, from)) throw intoItself(from, to)
    const folder = folderOf(to)
    const names = namesIn.get(folder) ?? new Set((await vault.files.names(folder)).map(normalizeKey))
    namesIn.set(folder, names)
    const isSameFile = normalizeKey(from) === normalizeKey(to)
    if (names.has(normalizeKey(fileNameOf(to))) && !isSameFile) throw exists(to)
  }
}

export function exists(path: string): VaultError {
  return new VaultError('ALREADY_EXISTS', `${path} exists already; nothing was changed.`, {
    path,
    hint: 'Choose another name or folder, or move that one away first. A name in another case counts as the same.',
  })
}

function otherKind(from: string, to: string): VaultError {
  return new VaultError('INVALID_PATH', `${from} and ${to} are not of one kind.`, {
    path: to,
    hint: 'A note keeps its ending .md; another file does not become a note by its name.',
  })
}

function intoItself(from: string, to: string): VaultError {
  return new VaultError('INVALID_PATH', `${from}/ cannot be moved into itself.`, {
    path: to,
    hint: 'Choose a folder outside of it.',
  })
}
