import { isHidden } from '../model/note-path.ts'

/** Keeps flint's folder in a vault out of git: everything in it but the config belongs to one machine. */
export const ownGitignore = { path: '.flint-note/.gitignore', text: '*\n!.gitignore\n!config.yml\n' } as const

export const trashFolder = '.flint-note/trash'

/** The hidden places of a vault that tools may write to: the trash, flint's own `.gitignore`, and their folder. */
export function isOwnPlace(path: string): boolean {
  if (path === '.flint-note' || path === ownGitignore.path || path === trashFolder) return true
  return isInTrash(path) && !isHidden(path.slice(trashFolder.length))
}

export function isInTrash(path: string): boolean {
  return path.startsWith(`${trashFolder}/`)
}
