import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { isInside, isNotePath } from '../model/note-path.ts'

/** The folder for documents that are to become notes. */
export const rawFolder = 'raw'

/** Whether a file is a document in the raw folder. */
export function isRawDocument(path: string): boolean {
  return isNotePath(path) && isInside(path, rawFolder)
}

/** Whether the vault has the folder itself: a link of that name may lead anywhere. */
export async function hasRawFolder(root: string): Promise<boolean> {
  const found = await lstat(join(root, rawFolder)).catch(() => null)
  return found?.isDirectory() === true
}
