import { pathIn } from '../model/note-path.ts'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { copyName } from '../markdown/text/copy-name.ts'
import { hasCode } from '../model/error-code.ts'
import type { ContentHash } from '../model/ids.ts'
import { isKeptName, isTemporaryName } from '../model/temporary-name.ts'
import { contentOf } from './open-file.ts'
import { placeFile, unlinkIfThere } from './place-file.ts'
import { isMissing } from './read-text.ts'
import type { VaultFiles } from './vault-files.ts'

/**
 * Removes temporary files of interrupted writes from a folder. Call it only under the vault's lock. A whole text that
 * is not in `known` was saved by somebody at that moment: it gets a visible name, which is returned. Whoever wrote them may
 * have lost that lock and still be alive: it gives them other names, or places, meanwhile.
 */
export async function removeLeftovers(
  files: VaultFiles,
  folder: string,
  known: ReadonlySet<ContentHash | null>,
): Promise<readonly string[]> {
  const copies: string[] = []
  const { absolute } = files.locate(folder)
  for (;;) {
    const names = (await files.names(folder)).filter(isTemporaryName)
    if (names.length === 0) return copies
    for (const name of names) {
      const left = join(absolute, name)
      try {
        if (isKeptName(name) && !known.has((await contentOf(left)).hash))
          copies.push(await showLeftover(files, folder, left))
        else await unlinkIfThere(left)
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    }
  }
}

async function showLeftover(files: VaultFiles, folder: string, left: string): Promise<string> {
  const savedAt = statSync(left).mtime
  const path = pathIn(folder, 'text.md')
  for (let number = 1; ; number++) {
    const copy = copyName(path, savedAt, number)
    try {
      await placeFile(left, files.locate(copy).absolute)
      await unlinkIfThere(left)
      return copy
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
  }
}
