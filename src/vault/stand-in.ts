import { createHash } from 'node:crypto'
import { chmodSync, existsSync, linkSync, lstatSync, mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { constants, copyFile, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { dataFault } from '../model/data-fault.ts'
import { errorCode } from '../model/error-code.ts'
import type { Fault } from '../model/load-fault.ts'
import { databaseSuffixes } from '../own-files/keep-private.ts'
import { makePrivateFolder } from '../own-files/make-private-folder.ts'
import { writeTrial } from '../own-files/write-trial.ts'
import { stateFolder } from './vault-folders.ts'

/** What stands in for flint's data folder where that cannot be written: its disk is full, or a sandbox keeps it closed. */
export interface StandIn {
  /** In the system's temporary folder, this user's alone. Null where that cannot be used either: there is no index then. */
  readonly folder: string | null
  /** Why the data folder cannot be written. */
  readonly fault: Fault
  /** Whether the data folder can be written by now. */
  readonly isOver: () => boolean
}

/** Null where the vault's data can be written. */
export function standInFor(dataFolder: string, root: string): StandIn | null {
  const own = stateFolder(dataFolder, root)
  const fault = whyNotWritten(own)
  if (fault === null) return null
  return { folder: temporaryFolder(dataFolder), fault, isOver: () => whyNotWritten(own) === null }
}

function whyNotWritten(folder: string): Fault | null {
  let nearest = folder
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest)
  try {
    writeTrial(nearest)
    return null
  } catch (error) {
    const code = errorCode(error)
    const fault = dataFault(error)
    if (fault === null || /^(?:ENOSPC|EDQUOT)$/.test(code)) return fault
    if (!/^(?:EROFS|EACCES|EPERM)$/.test(code)) return null
    return {
      ...fault,
      cure: `${fault.cure} In a sandbox: run flint outside it, or allow it its data folder.`,
    }
  }
}

/** Null where the place has no room, or is taken: by a name that anybody can guess, somebody else may have made it. */
function temporaryFolder(dataFolder: string): string | null {
  const user = process.geteuid?.() ?? userInfo().username
  const key = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)
  const folder = join(tmpdir(), `flint-note-${user}-${key}`)
  try {
    mkdirSync(folder, 0o700)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') return null
  }
  const found = lstatSync(folder)
  const isPrivate =
    process.geteuid === undefined || (found.uid === process.geteuid() && (found.mode & 0o077) === 0)
  return found.isDirectory() && isPrivate && hasRoom(folder) ? folder : null
}

function hasRoom(folder: string): boolean {
  try {
    writeTrial(folder)
    return true
  } catch {
    return false
  }
}

const attempts = 3

/**
 * Copies an index into a folder that has none. Where there is none to copy, or another process never leaves it alone, the
 * index is made from nothing.
 */
export async function copyIndex(file: string, folder: string): Promise<void> {
  const target = join(folder, 'index.sqlite')
  if (existsSync(target) || !existsSync(file)) return
  makePrivateFolder(folder)
  const place = mkdtempSync(join(folder, 'copy-'))
  try {
    const copy = join(place, 'index.sqlite')
    for (let left = attempts; left > 0; left--) {
      const before = stampsOf(file)
      await copyFile(file, copy, constants.COPYFILE_FICLONE)
      if (existsSync(`${file}-wal`)) await copyFile(`${file}-wal`, `${copy}-wal`)
      if (stampsOf(file) !== before) continue
      // What may only be read is copied so.
      for (const suffix of databaseSuffixes) if (existsSync(copy + suffix)) chmodSync(copy + suffix, 0o600)
      const { default: Database } = await import('better-sqlite3')
      const database = new Database(copy)
      database.pragma('wal_checkpoint(TRUNCATE)')
      database.close()
      linkSync(copy, target)
      return
    }
  } catch {
    // It cannot be read or copied, or another process was sooner.
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** What changes whenever SQLite writes to a database or its log. */
function stampsOf(file: string): string {
  const stats = [file, `${file}-wal`].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
  return stats.map((found) => `${found?.ino} ${found?.size} ${found?.mtimeNs}`).join()
}
