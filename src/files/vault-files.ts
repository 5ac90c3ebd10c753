import type { Said } from '../model/advice.ts'
import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs'
import { type FileHandle, lstat, readdir, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { FileStamp } from '../model/file-stamp.ts'
import type { ContentHash } from '../model/ids.ts'
import { copyName } from '../markdown/text/copy-name.ts'
import { fileNameOf, folderOf, isHidden, isInside, typeFileName } from '../model/note-path.ts'
import { oddOnWindows } from '../model/windows-name.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import { inMegabytes, mostNoteBytes } from '../model/note-size.ts'
import { isKeptName, isTemporaryName } from '../model/temporary-name.ts'
import { VaultError } from '../model/vault-error.ts'
import { renameFile } from '../own-files/rename-file.ts'
import { DisplacedFiles } from './displaced-files.ts'
import { hasCode } from '../model/error-code.ts'
import { hashFile, hashOf, hashOfBytes } from './hash-file.ts'
import { holdFolder } from './hold-folder.ts'
import { makeFolders } from './make-folders.ts'
import { moveFile, renameInCase } from './move-file.ts'
import { isSameFile, isSameTime, OpenFile } from './open-file.ts'
import { isOwnPlace } from './own-places.ts'
import { chunksOf, readLinesOf, readLongFile } from './long-file.ts'
import { isSameEntry, placeFile, syncFolder, unlinkIfThere, writeTemporary } from './place-file.ts'
import { Pace } from './pace.ts'
import { liesIn, placeOf } from './place-of.ts'
import { type FreshFile, type Placed, putInPlace } from './put-in-place.ts'
import { openForReading, readBytes } from './read-bytes.ts'
import { isMissing, stampOf } from './read-file.ts'
import { takeAway } from './take-away.ts'
import { untilQuiet, untilThere } from './until-quiet.ts'

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
  /** Of a file that is longer than notes are edited, whose text is only its beginning, how long; null where it is whole. */
  readonly cutFrom: { readonly bytes: number; readonly lines: number } | null
}

/** What lies at a path. */
export type PathState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'file'; readonly hash: ContentHash; readonly mode: number }

/** Called right before the step that changes what lies under a name; where it throws there is no step. */
type BeforeStep = () => void

/** A new text for a file that waits beside it. One of the two has to be called. */
export interface PreparedFile {
  readonly finish: (beforeStep?: BeforeStep) => Promise<void>
  readonly discard: () => Promise<void>
}

/**
 * The files of one vault, and the only door through which they change. Paths are vault-relative; nothing outside the
 * vault's folder is read or written, nor anything hidden in it, through links neither.
 */
export class VaultFiles {
  /** Absolute, with links resolved. */
  readonly root: string
  /** What was put out of its place, and what was saved there nevertheless. */
  readonly displaced: DisplacedFiles
  readonly #pace = new Pace()
  /** By absolute path, how the files looked that were written here: nobody else is at them. */
  readonly #written = new Map<string, BigIntStats>()
  readonly #check: (path: string) => void
  readonly #isOwn: (path: string) => boolean

  /**
   * `check` is asked about every path, as named and with links resolved, and throws for one that may not be touched.
   * `isOwn` tells which hidden places are there all the same.
   */
  constructor(
    root: string,
    check: (path: string) => void = () => undefined,
    isOwn: (path: string) => boolean = isOwnPlace,
  ) {
    this.root = root
    this.displaced = new DisplacedFiles(root)
    this.#check = check
    this.#isOwn = isOwn
  }

