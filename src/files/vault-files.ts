import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  realpathSync,
  renameSync,
  statSync,
} from 'node:fs'
import { lstat, readdir, readFile, rename, rmdir, stat, unlink } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { FileStamp } from '../model/file-stamp.ts'
import type { ContentHash } from '../model/ids.ts'
import { fileNameOf, folderOf, isInside, typeFileName } from '../model/note-path.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import { isTemporaryName } from '../model/temporary-name.ts'
import { VaultError } from '../model/vault-error.ts'
import { hashFile, hashOf } from './hash-file.ts'
import { makeFolders } from './make-folders.ts'
import { hasCode, isSameEntry, placeFile, syncFolder, unlinkIfThere, writeTemporary } from './place-file.ts'
import { Pace } from './pace.ts'
import { openForReading, readBytes } from './read-bytes.ts'
import { isMissing, stampOf } from './read-file.ts'

export interface StoredFile {
  readonly path: string
  /** The whole file, byte-order mark included. */
  readonly text: string
  readonly hash: ContentHash
  readonly stamp: FileStamp
  /** Milliseconds since 1970. */
  readonly born: number
  /** False when bytes were lost in reading: then the text must not be written back. */
  readonly isUtf8: boolean
}

/** What lies at a path. */
export type PathState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'file'; readonly hash: ContentHash; readonly mode: number }

/** A new text for a file that waits beside it. One of the two has to be called. */
export interface PreparedFile {
  readonly finish: () => Promise<void>
  readonly discard: () => Promise<void>
}

/**
 * The files of one vault, and the only door through which they change. Paths are vault-relative; nothing outside the
 * vault's folder is read or written, through links neither.
 */
export class VaultFiles {
  /** Absolute, with links resolved. */
  readonly root: string
  readonly #pace = new Pace()
  readonly #check: (path: string) => void

  /** `check` is asked about every path, as named and with links resolved, and throws for one that may not be touched. */
  constructor(root: string, check: (path: string) => void = () => undefined) {
    this.root = root
    this.#check = check
  }

  /**
   * The vault-relative path of what a caller named: `a/b.md`, `./a/b.md` or an absolute path inside the vault. Throws
   * OUTSIDE_VAULT for anything else, in plain or percent-encoded disguise, and INVALID_PATH for what no path can be.
   */
  toRelative(named: string): string {
    if (named.includes('\0')) {
      throw new VaultError('INVALID_PATH', 'A path cannot contain a NUL character.', { hint: notesAreListed })
    }
    const slashed = sep === '\\' ? named.replaceAll('\\', '/') : named
    const inside = isAbsolute(named) ? relative(this.root, named).split(sep).join('/') : slashed
    for (const form of [inside, decoded(inside)]) {
      if (isAbsolute(form) || drive.test(form) || form.split(/[/\\]/).includes('..')) throw outside(named)
    }
    return inside
      .split('/')
      .filter((segment) => segment !== '' && segment !== '.')
      .join('/')
  }

  /**
   * The same path with links resolved as far as it exists: the one under which the index knows the file. OUTSIDE_VAULT
   * when it leads out of the vault.
   */
  async canonical(path: string): Promise<string> {
    return this.#resolve(path).resolved
  }

  /** Null when there is no such file. A folder or a device is INVALID_PATH. */
  async read(path: string): Promise<StoredFile | null> {
    await this.#pace.keep()
    const absolute = this.#locate(path)
    let file
    try {
      file = openForReading(absolute)
    } catch (error) {
      if (isMissing(error)) return null
      throw asVaultError(error, path)
    }
    try {
      const stats = fstatSync(file)
      if (!stats.isFile()) throw notAFile(path)
      const bytes = await readBytes(file, stats.size)
      const { text, isUtf8 } = decode(bytes)
      const born = stats.birthtimeMs > 0 ? stats.birthtimeMs : stats.mtimeMs
      return { path, text, isUtf8, hash: hashOf(bytes), stamp: stampOf(stats), born }
    } catch (error) {
      throw asVaultError(error, path)
    } finally {
      closeSync(file)
    }
  }

  /** The bytes of a file that need be no note, unless there is none or it is larger than `most`. */
  async readBytes(path: string, most: number): Promise<Buffer | 'missing' | 'too large'> {
    const absolute = this.#locate(path)
    try {
      const stats = await stat(absolute)
      if (!stats.isFile()) throw notAFile(path)
      return stats.size > most ? 'too large' : await readFile(absolute)
    } catch (error) {
      if (isMissing(error)) return 'missing'
      throw asVaultError(error, path)
    }
  }

