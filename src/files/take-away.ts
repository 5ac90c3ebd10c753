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
 * Takes the name from a file that was read, as one step, and the file with it where that has no other name. What comes
 * away is looked at: where somebody saved at that moment it gets its name back. `isElsewhere` says that what is written
 * into the file is safe under another name.
 */
export async function takeAway(
  absolute: string,
  was: OpenFile,
  { isElsewhere = false }: { readonly isElsewhere?: boolean } = {},
): Promise<Placed> {
  const aside = join(dirname(absolute), keptName(randomUUID()))
  // From this look to the step nothing is waited for. Another name has changed the time of the file's change.
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
    // Whoever has taken the name meanwhile was later.
    if (!hasCode(error, 'EEXIST')) throw error
  }
  await unlinkIfThere(aside)
}
