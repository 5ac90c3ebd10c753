import { lstatSync, readSync, statSync } from 'node:fs'
import { type FileHandle, lstat, readdir, rmdir } from 'node:fs/promises'
import { hasCode } from '../model/error-code.ts'
import type { ContentHash } from '../model/ids.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import { fileNameOf, folderOf, isHidden, isInside, pathIn } from '../model/note-path.ts'
import { type KnownContent, statsAtRest } from './at-rest.ts'
import { decodeNote } from './decode-note.ts'
import { DisplacedFiles } from './displaced-files.ts'
import {
  alreadyExists,
  asVaultError,
  fileGone,
  hidden,
  neverThere,
  noFolder,
  notAFolder,
} from './file-errors.ts'
import {
  type BeforeStep,
  moveFolderTo,
  moveTo,
  prepareAt,
  type PreparedStep,
  prepareNewAt,
  removeAt,
} from './file-steps.ts'
import { findSpellings } from './find-spellings.ts'
import { type Bounds, type Located, locatePath, relativeTo } from './locate-path.ts'
import { chunksOf, readLinesOf } from './long-file.ts'
import { leadsToFile, lookAtPath, type PathState, seen } from './look-at-path.ts'
import { makeFolders } from './make-folders.ts'
import { isOwnPlace } from './own-places.ts'
import { onceATurn } from './once-a-turn.ts'
import { OwnWrites } from './own-writes.ts'
import { Pace } from './pace.ts'
import { isSameEntry, syncFolder } from './place-file.ts'
import { readBytes } from './read-bytes.ts'
import { readLocated, type ReadOpen } from './read-located.ts'
import { setExecutable } from './set-executable.ts'
import { composed, spelledOnDisk } from './spelled-on-disk.ts'
import { readStored, readStoredStart, refuseNoNote, type StoredFile, withRest } from './stored-file.ts'
import { untilQuiet, untilThere } from './until-quiet.ts'

/** A new text that waits in a file beside its target. Call one of the two. */
export interface PreparedFile {
  readonly finish: (beforeStep?: BeforeStep) => Promise<void>
  readonly discard: () => Promise<void>
}

/**
 * The files of one vault, and the only door through which they change. Paths are vault-relative; nothing outside the
 * vault's folder and nothing hidden is read or written, not even through links.
 */
export class VaultFiles {
  /** Absolute, with links resolved. */
  readonly root: string
  /** Files that changes have replaced, and what editors saved there all the same. */
  readonly displaced: DisplacedFiles
  readonly #bounds: Bounds
  readonly #locate: (path: string) => Located
  readonly #pace = new Pace()
  readonly #written = new OwnWrites()

  /**
   * `check` gets every path, as named and with links resolved, and throws for one that may not be touched. `isOwn`
   * tells which hidden places are allowed all the same.
   */
  constructor(
    root: string,
    check: (path: string) => void = () => undefined,
    isOwn: (path: string) => boolean = isOwnPlace,
  ) {
    this.root = root
    this.displaced = new DisplacedFiles(root)
    this.#bounds = { root, check, isOwn }
    this.#locate = onceATurn((path) => locatePath(this.#bounds, path))
  }

