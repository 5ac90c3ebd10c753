import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const digestBytes = 32
// Of one version 2.5 MB: several may be in use, and none is missed for long.
const mostBytes = 32_000_000
/** Ends the name of every file of this store; another file in its folder is somebody else's. */
const ending = '.v8code'
const draftEnding = `${ending}.tmp`
// A link, or a pipe that nobody writes to, is nothing that was put there.
const readPlainly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * What V8 compiled, kept in a folder between starts. Nothing of it is needed: what is not there, cannot be read or is not
 * what was written is compiled again.
 */
export class CodeStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** What was written under a name for a source of this version; undefined where that cannot be told for certain. */
  read(name: string, version: string): Buffer | undefined {
    try {
      if (!this.#isSafe()) return undefined
      const bytes = readOwn(join(this.#folder, `${name}${ending}`))
      if (bytes === undefined) return undefined
      const data = bytes.subarray(digestBytes)
      // V8 runs whatever it is given.
      return digestOf(version, data).equals(bytes.subarray(0, digestBytes)) ? data : undefined
    } catch {
      return undefined
    }
  }

  /** Keeps it if that is possible. */
  write(name: string, version: string, data: Buffer): void {
    const draft = join(this.#folder, `${randomUUID()}${draftEnding}`)
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      if (!this.#isSafe()) return
      writeFileSync(draft, Buffer.concat([digestOf(version, data), data]), { mode: 0o600, flag: 'wx' })
      renameSync(draft, join(this.#folder, `${name}${ending}`))
    } catch {
      this.#remove(draft)
    }
  }

  /** Removes the oldest of more than a few versions, and nothing that is not of this store. */
  prune(): void {
    try {
      if (!this.#isSafe()) return
      const own = readdirSync(this.#folder).filter(
        (name) => name.endsWith(ending) || name.endsWith(draftEnding),
      )
      const files = own.flatMap((name) => {
        const found = lstatSync(join(this.#folder, name))
        return found.isFile() ? [{ name, mtimeMs: found.mtimeMs, size: found.size }] : []
      })
      let kept = 0
      for (const { name, size } of files.sort((one, other) => other.mtimeMs - one.mtimeMs)) {
        kept += size
        if (kept > mostBytes) this.#remove(join(this.#folder, name))
      }
    } catch {
      // Another process prunes as well.
    }
  }

  /** Whether nobody else can put anything there, or something else in its place: it will be run. */
  #isSafe(): boolean {
    const folder = lstatSync(this.#folder)
    const { mode } = lstatSync(dirname(this.#folder))
    return (
      folder.isDirectory() && isOnlyOurs(folder) && (process.getuid === undefined || (mode & 0o002) === 0)
    )
  }

  #remove(file: string): void {
    try {
      rmSync(file, { force: true })
    } catch {
      // It is in nobody's way.
    }
  }
}

function digestOf(version: string, data: Buffer): Buffer {
  return createHash('sha256').update(`${version}\n`).update(data).digest()
}

/** The bytes of a file that nobody else can have written. */
function readOwn(file: string): Buffer | undefined {
  const descriptor = openSync(file, readPlainly)
  try {
    const found = fstatSync(descriptor)
    return found.isFile() && isOnlyOurs(found) ? readFileSync(descriptor) : undefined
  } finally {
    closeSync(descriptor)
  }
}

function isOnlyOurs({ uid, mode }: Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
}