  /** The files of a hidden folder whose settings are read as what they are; no other hidden ones. */
  including(folder: string): Pick<VaultFiles, 'toRelative' | 'sameName' | 'isFolder' | 'read'> {
    return new VaultFiles(this.root, this.#check, (path) => isInside(path, folder))
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
    const odd = sep === '\\' ? oddOnWindows(inside) : null
    if (odd !== null) throw oddName(odd)
    return inside
      .split('/')
      .filter((segment) => segment !== '' && segment !== '.')
      .join('/')
  }

  /**
   * The same path with links resolved as far as it exists: the one under which the index knows the file. OUTSIDE_VAULT
   * when it leads out of the vault, INVALID_PATH when it leads to what is hidden.
   */
  async canonical(path: string): Promise<string> {
    return this.#resolve(path).resolved
  }

  /**
   * Null when there is no such file. A folder or a device is INVALID_PATH, a file longer than notes are edited
   * INVALID_ARGUMENT.
   */
  async read(path: string): Promise<StoredFile | null> {
    return await this.#withFile(path, async (file, stats) => {
      if (stats.size > mostNoteBytes) throw tooLong(path, stats.size)
      const bytes = await readBytes(file, stats.size)
      return { ...decode(bytes), hash: await hashOfBytes(bytes), cutFrom: null }
    })
  }

  /** A file of any length: of one that is longer than notes are edited its beginning. */
  async readStart(path: string): Promise<StoredFile | null> {
    return await this.#withFile(path, async (file, stats) => {
      if (stats.size > mostNoteBytes) {
        const { start, hash, lines } = await readLongFile(file)
        return { text: start, isUtf8: false, hash, cutFrom: { bytes: stats.size, lines } }
      }
      const bytes = await readBytes(file, stats.size)
      return { ...decode(bytes), hash: await hashOfBytes(bytes), cutFrom: null }
    })
  }

  /** Writes a copy of a file of any length into one that is open. */
  async copyInto(path: string, target: FileHandle): Promise<void> {
    const found = await this.#withFile(path, async (file) => {
      for await (const chunk of chunksOf(file)) await target.write(chunk)
      return {}
    })
    if (found === null) throw fileGone(path)
  }

  /** Lines of a file of any length, the first being 1, and at most so many bytes of them. */
  async readLines(
    path: string,
    lines: { readonly first: number; readonly last: number; readonly most: number },
  ): Promise<string> {
    const found = await this.#withFile(path, async (file) => ({ text: await readLinesOf(file, lines) }))
    if (found === null) throw fileGone(path)
    return found.text
  }

  async #withFile<Content>(
    path: string,
    use: (file: number, stats: Stats) => Promise<Content>,
  ): Promise<(Content & Pick<StoredFile, 'path' | 'stamp' | 'born'>) | null> {
    await this.#pace.keep()
    const file = this.#open(path)
    if (file === null) return null
    try {
      const stats = fstatSync(file)
      if (!stats.isFile()) throw notAFile(path, stats)
      const born = stats.birthtimeMs > 0 ? stats.birthtimeMs : stats.mtimeMs
      return { ...(await use(file, stats)), path, stamp: stampOf(stats), born }
    } catch (error) {
      throw asVaultError(error, path)
    } finally {
      closeSync(file)
    }
  }

  /**
   * A file that is there, for whoever is going to write it. One that somebody seems to be writing, empty or a few
   * milliseconds old, is waited for, and one that has gone may come back.
   */
  async readSettled(path: string): Promise<StoredFile | null> {
    return await this.#settled(path, () => this.read(path))
  }

  /** Reads a settled file that is to be moved or removed: one of any length, of a long one its beginning. */
  async readStartSettled(path: string): Promise<StoredFile | null> {
    return await this.#settled(path, () => this.readStart(path))
  }

  async #settled(path: string, read: () => Promise<StoredFile | null>): Promise<StoredFile | null> {
    const absolute = this.#locate(path)
    const isOwn = (stats: BigIntStats) => this.#isAsWritten(absolute, stats)
    const giveUpAt = performance.now() + longestSaveMs
    for (;;) {
      if (!(await untilThere(absolute))) return null
      const isEmpty = await untilQuiet(absolute, isOwn)
      const file = await read()
      // Somebody may have deleted or emptied it since.
      if (file !== null && (file.text !== '' || isEmpty)) return file
      if (performance.now() > giveUpAt) throw neverThere(path)
    }
  }

  /** Whether a file is there, or comes back at once: whoever deletes one may be about to make it again. */
  async comesBack(path: string): Promise<boolean> {
    return await untilThere(this.#locate(path))
  }

  /** The bytes of a file that need be no note, unless there is none or it is larger than `most`. */
  async readBytes(path: string, most: number): Promise<Buffer | 'missing' | 'too large'> {
    const file = this.#open(path)
    if (file === null) return 'missing'
    try {
      const stats = fstatSync(file)
      if (!stats.isFile()) throw notAFile(path, stats)
      return stats.size > most ? 'too large' : await readBytes(file, stats.size)
    } catch (error) {
      throw asVaultError(error, path)
    } finally {
      closeSync(file)
    }
  }

  /** The beginning of a file, long enough for the frontmatter of most; null where there is no such file. */
  async readHead(path: string): Promise<string | null> {
    const absolute = this.#locate(path)
    try {
      const file = openForReading(absolute)
      try {
        const stats = fstatSync(file)
        if (!stats.isFile()) throw notAFile(path, stats)
        const bytes = Buffer.alloc(headBytes)
        return decode(bytes.subarray(0, readSync(file, bytes, 0, headBytes, 0))).text
      } finally {
        closeSync(file)
      }
    } catch (error) {
      if (isMissing(error)) return null
      throw asVaultError(error, path)
    }
  }

  async exists(path: string): Promise<boolean> {
    return (await lstat(this.#locate(path)).catch(() => null)) !== null
  }

  /** Whether something is there that is no folder. INVALID_PATH for a pipe, a socket or a device, which no note can be. */
  async isFile(path: string): Promise<boolean> {
    const absolute = this.#locate(path)
    const found = await lstat(absolute).catch(() => null)
    const meant = found?.isSymbolicLink() === true ? await stat(absolute).catch(() => null) : found
    if (meant === null || meant.isDirectory()) return false
    if (!meant.isFile()) throw notAFile(path, meant)
    return true
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
  async create(
    path: string,
    text: string | Uint8Array,
    mode?: number,
    beforeStep: BeforeStep = always,
  ): Promise<void> {
    const target = this.#locate(path)
    await this.makeFolder(folderOf(path))
    try {
      await holdFolder(dirname(target), async (folder) => {
        const fresh = await writeFresh(folder, text, mode)
        try {
          beforeStep()
          await placeFile(fresh.at, join(folder, basename(target)))
          this.#remember(target, fresh)
        } finally {
          await unlinkIfThere(fresh.at)
        }
      })
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
    try {
      const was = await openExpected(path, target, expected)
      const fresh = await writeInstead(was, target, dirname(target), text)
      let isBegun = false
      return {
        finish: async (beforeStep = always) => {
          isBegun = true
          try {
            const file = await this.#step(path, target, was, async (now, held) => {
              beforeStep()
              return await putInPlace(besides(fresh, held), held, now)
            })
            this.displaced.add(path, file)
            this.#remember(target, fresh)
          } catch (error) {
            throw asVaultError(error, path)
          }
        },
        discard: async () => {
          if (!isBegun) was.close()
          await unlinkIfThere(fresh.at)
        },
      }
    } catch (error) {
      throw asVaultError(error, path)
    }
  }

  /** Removes a file that still is what the caller has read. */
  async remove(path: string, expected: ContentHash, beforeStep: BeforeStep = always): Promise<void> {
    const target = this.#locate(path)
    try {
      const was = await openExpected(path, target, expected)
      const file = await this.#step(path, target, was, async (now, held) => {
        beforeStep()
        return await takeAway(held, now)
      })
      this.displaced.add(path, file)
    } catch (error) {
      throw asVaultError(error, path)
    }
  }

  /**
   * Gives a file that still is what the caller has read another place, with another text unless that is null. Never
   * replaces anything there: ALREADY_EXISTS. At every moment one of the two names leads to the whole file.
   */
  async move(
    path: string,
    to: string,
    expected: ContentHash,
    text: string | null,
    beforeStep: BeforeStep = always,
  ): Promise<void> {
    const source = this.#locate(path)
    const target = this.#locate(to)
    await this.makeFolder(folderOf(to))
    let fresh: FreshFile | null = null
    try {
      const isSame = await isSameEntry(source, target)
      const was = await openExpected(path, source, expected)
      if (text !== null) fresh = await writeInstead(was, source, dirname(target), text)
      const file = await this.#step(path, source, was, (now, from) =>
        holdFolder(dirname(target), async (folder) => {
          const into = join(folder, basename(target))
          const own = fresh === null ? null : besides(fresh, into)
          beforeStep()
          return isSame
            ? await renameInCase(from, into, own, now)
            : await moveFile(from, into, own, now, beforeStep)
        }),
      )
      this.displaced.rename(path, to)
      if (file.isAt(target)) file.close()
      else this.displaced.add(to, file)
      if (fresh !== null) this.#remember(target, fresh)
    } catch (error) {
      throw asVaultError(error, hasCode(error, 'EEXIST') ? to : path)
    } finally {
      if (fresh !== null) await unlinkIfThere(fresh.at)
    }
  }

  /** Gives a folder with all that is in it another place; folders that are missing on the way are made. */
  async moveFolder(path: string, to: string, beforeStep: BeforeStep = always): Promise<void> {
    // The trash stays where it is.
    for (const folder of [path, to].map((one) => this.toRelative(one)))
      if (isHidden(folder)) throw hidden(folder)
    const source = this.#locate(path)
    const target = this.#locate(to)
    try {
      if (!(await lstat(source)).isDirectory()) throw noFolder(path)
      await this.makeFolder(folderOf(to))
      const isTaken = (await lstat(target).catch(() => null)) !== null
      if (isTaken && !(await isSameEntry(source, target))) throw alreadyExists(to)
      await holdFolder(dirname(source), (here) =>
        holdFolder(dirname(target), async (there) => {
          beforeStep()
          const mayGoOn = () => {
            beforeStep()
            return true
          }
          await renameFile(join(here, basename(source)), join(there, basename(target)), { mayGoOn })
        }),
      )
      this.displaced.rename(path, to)
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
      if (!stats.isFile()) throw notAFile(path, stats)
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

  /**
   * Removes what writes that were cut off have left in a folder. Only for who has the vault's lock. A whole text that is
   * none of `known` was saved by somebody at that moment: it stays under a name that is seen, which is returned.
   */
  async removeTemporaries(
    folder: string,
    known: ReadonlySet<ContentHash | null>,
  ): Promise<readonly string[]> {
    const copies: string[] = []
    const absolute = this.#locate(folder)
    for (const name of await this.names(folder)) {
      const left = join(absolute, name)
      if (!isTemporaryName(name)) continue
      if (isKeptName(name) && !known.has(await hashFile(left))) {
        copies.push(await this.#showLeft(folder, left))
      } else await unlinkIfThere(left)
    }
    return copies
  }

  /** Gives a hidden text a name under which it is seen. */
  async #showLeft(folder: string, left: string): Promise<string> {
    const savedAt = statSync(left).mtime
    const path = folder === '' ? 'text.md' : `${folder}/text.md`
    for (let number = 1; ; number++) {
      const copy = copyName(path, savedAt, number)
      try {
        await placeFile(left, this.#locate(copy))
        await unlinkIfThere(left)
        return copy
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error
      }
    }
  }

  /** Every file below a folder, hidden ones too. */
  async filesBelow(folder: string): Promise<readonly string[]> {
    const absolute = this.#locate(folder)
    const entries = await readdir(absolute, { recursive: true, withFileTypes: true }).catch(() => [])
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) =>
        join(folder, relative(absolute, join(entry.parentPath, entry.name)))
          .split(sep)
          .join('/'),
      )
  }

  /**
   * Takes a step with a file that was read, by the way to it that is held meanwhile, and returns the file that has made way. One that was only touched since is
   * read again; where somebody has saved, that stays and the step is refused.
   */
  async #step(
    path: string,
    absolute: string,
    was: OpenFile,
    take: (file: OpenFile, held: string) => Promise<Placed>,
  ): Promise<OpenFile> {
    const { hash: expected, bytes } = was.held
    let file = was
    for (let attempt = 1; ; attempt++) {
      const held = (folder: string) => take(file, join(folder, basename(absolute)))
      const placed = await holdFolder(dirname(absolute), held).catch((error: unknown) => {
        file.close()
        throw error
      })
      if (placed.kind === 'placed') return file
      if (placed.kind === 'overtaken') {
        const others = placed.saved.filter(({ stats }) => !isSameFile(stats, file.held.stats))
        for (const { stats, bytes: saved } of others)
          if (saved !== null) this.displaced.addCovered({ path, base: bytes, saved, stats })
        if (file.isAt(absolute)) file.close()
        else this.displaced.add(path, file)
        throw hashMismatch(path, placed.saved.at(-1)?.hash ?? expected, expected)
      }
      file.close()
      if (attempt === mostTouches) throw hashMismatch(path, expected, expected)
      file = await openExpected(path, absolute, expected)
    }
  }

  #remember(absolute: string, { stats }: FreshFile): void {
    this.#written.delete(absolute)
    this.#written.set(absolute, stats)
    const [oldest] = this.#written.keys()
    if (oldest !== undefined && this.#written.size > mostRemembered) this.#written.delete(oldest)
  }

  #isAsWritten(absolute: string, stats: BigIntStats): boolean {
    const own = this.#written.get(absolute)
    return own !== undefined && isSameFile(own, stats) && isSameTime(own, stats)
  }

  /**
   * Opens a file for reading; null where there is none. A folder on the way may become a link at the very moment: what is
   * opened then lies elsewhere, and is not read.
   */
  #open(path: string): number | null {
    const absolute = join(this.root, this.#resolve(path).resolved)
    let file
    try {
      file = openForReading(absolute)
    } catch (error) {
      if (isMissing(error)) return null
      throw asVaultError(error, path)
    }
    if (liesIn(file, absolute) || this.#isVisible(placeOf(file, absolute))) return file
    closeSync(file)
    throw outside(path)
  }

  /** Whether a real path is that of a visible place in the vault, as after a move. */
  #isVisible(place: string | null): boolean {
    return place?.startsWith(this.root + sep) === true && !isHidden(place.slice(this.root.length + 1))
  }

  /** The absolute path of an entry, once it is certain that it may be touched; links on the way to it are resolved. */
  #locate(path: string): string {
    return this.#resolve(path).absolute
  }

  /** The absolute path of an entry that may be touched, and its path in the vault with the entry's own link resolved, as far as it exists. */
  #resolve(path: string): { readonly absolute: string; readonly resolved: string } {
    const named = this.toRelative(path)
    this.#check(named)
    if (isHidden(named) && !this.#isOwn(named)) throw hidden(named)
    const { resolved, isThere } = this.#follow(path, named)
    if (resolved === named) return { absolute: join(this.root, named), resolved }
    // What is replaced or removed is the link itself: the folder in which it lies counts, too.
    const folder = isThere ? this.#follow(path, folderOf(named)).resolved : folderOf(resolved)
    const entry = folder === '' ? fileNameOf(named) : `${folder}/${fileNameOf(named)}`
    for (const place of new Set([entry, resolved])) {
      this.#check(place)
      // A visible name leads to no hidden place, not even to one of flint's own.
      if (isHidden(place) && !(this.#isOwn(named) && this.#isOwn(place))) throw hidden(named, place)
    }
    return { absolute: join(this.root, entry), resolved }
  }

  /** Where a path leads as far as it exists; `named` is what the caller called it. */
  #follow(named: string, path: string): { readonly resolved: string; readonly isThere: boolean } {
    const absolute = join(this.root, path)
    for (let part = absolute; ; part = dirname(part)) {
      try {
        const real = realpathSync.native(part)
        if (real !== this.root && !real.startsWith(this.root + sep)) throw outside(named)
        const resolved = relative(this.root, join(real, relative(part, absolute)))
        return { resolved: resolved.split(sep).join('/'), isThere: part === absolute }
      } catch (error) {
        if (!isMissing(error)) throw asVaultError(error, named)
        // A link whose target is missing is no place to write to.
        if (isSymbolicLink(part)) throw outside(named)
        if (part === this.root) {
          throw new VaultError('VAULT_UNAVAILABLE', "The vault's folder is not there.", {
            hint: { kind: 'check-folder' },
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

/** A new text for a file that was read, with its permissions. Where that may not be written there is none. */
async function writeInstead(
  was: OpenFile,
  absolute: string,
  folder: string,
  text: string,
): Promise<FreshFile> {
  try {
    accessSync(absolute, constants.W_OK)
    const mode = Number(was.held.stats.mode)
    const fresh = await holdFolder(folder, (held) => writeFresh(held, text, mode))
    return { ...fresh, at: join(folder, basename(fresh.at)) }
  } catch (error) {
    was.close()
    throw error
  }
}

async function writeFresh(folder: string, text: string | Uint8Array, mode?: number): Promise<FreshFile> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const at = await writeTemporary(folder, bytes, mode)
  return { at, stats: lstatSync(at, { bigint: true }), hash: () => hashOf(bytes) }
}

/** The fresh file by the way to the place beside which it lies. */
function besides(fresh: FreshFile, place: string): FreshFile {
  return { ...fresh, at: join(dirname(place), basename(fresh.at)) }
}

/** Opens a file that still is what the caller has read. */
async function openExpected(path: string, absolute: string, expected: ContentHash): Promise<OpenFile> {
  const file = await OpenFile.open(absolute)
  const { hash } = file.held
  if (hash === expected) return file
  file.close()
  throw hashMismatch(path, hash, expected)
}

export function hashMismatch(path: string, current: string, provided: string): VaultError {
  return new VaultError(
    'CONTENT_HASH_MISMATCH',
    `${path} has changed since it was read; nothing was written.`,
    {
      path,
      current_hash: current,
      provided_hash: provided,
      hint: { kind: isTypeFile(path) ? 'read-type-again' : 'read-note-again' },
    },
  )
}

// Somebody who empties a note again and again must not keep others from writing elsewhere.
const longestSaveMs = 5_000

const always: BeforeStep = () => undefined

// Whoever changes a file's rights or names as often as this is not outrun.
const mostTouches = 3
// Notes that are written one after the other, again and again, are far fewer.
const mostRemembered = 200

// `C:x` names a place on a drive only where there are drives; elsewhere `Q: a question` is a title.
const drive = sep === '\\' ? /^[a-z]:/i : /^[a-z]:[\\/]/i

const notesAreListed = { kind: 'list-notes', shows: 'the notes there are' } as const

function notAFile(path: string, stats: Stats): VaultError {
  return new VaultError('INVALID_PATH', `${path} is ${kindOf(stats)}, not a file.`, {
    path,
    hint: notesAreListed,
  })
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}

function neverThere(path: string): VaultError {
  return new VaultError(
    'CONFLICT',
    `Another program is writing ${path} again and again; nothing was changed.`,
    {
      path,
      hint: 'Repeat the call once that program is done.',
    },
  )
}

/** For a folder that has to be there. */
export function noFolder(path: string): VaultError {
  return new VaultError('NOT_FOUND', `There is no folder ${path}.`, {
    path,
    hint: [
      'Name a folder that exists, or create a note in it first.',
      { kind: 'list-notes', shows: 'the folders in use' },
    ],
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

/** For what is hidden, or leads to a hidden place. */
export function hidden(named: string, place = named): VaultError {
  return new VaultError(
    'INVALID_PATH',
    `${named} ${place === named ? 'is' : `leads to ${place}, which is`} hidden: flint leaves hidden files and folders alone.`,
    { path: named, hint: ['Name a file or folder that is not hidden.', notesAreListed] },
  )
}

function oddName(name: string): VaultError {
  return new VaultError('INVALID_PATH', `Windows takes the name "${name}" for something else.`, {
    hint: 'Choose a name without < > : " | ? *, that ends with no dot or space and is no device such as CON.',
  })
}

function outside(named: string): VaultError {
  return new VaultError('OUTSIDE_VAULT', 'That path leads out of the vault; nothing was read or written.', {
    hint: [
      'Give a path relative to the vault, such as projects/site.md.',
      { kind: 'list-notes', shows: 'them' },
    ],
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

const headBytes = 16_384

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
  if (hasCode(error, 'EROFS')) {
    const hint = 'Mount the drive for writing, then repeat the call.'
    return new VaultError(
      'PERMISSION_DENIED',
      `The drive of ${path} is mounted read-only.`,
      { path, hint },
      options,
    )
  }
  if (hasCode(error, 'EACCES', 'EPERM')) {
    const hint = 'Check the permissions of the file and its folder.'
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
  // Neither a socket nor a device without a driver can be opened, and a pipe has no place to read from.
  if (hasCode(error, 'ENXIO', 'ENODEV', 'EOPNOTSUPP', 'ESPIPE'))
    return new VaultError(
      'INVALID_PATH',
      `${path} is a socket, a pipe or a device, not a file.`,
      { path, hint: notesAreListed },
      options,
    )
  if (hasCode(error, 'ELOOP'))
    return new VaultError(
      'INVALID_PATH',
      `${path} is a link, or lies behind one, that leads back to itself.`,
      { path, hint: notesAreListed },
      options,
    )
  if (hasCode(error, 'ENAMETOOLONG', 'EINVAL', 'EISDIR')) {
    const hint = 'Give a shorter name, without characters that this file system does not take.'
    return new VaultError('INVALID_PATH', `${path} cannot be a file here.`, { path, hint }, options)
  }
  if (hasCode(error, 'EXDEV')) {
    const hint = 'Move what is in it file by file.'
    return new VaultError('INVALID_PATH', `${path} lies on another drive.`, { path, hint }, options)
  }
  return isMissing(error) ? fileGone(path, options) : error
}

/** For what would change the text of a file that is too long for it. */
export function tooLong(path: string, bytes: number, hint: Said = { kind: 'read-in-parts' }): VaultError {
  return new VaultError(
    'INVALID_ARGUMENT',
    `${path} is ${inMegabytes(bytes)} long, and notes are edited up to ${inMegabytes(mostNoteBytes)}. Nothing was changed.`,
    { path, bytes, most_bytes: mostNoteBytes, hint },
  )
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
      hint: { kind: isTypeFile(path) ? 'use-type-that-is-there' : 'use-note-that-is-there' },
    },
    options,
  )
}

function isTypeFile(path: string): boolean {
  return fileNameOf(path) === typeFileName
}
