import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isMissing } from './read-file.ts'

/**
 * The folder and those above it, where they are missing. Node's own way to do so tries for ever where the system answers
 * "no such file" to the making of a folder, as it does below /proc.
 */
export async function makeFolders(folder: string): Promise<void> {
  const missing: string[] = []
  for (let current = folder; ; current = dirname(current)) {
    try {
      if ((await stat(current)).isDirectory()) break
      await mkdir(current)
    } catch (error) {
      if (!isMissing(error) || dirname(current) === current) throw error
      missing.push(current)
    }
  }
  for (const current of missing.reverse()) {
    await mkdir(current).catch(async (error: unknown) => {
      // Somebody else made it in between.
      if ((await stat(current).catch(() => null))?.isDirectory() !== true) throw error
    })
  }
}
