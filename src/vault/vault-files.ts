import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import {
  access,
  link,
  lstat,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  stat,
  unlink,
} from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { FileStamp } from '../index-db/note-record.ts'
import type { ContentHash } from '../model/ids.ts'
import { isContentHash } from '../model/ids.ts'
import { fileNameOf, folderOf, typeFileName } from '../model/note-path.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import { VaultError } from '../model/vault-error.ts'
import { makeFolders } from './make-folders.ts'
import { temporaryName } from './temporary-name.ts'
import { isMissing, stampOf } from './read-file.ts'

// Windows has no such flag, and no such pipes in folders.
const nonBlocking = process.platform === 'win32' ? 0 : constants.O_NONBLOCK

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

/**
 * The files of one vault, and the only door through which they change. Paths are vault-relative; nothing outside the
 * vault's folder is read or written, through links neither.
 */
export class VaultFiles {
  /** Absolute, with links resolved. */
  readonly root: string

  constructor(root: string) {
    this.root = root
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
    let rest = ''
    for (let part = await this.#locate(path); ; part = dirname(part)) {
      try {
        return relative(this.root, join(await realpath(part), rest))
          .split(sep)
          .join('/')
      } catch (error) {
        if (!isMissing(error)) throw asVaultError(error, path)
        rest = join(basename(part), rest)
      }
    }
  }

  /** Null when there is no such file. A folder or a device is INVALID_PATH. */
  async read(path: string): Promise<StoredFile | null> {
    const absolute = await this.#locate(path)
    let handle
    try {
      // A pipe that nobody writes to must not keep anyone waiting.
      handle = await open(absolute, constants.O_RDONLY | nonBlocking)
    } catch (error) {
      if (isMissing(error)) return null
      throw asVaultError(error, path)
    }
    try {
      const stats = await handle.stat()
      if (!stats.isFile()) {
        throw new VaultError('INVALID_PATH', `${path} is not a file.`, { path, hint: notesAreListed })
      }
      const bytes = await handle.readFile()
      const { text, isUtf8 } = decode(bytes)
      const born = stats.birthtimeMs > 0 ? stats.birthtimeMs : stats.mtimeMs
      return { path, text, isUtf8, hash: hashOf(bytes), stamp: stampOf(stats), born }
    } catch (error) {
      throw asVaultError(error, path)
    } finally {
      await handle.close()
    }
  }

  async exists(path: string): Promise<boolean> {
    return (await lstat(await this.#locate(path)).catch(() => null)) !== null
  }

  async isFolder(path: string): Promise<boolean> {
    const found = await stat(await this.#locate(path)).catch(() => null)
    return found?.isDirectory() === true
  }

  /** The file in the same folder whose name differs only in case or in how its accents are typed, or null. */
  async sameName(path: string): Promise<string | null> {
    const folder = folderOf(path)
    const names = await readdir(await this.#locate(folder)).catch(() => [])
    const key = normalizeKey(fileNameOf(path))
    const name = names.find((other) => normalizeKey(other) === key)
    return name === undefined ? null : folder === '' ? name : `${folder}/${name}`
  }

  /** The folder and those above it, where they are missing. */
  async makeFolder(path: string): Promise<void> {
    const target = await this.#locate(path)
    try {
      await makeFolders(target)
    } catch (error) {
      throw hasCode(error, 'EEXIST', 'ENOTDIR') ? notAFolder(path, error) : asVaultError(error, path)
    }
  }

  /** A new file with its folders. Never replaces one, not even one that appears meanwhile: ALREADY_EXISTS. */
  async create(path: string, text: string): Promise<ContentHash> {
    const target = await this.#locate(path)
    const bytes = Buffer.from(text)
    await this.makeFolder(folderOf(path))
    try {
      const temporary = await writeTemporary(target, bytes)
      try {
        await linkOrCopy(temporary, target, bytes)
      } finally {
        await unlink(temporary)
      }
      await syncFolder(dirname(target))
    } catch (error) {
      throw asVaultError(error, path)
    }
    return hashOf(bytes)
  }

  /** The whole file anew, as one step: whoever reads sees the old or the new text. Keeps its permissions. */
  async replace(path: string, text: string, expected: ContentHash): Promise<ContentHash> {
    const target = await this.#locate(path)
    const bytes = Buffer.from(text)
    try {
      await access(target, constants.W_OK)
      const temporary = await writeTemporary(target, bytes, (await stat(target)).mode)
      try {
        // The last look before the only step that matters: an editor may have saved since the text was read.
        await this.#check(path, expected)
        await rename(temporary, target)
      } catch (error) {
        await unlink(temporary)
        throw error
      }
      await syncFolder(dirname(target))
    } catch (error) {
      throw asVaultError(error, path)
    }
    return hashOf(bytes)
  }

  /** Removes a file that still is what the caller has read. */
  async remove(path: string, expected: ContentHash): Promise<void> {
    const target = await this.#locate(path)
    try {
      await this.#check(path, expected)
      await unlink(target)
      await syncFolder(dirname(target))
    } catch (error) {
      throw asVaultError(error, path)
    }
  }

  async #check(path: string, expected: ContentHash): Promise<void> {
    const bytes = await readFile(await this.#locate(path))
    const current = hashOf(bytes)
    if (current !== expected) throw hashMismatch(path, current, expected)
  }

  /** The absolute path, once it is certain that it lies in the vault, links resolved. */
  async #locate(path: string): Promise<string> {
    const absolute = join(this.root, this.toRelative(path))
    for (let part = absolute; ; part = dirname(part)) {
      try {
        const real = await realpath(part)
        if (real !== this.root && !real.startsWith(this.root + sep)) throw outside(path)
        return absolute
      } catch (error) {
        if (!isMissing(error)) throw asVaultError(error, path)
        // A link whose target is missing is no place to write to.
        if ((await lstat(part).catch(() => null))?.isSymbolicLink() === true) throw outside(path)
        if (part === this.root) {
          throw new VaultError('VAULT_UNAVAILABLE', "The vault's folder is not there.", {
            hint: 'Check that the folder exists and its drive is mounted, then call list_vaults.',
          })
        }
      }
    }
  }
}

/** The content hash of a file's bytes. */
export function hashOf(bytes: Uint8Array): ContentHash {
  const hash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  if (!isContentHash(hash)) throw new TypeError('A digest has another form than expected.')
  return hash
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

function notAFolder(path: string, cause: unknown): VaultError {
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

// In the same folder as the note, so that the rename is atomic; hidden, so that nobody indexes it.
async function writeTemporary(target: string, bytes: Uint8Array, mode = 0o666): Promise<string> {
  const temporary = join(dirname(target), temporaryName())
  const handle = await open(temporary, 'wx', mode)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } catch (error) {
    await unlink(temporary).catch(() => undefined)
    throw error
  } finally {
    await handle.close()
  }
  return temporary
}

async function linkOrCopy(temporary: string, target: string, bytes: Uint8Array): Promise<void> {
  try {
    await link(temporary, target)
  } catch (error) {
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV')) throw error
    // A file system without hard links: exclusive creation keeps the promise that nothing is replaced.
    const handle = await open(target, 'wx')
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows and some network drives cannot open a folder; the file itself is safe already.
  const handle = await open(folder, 'r').catch(() => null)
  try {
    await handle?.sync().catch(() => undefined)
  } finally {
    await handle?.close()
  }
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
  )
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
  if (isMissing(error))
    return new VaultError(
      'NOT_FOUND',
      `${path} is not there any more.`,
      { path, hint: notesAreListed },
      options,
    )
  return error
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
