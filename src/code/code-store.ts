import { createHash, randomUUID } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const digestBytes = 32
// Of one version 2.5 MB: several may be in use, and none is missed for long.
const mostBytes = 32_000_000

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
      const file = join(this.#folder, name)
      if (!isOnlyOurs(this.#folder) || !isOnlyOurs(file)) return undefined
      const bytes = readFileSync(file)
      const data = bytes.subarray(digestBytes)
      // V8 runs whatever it is given.
      return digestOf(version, data).equals(bytes.subarray(0, digestBytes)) ? data : undefined
    } catch {
      return undefined
    }
  }

  /** Keeps it if that is possible. */
  write(name: string, version: string, data: Buffer): void {
    const draft = join(this.#folder, `${randomUUID()}.tmp`)
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      writeFileSync(draft, Buffer.concat([digestOf(version, data), data]), { mode: 0o600, flag: 'wx' })
      renameSync(draft, join(this.#folder, name))
    } catch {
      this.#remove(draft)
    }
  }

  /** Removes the oldest of more than a few versions. */
  prune(): void {
    try {
      const files = readdirSync(this.#folder).map((name) => {
        const { mtimeMs, size } = lstatSync(join(this.#folder, name))
        return { name, mtimeMs, size }
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

/** Nobody else can have put it there: it will be run. */
function isOnlyOurs(path: string): boolean {
  const { uid, mode } = lstatSync(path)
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
}
