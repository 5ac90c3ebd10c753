import { randomUUID } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keptName } from '../model/temporary-name.ts'
import { renameFile } from '../own-files/rename-file.ts'
import { hasCode } from '../model/error-code.ts'
import { contentOf, type OpenFile } from './open-file.ts'
import { placeFile, unlinkIfThere } from './place-file.ts'
import type { Placed } from './put-in-place.ts'

/**
 * Removes the name of a file that was read, in one step, and with it the file if it has no other name. The removed file
 * is checked: one that was saved at that moment gets its name back. `isElsewhere` says that the file is safe under
 * another name.
 */
export async function takeAway(
  absolute: string,
  was: OpenFile,
  { isElsewhere = false }: { readonly isElsewhere?: boolean } = {},
): Promise<Placed> {
  const aside = join(dirname(absolute), keptName(randomUUID()))
  // No awaits from this check to the step. Giving a file a second name has changed its ctime.
  const isAsRead = () => (isElsewhere ? was.isAt(absolute) : was.isUntouchedAt(absolute))
  if (!isAsRead() || !(await renameFile(absolute, aside, { mayGoOn: isAsRead }))) return { kind: 'touched' }
  try {
    if (was.isAt(aside) && (isElsewhere || (await was.isUnchanged()))) {
      await unlink(aside)
      return { kind: 'placed' }
    }
    const saved = await contentOf(aside)
    await giveBack(aside, absolute)
    return { kind: 'overtaken', saved: [saved] }
  } catch (error) {
    await giveBack(aside, absolute)
    throw error
  }
}

async function giveBack(aside: string, absolute: string): Promise<void> {
  try {
    await placeFile(aside, absolute)
  } catch (error) {
    // Somebody who took the name meanwhile came later and keeps it.
    if (!hasCode(error, 'EEXIST')) throw error
  }
  await unlinkIfThere(aside)
}
