import { randomUUID } from 'node:crypto'
import {
  type BigIntStats,
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  open as openFile,
  openSync,
  unlinkSync,
  writeFile,
  writeFileSync,
} from 'node:fs'
import { link, open, readdir, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { normalizeKey } from '../model/normalize-key.ts'
import { temporaryName } from '../model/temporary-name.ts'
import { renameFile } from '../own-files/rename-file.ts'
import { hasCode } from '../model/error-code.ts'
import { isSameFile } from './at-rest.ts'
import { type FileAttributes, giveAttributes } from './file-attributes.ts'
import { contentOf, lookAt, OpenFile } from './open-file.ts'
import { type FreshFile, putInPlace } from './put-in-place.ts'
import { fewBytes } from './read-bytes.ts'
import { isMissing } from './read-text.ts'

const synced = promisify(fsync)
const opened = promisify(openFile)
const writtenElsewhere = promisify(writeFile)

/** Whose a file is, and who may do what with it. */
export interface Rights {
  readonly mode: number | bigint
  /** Left out for a file that is its writer's. */
  readonly uid?: number | bigint
  readonly gid?: number | bigint
  /** Left out for a file that replaces none. */
  readonly attributes?: FileAttributes
}

/** Those of a file that is open, for another in its place. */
export function rightsOf(file: OpenFile): Rights {
  const { mode, uid, gid } = file.held.stats
  return { mode, uid, gid, attributes: file.attributes() }
}

/**
 * Writes a hidden file with these bytes, safe on disk, into the folder in which it is needed, so that a rename there is one
 * step. Owner and group are given where the system lets. Where the disk is waited for (a new name waits for the sync of another
 * file, too) another thread does; the other steps take less time than the way there and back.
 */
export async function writeTemporary(folder: string, bytes: Uint8Array, rights?: Rights): Promise<Temporary> {
  const at = join(folder, temporaryName(randomUUID()))
  const file = await opened(at, 'wx', rights === undefined ? 0o666 : Number(rights.mode) & 0o700)
  try {
    const mode = rights === undefined ? null : giveRights(file, rights)
    if (bytes.length <= fewBytes) writeFileSync(file, bytes)
    else await writtenElsewhere(file, bytes)
    if (mode !== null) fchmodSync(file, mode)
    await synced(file)
    return { at, stats: fstatSync(file, { bigint: true }) }
  } catch (error) {
    unlinkQuietly(at)
    throw error
  } finally {
    closeSync(file)
  }
}

/** Before the first byte, which is for nobody else's group. Returns the mode that the file may then have. */
function giveRights(file: number, rights: Rights): number {
  giveAway(file, rights)
  const { attributes, mode } = rights
  const isAsWanted = attributes === undefined || giveAttributes(file, attributes)
  return Number(mode) & (isAsWanted ? 0o7777 : 0o7707)
}

function giveAway(file: number, { uid, gid }: Rights): void {
  if (uid !== undefined && gid !== undefined && !isGiven(file, Number(uid), Number(gid)))
    isGiven(file, sameOwner, Number(gid))
}

const sameOwner = -1

/** False where that owner or group is not the process's to give. */
function isGiven(file: number, uid: number, gid: number): boolean {
  try {
    fchownSync(file, uid, gid)
    return true
  } catch {
    return false
  }
}

/** A hidden file with a whole text. */
export interface Temporary {
  /** Absolute path. */
  readonly at: string
  readonly stats: BigIntStats
}

/**
 * Marks it as whole, right before it gets its place: what bears this name after an interruption may be somebody's save. To
 * be called once the history knows of the change. Returns its new path.
 */
export async function markWhole(temporary: string): Promise<string> {
  const whole = temporary.replace(/\.tmp$/, '.kept')
  await renameFile(temporary, whole)
  return whole
}

function unlinkQuietly(file: string): void {
  try {
    unlinkSync(file)
  } catch {
    // The caller needs the error of the write, not of the clean-up.
  }
}

/**
 * Gives a file a name that is free; EEXIST otherwise, even when the name is taken at this very moment. True where the
 * file keeps its former name too; on a drive without hard links it loses it.
 */
export async function placeFile(file: string, target: string): Promise<boolean> {
  try {
    await link(file, target)
    return true
  } catch (error) {
    // A drive without hard links, which some deny in odd words, or another user's file: an empty file reserves the name.
    if (!hasCode(error, 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EIO')) throw error
    await takePlace(file, target)
    return false
  }
}

async function takePlace(file: string, target: string): Promise<void> {
  const { hash, stats } = await contentOf(file)
  await (await open(target, 'wx')).close()
  const place = await OpenFile.open(target)
  try {
    const isEmpty = place.held.stats.size === 0n
    const fresh = { at: file, stats, hash: () => hash }
    if (!isEmpty || (await putInPlace(fresh, target, place)).kind !== 'placed')
      throw Object.assign(new Error('Somebody has written there.'), { code: 'EEXIST' })
  } catch (failure) {
    if (place.held.stats.size === 0n && place.isUntouchedAt(target)) await unlink(target)
    throw failure
  } finally {
    place.close()
  }
}

/**
 * Whether two paths that differ only in case or accent encoding are one entry of a folder. Some drives number a file by the
 * name that it is asked for: there the folder tells, which lists one name for both.
 */
export async function isSameEntry(a: string, b: string): Promise<boolean> {
  const key = normalizeKey(basename(a))
  if (dirname(a) !== dirname(b) || key !== normalizeKey(basename(b))) return false
  const [one, other] = [lookAt(a), lookAt(b)]
  if (one === null || other === null) return false
  const names = await readdir(dirname(a))
  // Hard links beside each other are two entries.
  if (isSameFile(one, other)) return !(names.includes(basename(a)) && names.includes(basename(b)))
  const isOneName = names.filter((name) => normalizeKey(name) === key).length === 1
  return isOneName && lookAt(a) !== null && lookAt(b) !== null
}

/** Makes changes to the names in a folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  let file
  try {
    file = openSync(folder, 'r')
    await synced(file)
  } catch {
    // Windows and some network drives cannot open or sync a folder; the file itself is safe already.
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/**
 * Removes a hidden file of flint's own. After a step that failed halfway its name may lead to somebody's save: that stays
 * for recovery to show. Where a drive numbers a file anew under each name, its text tells whose it is.
 */
export async function discardFresh({ at, stats, hash }: FreshFile): Promise<void> {
  const found = lookAt(at)
  if (found === null) return
  if (isSameFile(found, stats) || (found.size === stats.size && (await contentOf(at)).hash === hash()))
    await unlinkIfThere(at)
}

export async function unlinkIfThere(file: string): Promise<void> {
  await unlink(file).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}
