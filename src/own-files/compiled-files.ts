import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { threadId } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { errorCode } from '../model/error-code.ts'
import { ProgramReplaced } from '../model/program-replaced.ts'

const { arch, env, execArgv, pid, version } = process

/** V8 takes no code that was compiled with other flags: each set of them has its own, so that none displaces another's. */
const flags = [...execArgv, env['NODE_OPTIONS'] ?? ''].join(' ')
const compiledFor = `${version}-${arch}${flags === '' ? '' : `-${crc32(flags).toString(16)}`}`

/** What nobody has written for so long belongs to an earlier flint, or an earlier Node. */
const outdatedAfterMs = 30 * 24 * 60 * 60 * 1_000
const checksumBytes = 4

interface Loaded {
  readonly module: { readonly exports: unknown }
  readonly script: Script
}

/**
 * The files of the bundle that this thread has loaded. V8's code of each is kept in a folder, with that of every function that
 * has run by then: compiling was up to a quarter of a short command. Node's own cache has only what is compiled before a file runs.
 */
export class CompiledFiles {
  readonly #bundle: string
  readonly #folder: string | null
  readonly #loaded = new Map<string, Loaded>()
  /** Whose code was not there, or not this V8's. */
  readonly #missing = new Set<string>()
  readonly #require: (name: string) => unknown

  /**
   * The bundle lies in a folder of CommonJS files whose names change with their text. Nothing is kept without a folder to keep
   * it in. V8 runs what lies there unseen: nobody else may write in it.
   */
  constructor(bundle: string, folder: string | null) {
    this.#bundle = bundle
    this.#folder = folder
    const outside = createRequire(join(bundle, 'main.js'))
    this.#require = (name) => (name.startsWith('./') ? this.load(name.slice(2)) : outside(name))
  }

  /** What a file exports. It runs when it is first asked for. Throws `ProgramReplaced` where it is not there any more. */
  load(name: string): unknown {
    const known = this.#loaded.get(name)
    if (known !== undefined) return known.module.exports
    const filename = join(this.#bundle, name)
    const text = readText(filename)
    const cachedData = this.#read(name)
    const script = new Script(
      `(function(exports,require,module,__filename,__dirname,importOutside){'use strict';${text}\n})`,
      {
        filename,
        ...(cachedData === null ? {} : { cachedData }),
      },
    )
    if (script.cachedDataRejected !== false) this.#missing.add(name)
    const module = { exports: {} }
    this.#loaded.set(name, { module, script })
    const run: unknown = script.runInThisContext()
    if (typeof run !== 'function') throw new Error(`${filename} is no file of the bundle.`)
    const { exports } = module
    Reflect.apply(run, exports, [exports, this.#require, module, filename, this.#bundle, importOutside])
    return module.exports
  }

  /**
   * Keeps the code of the files that have none yet; with `whole` also that of the others then, since more of their functions
   * have run by now.
   */
  keep({ whole }: { readonly whole: boolean }): void {
    if (this.#folder === null || this.#missing.size === 0) return
    try {
      for (const [name, { script }] of this.#loaded)
        if (whole || this.#missing.has(name)) this.#write(this.#folder, name, script.createCachedData())
      removeOutdated(this.#folder)
    } catch {
      // It is made again at each start then.
    }
    this.#missing.clear()
  }

  /** V8 looks at the length of the text and at its own version alone: that the code is whole is for us to tell. */
  #read(name: string): Buffer | null {
    if (this.#folder === null) return null
    try {
      const bytes = readFileSync(this.#place(this.#folder, name))
      const code = bytes.subarray(checksumBytes)
      return bytes.length > checksumBytes && bytes.readUInt32LE() === crc32(code) ? code : null
    } catch {
      return null
    }
  }

  #write(folder: string, name: string, code: Buffer): void {
    const place = this.#place(folder, name)
    const temporary = `${place}.${pid}-${threadId}`
    const checksum = Buffer.alloc(checksumBytes)
    checksum.writeUInt32LE(crc32(code))
    try {
      writeFileSync(temporary, Buffer.concat([checksum, code]), { mode: 0o600 })
      renameSync(temporary, place)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw error
    }
  }

  #place(folder: string, name: string): string {
    return join(folder, `${name}.${compiledFor}`)
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw errorCode(error) === 'ENOENT' ? new ProgramReplaced({ cause: error }) : error
  }
}

/** What the bundle's own `import()` is turned into: a script has none without a warning. */
function importOutside(name: string): Promise<unknown> {
  return import(name)
}

function removeOutdated(folder: string): void {
  for (const name of readdirSync(folder)) {
    const place = join(folder, name)
    const { mtimeMs = 0 } = statSync(place, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > outdatedAfterMs) rmSync(place, { force: true })
  }
}