  /** The files of a vault, with those of one hidden settings folder allowed. */
  including(folder: string): VaultFiles {
    return new VaultFiles(this.root, this.#bounds.check, (path) => isInside(path, folder))
  }

  /**
   * The vault-relative path for what a caller named: `a/b.md`, `./a/b.md` or an absolute path inside the vault.
   * Anything else is OUTSIDE_VAULT, percent-encoded or not; what cannot be a path is INVALID_PATH.
   */
  toRelative(named: string): string {
    return relativeTo(this.root, named)
  }

  /** A vault-relative path in the Unicode form that it has on disk, as far as it is there. */
  spelled(path: string): string {
    return spelledOnDisk(this.root, path)
  }

  /** The path for a folder that a caller named, spelled as it is there, and in NFC where it is not; `/` is the vault's root. */
  toFolder(named: string): string {
    return named === '/' ? '' : spelledOnDisk(this.root, this.toRelative(named), composed)
  }

  /** The path for a file to be made: its folders as `toFolder` has them, its own name in NFC. */
  toNewPath(named: string): string {
    const path = this.toRelative(named)
    return pathIn(this.toFolder(folderOf(path)), composed(fileNameOf(path)))
  }

  /** Where a path leads, checked to be allowed in this turn of the event loop. */
  locate(path: string): Located {
    return this.#locate(path)
  }

  /**
   * The path with links resolved as far as it exists, under which the index knows the file. OUTSIDE_VAULT when it leads
   * out of the vault, INVALID_PATH when it leads to something hidden.
   */
  async canonical(path: string): Promise<string> {
    return this.locate(path).resolved
  }

  /** A whole file; null for none. A folder or a device is INVALID_PATH, a file too long to edit INVALID_ARGUMENT. */
  async read(path: string): Promise<StoredFile | null> {
    return await this.#reading(path, (file, stats) => readStored(path, file, stats))
  }

  /** A file of any length; of one that is too long to edit, its beginning. */
  async readStart(path: string): Promise<StoredFile | null> {
    return await this.#reading(path, (file, stats) => readStoredStart(path, file, stats))
  }

  /** Copies a file of any length into an open one. */
  async copyInto(path: string, target: FileHandle): Promise<void> {
    const found = await this.#reading(path, async (file) => {
      for await (const chunk of chunksOf(file)) await target.write(chunk)
      return true
    })
    if (found === null) throw fileGone(path)
  }

  /** Lines of a file of any length, from line `from` (the first is 1), up to a number of bytes. */
  async readLines(
    path: string,
    lines: { readonly first: number; readonly last: number; readonly most: number },
  ): Promise<string> {
    const text = await this.#reading(path, (file, stats) => {
      refuseNoNote(path, stats)
      return readLinesOf(file, lines)
    })
    if (text === null) throw fileGone(path)
    return text
  }

  /** The bytes of any file, unless it is missing or larger than `most`. */
  async readBytes(path: string, most: number): Promise<Buffer | 'missing' | 'too large'> {
    const bytes = await this.#reading(path, async (file, { size }) =>
      size > most ? 'too large' : await readBytes(file, size),
    )
    return bytes ?? 'missing'
  }

  /** The beginning of a file, long enough for most frontmatters; null where there is no such file. */
  async readHead(path: string): Promise<string | null> {
    return await this.#reading(path, async (file) => {
      const bytes = Buffer.alloc(headBytes)
      return decodeNote(bytes.subarray(0, readSync(file, bytes, 0, headBytes, 0)), true).text
    })
  }

  /**
   * Reads a file for writing. Waits for one that seems to be in the middle of a save (empty, or a few milliseconds old)
   * and for one that has just been deleted.
   */
  async readSettled(path: string): Promise<StoredFile | null> {
    return await this.#settled(path, readStored)
  }

  /** Reads a file of any length, once it is settled, to move or remove it; of a long one, its beginning. */
  async readStartSettled(path: string): Promise<StoredFile | null> {
    return await this.#settled(path, readStoredStart)
  }

  async #settled(path: string, read: typeof readStored): Promise<StoredFile | null> {
    const giveUpAt = performance.now() + longestSaveMs
    for (;;) {
      await this.#pace.keep()
      const at = this.locate(path)
      const locatedAt = performance.now()
      if (!(await untilThere(at.absolute))) return null
      const isEmpty = await untilQuiet(at.absolute, (stats) => this.#written.isAsWritten(at.absolute, stats))
      // During the wait the path may have come to lead elsewhere.
      const now = performance.now() - locatedAt > noWaitMs ? this.locate(path) : at
      const file = await readLocated(this.#bounds, now, async (open, stats) => {
        const atRest = statsAtRest(open)
        return withRest(await read(path, open, stats), atRest)
      })
      // An editor may have deleted or emptied it since.
      if (file !== null && (file.text !== '' || isEmpty)) return file
      if (performance.now() > giveUpAt) throw neverThere(path)
    }
  }

  /** Whether a file is there, or comes back at once: some editors delete a file to make it again. */
  async comesBack(path: string): Promise<boolean> {
    return await untilThere(this.locate(path).absolute)
  }

  async exists(path: string): Promise<boolean> {
    return seen(lstatSync, this.locate(path).absolute) !== null
  }

  /** The canonical path of a file; null for nothing or a folder. INVALID_PATH for a pipe, a socket or a device. */
  async findFile(path: string): Promise<string | null> {
    const at = this.locate(path)
    return leadsToFile(at) ? at.resolved : null
  }

  async isFolder(path: string): Promise<boolean> {
    return seen(statSync, this.locate(path).absolute)?.isDirectory() === true
  }

  /** What is at a path, a file with its content hash. `known` is what the file is expected to hold. */
  async look(path: string, known: KnownContent = {}): Promise<PathState> {
    await this.#pace.keep()
    return await lookAtPath(this.locate(path), known)
  }

  /** The names in a folder; empty where there is no such folder. */
  async names(folder: string): Promise<readonly string[]> {
    return await readdir(this.locate(folder).absolute).catch(() => [])
  }

  /** What is there under a path that differs at most in case or accents, in the names of folders as well; or null. */
  async sameName(path: string): Promise<string | null> {
    const namesLike = async (folder: string, name: string) => {
      const key = normalizeKey(name)
      return (await this.names(folder)).filter((other) => normalizeKey(other) === key)
    }
    const [first] = await findSpellings(path, namesLike)
    return first ?? null
  }

  /** Whether two paths that differ in case are one file. */
  async isSameEntry(path: string, other: string): Promise<boolean> {
    return await isSameEntry(this.locate(path).absolute, this.locate(other).absolute)
  }

  /** Makes a folder and the missing ones above it. */
  async makeFolder(path: string): Promise<void> {
    const { absolute } = this.locate(path)
    try {
      await makeFolders(absolute)
    } catch (error) {
      throw hasCode(error, 'EEXIST', 'ENOTDIR') ? notAFolder(path, error) : asVaultError(error, path)
    }
  }

  /**
   * Creates a file and its folders. Never replaces one, not even one that appears meanwhile: ALREADY_EXISTS. Like all
   * changes here, new names survive a power failure only after `syncFolders`. The text is written at once, but no folder
   * made and no name given before `ready` has resolved, which is asked before each.
   */
  async create(
    path: string,
    text: string | Uint8Array,
    mode?: number,
    beforeStep: BeforeStep = always,
    ready: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    const at = this.locate(path)
    if (!(await this.isFolder(folderOf(path)))) {
      await ready()
      await this.makeFolder(folderOf(path))
    }
    const { finish, discard } = this.#prepared(at, await told(path, () => prepareNewAt(at, text, mode)))
    try {
      await ready()
      await finish(beforeStep)
    } finally {
      await discard()
    }
  }

  /**
   * Writes a whole new file beside its target. `finish` puts it in place in one step, so that a reader sees the old or
   * the new text. It keeps its permissions. `before` is what the caller has read there.
   */
  async prepare(
    path: string,
    text: string,
    before: ContentHash | (KnownContent & { readonly hash: ContentHash }),
  ): Promise<PreparedFile> {
    const at = this.locate(path)
    const known = typeof before === 'string' ? { hash: before } : before
    return this.#prepared(at, await told(path, () => prepareAt(this.displaced, at, text, known)))
  }

  #prepared({ path, absolute }: Located, { finish, discard }: PreparedStep): PreparedFile {
    return {
      finish: (beforeStep = always) =>
        told(path, async () => {
          this.#written.remember(absolute, await finish(beforeStep))
        }),
      discard,
    }
  }

  /** Removes a file that is unchanged since the caller read it. */
  async remove(path: string, expected: ContentHash, beforeStep: BeforeStep = always): Promise<void> {
    const at = this.locate(path)
    await told(path, () => removeAt(this.displaced, at, expected, beforeStep))
  }

  /**
   * Moves a file that is unchanged since the caller read it, with a new text unless that is null. Never replaces
   * anything: ALREADY_EXISTS. At every moment one of the two names leads to the whole file.
   */
  async move(
    path: string,
    to: string,
    expected: ContentHash,
    text: string | null,
    beforeStep: BeforeStep = always,
  ): Promise<void> {
    const places = { source: this.locate(path), target: this.locate(to) }
    await this.makeFolder(folderOf(to))
    try {
      const stats = await moveTo(this.displaced, places, { expected, text }, beforeStep)
      if (stats !== null) this.#written.remember(places.target.absolute, stats)
    } catch (error) {
      throw asVaultError(error, hasCode(error, 'EEXIST') ? to : path)
    }
  }

  /** Moves a folder with everything in it; missing folders above the target are made. */
  async moveFolder(path: string, to: string, beforeStep: BeforeStep = always): Promise<void> {
    // The trash stays where it is.
    for (const folder of [path, to].map((one) => this.toRelative(one)))
      if (isHidden(folder)) throw hidden(folder)
    const source = this.locate(path).absolute
    const target = this.locate(to).absolute
    try {
      if (!(await lstat(source)).isDirectory()) throw noFolder(path)
      await this.makeFolder(folderOf(to))
      const isTaken = (await lstat(target).catch(() => null)) !== null
      if (isTaken && !(await isSameEntry(source, target))) throw alreadyExists(to)
      await moveFolderTo(source, target, beforeStep)
      this.displaced.rename(path, to)
    } catch (error) {
      if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw alreadyExists(to, { cause: error })
      throw asVaultError(error, path)
    }
  }

  /** Removes a folder and those above it up to `upTo`, as long as they are empty. */
  async dropFolders(folder: string, upTo: string): Promise<void> {
    for (let current = folder; current !== '' && isInside(current, upTo); current = folderOf(current)) {
      try {
        await rmdir(this.locate(current).absolute)
      } catch {
        // A folder that cannot be removed, or is not there, is no reason to fail.
      }
    }
  }

  /** Lets a file be run, or not, by whoever may read it. */
  async setExecutable(path: string, isExecutable: boolean): Promise<void> {
    await told(path, () => setExecutable(this.locate(path).absolute, isExecutable))
  }

  /** Makes changes to the names in these folders survive a power failure. */
  async syncFolders(folders: Iterable<string>): Promise<void> {
    await Promise.all([...new Set(folders)].map((folder) => syncFolder(this.locate(folder).absolute)))
  }

  async #reading<Result>(path: string, use: ReadOpen<Result>): Promise<Result | null> {
    await this.#pace.keep()
    return await readLocated(this.#bounds, this.locate(path), use)
  }
}

// An editor that keeps emptying a note must not block other writes for longer.
const longestSaveMs = 5_000

// Looks at a file are 3 ms apart: anything longer was a wait.
const noWaitMs = 2

const always: BeforeStep = () => undefined

const headBytes = 16_384

/** Runs work on a path and turns the system's errors into failures for the caller. */
async function told<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw asVaultError(error, path)
  }
}
