import { isHidden } from '../model/note-path.ts'

/** What keeps git away from flint's folder in a vault: everything in it but the config belongs to one machine. */
export const ownGitignore = { path: '.flint-note/.gitignore', text: '*\n!.gitignore\n!config.yml\n' } as const

export const trashFolder = '.flint-note/trash'

/** The hidden places of a vault that tools write to: the trash, the file that keeps git away, and the folder of both. */
export function isOwnPlace(path: string): boolean {
  if (path === '.flint-note' || path === ownGitignore.path || path === trashFolder) return true
  return path.startsWith(`${trashFolder}/`) && !isHidden(path.slice(trashFolder.length + 1))
}
