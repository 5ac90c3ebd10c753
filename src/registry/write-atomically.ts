import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, open, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isMissing } from '../files/read-text.ts'
import { namingPath } from '../own-files/naming-path.ts'
import { renameFile } from '../own-files/rename-file.ts'

/**
 * Writes a file so that readers see the old or the new one. `mayReplace` is asked at the last moment. Without `mode`
 * the file keeps its own.
 */
export async function writeAtomically(
  file: string,
  text: string,
  mayReplace: () => Promise<boolean>,
  mode?: number,
): Promise<boolean> {
  // Same folder as the file, so that the rename is atomic.
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`)
  try {
    const handle = await open(temporary, 'wx', mode ?? (await modeOf(file)))
    try {
      await namingPath(temporary, async () => {
        await handle.writeFile(text)
        await handle.sync()
      })
    } finally {
      await handle.close()
    }
    if (!(await mayReplace())) return false
    return await renameFile(temporary, file, { mayGoOn: mayReplace })
  } finally {
    await rm(temporary, { force: true })
  }
}

async function modeOf(file: string): Promise<number> {
  try {
    const { mode } = await stat(file)
    // Whoever made it read-only does not want it replaced.
    await access(file, constants.W_OK)
    return mode & 0o777
  } catch (error) {
    if (isMissing(error)) return 0o600
    throw error
  }
}
