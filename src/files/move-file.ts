import { readFile, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { renameFile } from '../own-files/rename-file.ts'
import { hasCode } from '../model/error-code.ts'
import { isAsBefore } from './at-rest.ts'
import { hashOf } from './hash-file.ts'
import { lookAt, OpenFile } from './open-file.ts'
import { discardFresh, markWhole, placeFile, rightsOf, syncFolder, writeTemporary } from './place-file.ts'
import { type FreshFile, type Placed, putInPlace } from './put-in-place.ts'
import { takeAway } from './take-away.ts'

/**
 * Moves a file that was read, or puts a fresh one under the new name instead. Never replaces anything: EEXIST. At every
 * moment one of the two names leads to the whole file.
 */
export async function moveFile(
  source: string,
  target: string,
  fresh: FreshFile | null,
  was: OpenFile,
  beforeStep: () => void,
): Promise<Placed> {
  const how = await placeAt(source, target, fresh?.at ?? null, was)
  const placed = fresh?.stats ?? lookAt(target)
  try {
    // The new name must be on disk before the old one goes.
    await syncFolder(dirname(target))
    if (how === 'moved') return { kind: 'placed' }
    beforeStep()
    const taken = await takeAway(source, was, { isElsewhere: how === 'named twice' })
    if (taken.kind !== 'placed') await withdraw()
    return taken
  } catch (error) {
    await withdraw()
    throw error
  }

  async function withdraw(): Promise<void> {
    const isOurs = how === 'named twice' ? was.isAt(target) : isAsBefore(placed, lookAt(target))
    if (isOurs) await unlink(target)
  }
}

async function placeAt(
  source: string,
  target: string,
  fresh: string | null,
  was: OpenFile,
): Promise<'named twice' | 'moved' | 'another file'> {
  try {
    const isNamedTwice = await placeFile(fresh ?? source, target)
    if (fresh !== null) return 'another file'
    return isNamedTwice ? 'named twice' : 'moved'
  } catch (error) {
    // Another drive mounted in the vault allows no second name: copy.
    if (!hasCode(error, 'EXDEV')) throw error
    const bytes = await readFile(source)
    const { at: written, stats } = await writeTemporary(dirname(target), bytes, rightsOf(was))
    const at = await markWhole(written)
    await placeFile(at, target).finally(() => discardFresh({ at, stats, hash: () => hashOf(bytes) }))
    return 'another file'
  }
}

/** Renames a file that was read in case or accent encoding alone, with a new text where one is given. */
export async function renameInCase(
  source: string,
  target: string,
  fresh: FreshFile | null,
  was: OpenFile,
): Promise<Placed> {
  if (!was.isUntouchedAt(source)) return { kind: 'touched' }
  await renameFile(source, target)
  if (fresh === null) return { kind: 'placed' }
  const renamed = await OpenFile.open(target)
  try {
    const isSame = renamed.held.hash === was.held.hash
    const placed = isSame ? await putInPlace(fresh, target, renamed) : { kind: 'touched' as const }
    if (placed.kind !== 'placed') await renameFile(target, source)
    return placed
  } finally {
    renamed.close()
  }
}