  async exists(path: string): Promise<boolean> {
    return (await lstat(this.#locate(path)).catch(() => null)) !== null
  }

  /** Whether something is there that is no folder. */
  async isFile(path: string): Promise<boolean> {
    const absolute = this.#locate(path)
    const found = await lstat(absolute).catch(() => null)
    const meant = found?.isSymbolicLink() === true ? await stat(absolute).catch(() => null) : found
    return meant?.isDirectory() === false
  }

  async isFolder(path: string): Promise<boolean> {
    const found = await stat(this.#locate(path)).catch(() => null)
    return found?.isDirectory() === true
  }

  /** The file in the same folder whose name differs only in case or in how its accents are typed, or null. */
  async sameName(path: string): Promise<string | null> {
    const folder = folderOf(path)
    const names = await this.names(folder)
    const key = normalizeKey(fileNameOf(path))
    const name = names.find((other) => normalizeKey(other) === key)
    return name === undefined ? null : folder === '' ? name : `${folder}/${name}`
  }

  /** The folder and those above it, where they are missing. */
  async makeFolder(path: string): Promise<void> {
    const target = this.#locate(path)
    try {
      await makeFolders(target)
    } catch (error) {
      throw hasCode(error, 'EEXIST', 'ENOTDIR') ? notAFolder(path, error) : asVaultError(error, path)
    }
  }

  /**
   * A new file with its folders. Never replaces one, not even one that appears meanwhile: ALREADY_EXISTS. As with all
   * changes here, names in folders outlast a power failure only after `syncFolders`.
   */
  async create(path: string, text: string, mode?: number): Promise<void> {
    const target = this.#locate(path)
    await this.makeFolder(folderOf(path))
    try {
      const temporary = await writeTemporary(dirname(target), Buffer.from(text), mode)
      try {
        await placeFile(temporary, target)
      } finally {
        await unlinkIfThere(temporary)
      }
    } catch (error) {
      throw asVaultError(error, path)
    }
  }

  /**
   * Writes the whole file anew beside it. `finish` puts it in its place as one step: whoever reads sees the old or the
   * new text. It keeps its permissions.
   */
  async prepare(path: string, text: string, expected: ContentHash): Promise<PreparedFile> {
    const target = this.#locate(path)
    const explained = async (work: Promise<void>) => {
      await work.catch((error: unknown) => {
        throw asVaultError(error, path)
      })
    }
    try {
      accessSync(target, constants.W_OK)
      const temporary = await writeTemporary(dirname(target), Buffer.from(text), statSync(target).mode)
      const finish = async () => {
        // The last look before the only step that matters: an editor may have saved since the text was read.
        await checkFile(path, target, expected)
        renameSync(temporary, target)
      }
      return { finish: () => explained(finish()), discard: () => unlinkIfThere(temporary) }
    } catch (error) {
      throw asVaultError(error, path)
    }
  }

  /** Removes a file that still is what the caller has read. */
  async remove(path: string, expected: ContentHash): Promise<void> {
    const target = this.#locate(path)
    try {
      await checkFile(path, target, expected)
      await unlink(target)
    } catch (error) {
      throw asVaultError(error, path)
    }
  }

  /**
   * Gives a file that still is what the caller has read another place, with another text unless that is null. Never
   * replaces anything there: ALREADY_EXISTS. At every moment one of the two names leads to the whole file.
   */
  async move(path: string, to: string, expected: ContentHash, text: string | null): Promise<void> {
    const source = this.#locate(path)
    const target = this.#locate(to)
    await this.makeFolder(folderOf(to))
    let temporary: string | null = null
    try {
      if (text !== null) {
        accessSync(source, constants.W_OK)
        temporary = await writeTemporary(dirname(target), Buffer.from(text), statSync(source).mode)
      }
      await checkFile(path, source, expected)
      if (await isSameEntry(source, target)) {
        await rename(source, target)
        if (temporary !== null) await rename(temporary, target)
      } else await placeElsewhere(source, target, temporary)
    } catch (error) {
      throw asVaultError(error, hasCode(error, 'EEXIST') ? to : path)
    } finally {
      if (temporary !== null) await unlinkIfThere(temporary)
    }
  }

  /** The same for a folder with all that is in it; the folder in which it then lies must be there. */
  async moveFolder(path: string, to: string): Promise<void> {
    const source = this.#locate(path)
    const target = this.#locate(to)
    try {
      if (!(await lstat(source)).isDirectory()) throw noFolder(path)
      if (!(await this.isFolder(folderOf(to)))) throw noFolder(folderOf(to))
      const isTaken = (await lstat(target).catch(() => null)) !== null
      if (isTaken && !(await isSameEntry(source, target))) throw alreadyExists(to)
      await rename(source, target)
    } catch (error) {
      if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw alreadyExists(to, { cause: error })
      throw asVaultError(error, path)
    }
  }

  /** Removes a folder and those above it as far as `upTo`, as long as nothing is in them. */
  async dropFolders(folder: string, upTo: string): Promise<void> {
    for (let current = folder; current !== '' && isInside(current, upTo); current = folderOf(current)) {
      try {
        await rmdir(this.#locate(current))
      } catch (error) {
        // Folders are no more than places: one that stays is no reason to fail.
        if (!isMissing(error)) return
      }
    }
  }

  /** Makes what happened in these folders outlast a power failure. */
  async syncFolders(folders: Iterable<string>): Promise<void> {
    for (const folder of new Set(folders)) await syncFolder(this.#locate(folder))
  }

  /** What lies at a path, a file with its content hash. */
  async look(path: string): Promise<PathState> {
    await this.#pace.keep()
    const absolute = this.#locate(path)
    try {
      const stats = statSync(absolute)
      if (stats.isDirectory()) return { kind: 'folder' }
      if (!stats.isFile()) throw notAFile(path)
      return { kind: 'file', hash: await hashFile(absolute), mode: stats.mode & 0o7777 }
    } catch (error) {
      if (isMissing(error)) return { kind: 'nothing' }
      throw asVaultError(error, path)
    }
  }

  /** The names in a folder; none where there is no such folder. */
  async names(folder: string): Promise<readonly string[]> {
    return await readdir(this.#locate(folder)).catch(() => [])
  }

  /** Whether two paths are one file, though their names differ in case. */
  async isSameEntry(path: string, other: string): Promise<boolean> {
    return await isSameEntry(this.#locate(path), this.#locate(other))
  }

  /** Removes what writes that were cut off have left in a folder. Only for who has the vault's lock. */
  async removeTemporaries(folder: string): Promise<void> {
    for (const name of await this.names(folder)) {
      if (isTemporaryName(name)) await unlinkIfThere(join(this.#locate(folder), name))
    }
  }

  /** Every file below a folder, hidden ones too. */
  async filesBelow(folder: string): Promise<readonly string[]> {
    const absolute = this.#locate(folder)
    const entries = await readdir(absolute, { recursive: true, withFileTypes: true }).catch(() => [])
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(this.root, join(entry.parentPath, entry.name)).split(sep).join('/'))
  }

  /** The absolute path, once it is certain that it lies in the vault, links resolved. */
  #locate(path: string): string {
    return this.#resolve(path).absolute
  }

  /** The same, and the path in the vault with links resolved as far as it exists. */
  #resolve(path: string): { readonly absolute: string; readonly resolved: string } {
    const relativePath = this.toRelative(path)
    this.#check(relativePath)
    const absolute = join(this.root, relativePath)
    for (let part = absolute; ; part = dirname(part)) {
      try {
        const real = realpathSync.native(part)
        if (real !== this.root && !real.startsWith(this.root + sep)) throw outside(path)
        const resolved = relative(this.root, join(real, relative(part, absolute)))
          .split(sep)
          .join('/')
        if (resolved !== relativePath) this.#check(resolved)
        return { absolute, resolved }
      } catch (error) {
        if (!isMissing(error)) throw asVaultError(error, path)
        // A link whose target is missing is no place to write to.
        if (isSymbolicLink(part)) throw outside(path)
        if (part === this.root) {
          throw new VaultError('VAULT_UNAVAILABLE', "The vault's folder is not there.", {
            hint: 'Check that the folder exists and its drive is mounted, then call list_vaults.',
          })
        }
      }
    }
  }
}

function isSymbolicLink(absolute: string): boolean {
  try {
    return lstatSync(absolute).isSymbolicLink()
  } catch {
    return false
  }
}

async function checkFile(path: string, absolute: string, expected: ContentHash): Promise<void> {
  const current = await hashFile(absolute)
  if (current !== expected) throw hashMismatch(path, current, expected)
}

async function placeElsewhere(source: string, target: string, temporary: string | null): Promise<void> {
  try {
    await placeFile(temporary ?? source, target)
  } catch (error) {
    // On another drive that lies within the vault there can be no second name: a copy then.
    if (!hasCode(error, 'EXDEV')) throw error
    const copy = await writeTemporary(dirname(target), await readFile(source), (await stat(source)).mode)
    await placeFile(copy, target).finally(() => unlinkIfThere(copy))
  }
  try {
    // The new name has to be safe before the old one goes.
    await syncFolder(dirname(target))
    await unlinkIfThere(source)
  } catch (error) {
    await unlink(target)
    throw error
  }
}

export function hashMismatch(path: string, current: string, provided: string): VaultError {
  return new VaultError(
    'CONTENT_HASH_MISMATCH',
    `${path} has changed since it was read; nothing was written.`,
    {
      path,
      current_hash: current,
      provided_hash: provided,
      hint: isTypeFile(path)
        ? 'Call get_note_type_info for its present content_hash, then repeat the change.'
        : 'Call get_note for its present content and content_hash, then repeat the change.',
    },
  )
}

// `C:x` names a place on a drive only where there are drives; elsewhere `Q: a question` is a title.
const drive = sep === '\\' ? /^[a-z]:/i : /^[a-z]:[\\/]/i

const notesAreListed = 'list_notes shows the notes there are.'

function notAFile(path: string): VaultError {
  return new VaultError('INVALID_PATH', `${path} is not a file.`, { path, hint: notesAreListed })
}

/** For a folder that has to be there. */
export function noFolder(path: string): VaultError {
  return new VaultError('NOT_FOUND', `There is no folder ${path}.`, {
    path,
    hint: 'Name a folder that exists, or create a note in it first. list_notes shows the folders in use.',
  })
}

/** For a path below one that is a file. */
export function notAFolder(path: string, cause?: unknown): VaultError {
  return new VaultError(
    'INVALID_PATH',
    `${path} cannot be a folder: a file lies there or above it.`,
    { path, hint: 'Choose another folder, or move that file away.' },
    { cause },
  )
}

function outside(named: string): VaultError {
  return new VaultError('OUTSIDE_VAULT', 'That path leads out of the vault; nothing was read or written.', {
    hint: 'Give a path relative to the vault, such as projects/site.md. list_notes shows them.',
    ...(isAbsolute(named) ? {} : { path: named }),
  })
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array): { readonly text: string; readonly isUtf8: boolean } {
  try {
    return { text: strict.decode(bytes), isUtf8: true }
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), isUtf8: false }
  }
}

function asVaultError(error: unknown, path: string): unknown {
  if (error instanceof VaultError) return error
  const options = { cause: error }
  if (hasCode(error, 'EEXIST')) return alreadyExists(path, options)
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) {
    const hint =
      'Check the permissions of the file and its folder, and that the drive is not mounted read-only.'
    return new VaultError(
      'PERMISSION_DENIED',
      `The system does not allow access to ${path}.`,
      { path, hint },
      options,
    )
  }
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) {
    const hint = 'Free some space and repeat the call.'
    return new VaultError(
      'VAULT_UNAVAILABLE',
      `There is no space left to write ${path}.`,
      { path, hint },
      options,
    )
  }
  if (hasCode(error, 'ENAMETOOLONG', 'EINVAL', 'ELOOP', 'EISDIR')) {
    const hint = 'Give a shorter name, without characters that this file system does not take.'
    return new VaultError('INVALID_PATH', `${path} cannot be a file here.`, { path, hint }, options)
  }
  if (hasCode(error, 'EXDEV')) {
    const hint = 'Move what is in it file by file.'
    return new VaultError('INVALID_PATH', `${path} lies on another drive.`, { path, hint }, options)
  }
  return isMissing(error) ? fileGone(path, options) : error
}

export function fileGone(path: string, options?: ErrorOptions): VaultError {
  const facts = { path, hint: notesAreListed }
  return new VaultError('NOT_FOUND', `${path} is not there any more.`, facts, options)
}

export function alreadyExists(path: string, options?: ErrorOptions): VaultError {
  return new VaultError(
    'ALREADY_EXISTS',
    `${path} exists already; nothing was written.`,
    {
      path,
      hint: isTypeFile(path)
        ? 'Read it with get_note_type_info, then use update_note_type, or choose another type_name.'
        : 'Read it with get_note, then use append_to_note or update_note, or choose another title or path.',
    },
    options,
  )
}

function isTypeFile(path: string): boolean {
  return fileNameOf(path) === typeFileName
}
