import { stat } from 'node:fs/promises'

/** Whether there is a folder at this path of the machine's. */
export async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isDirectory() === true
}
