import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'
import { isMainThread } from 'node:worker_threads'
import { dataFolder } from '../registry/config-folder.ts'
import { CodeStore } from './code-store.ts'

// A heap grows by half before it is looked through again; V8 would let a busy server's grow to four times what it holds.
// Set before anything is compiled, for V8 takes nothing back that was compiled under other settings.
const modestHeap = '--heap-growing-percent=50'
/** By then what a start needs has run, and is compiled. Threads go first: a server changes V8's settings afterwards. */
const savedAfterMs = isMainThread ? 5_000 : 2_500

interface Compiled {
  readonly name: string
  readonly version: string
  readonly script: Script
  /** Of V8 and its settings. */
  readonly tag: number
}

type Run = (
  this: unknown,
  exports: unknown,
  require: (name: string) => unknown,
  module: { exports: unknown },
  file: string,
  folder: string,
  importModule: (name: string) => Promise<unknown>,
) => void

/**
 * The files of the bundle, each run once, from what V8 made of it the last time: compiling them took a fifth of the time
 * until the first call is answered. What had to be compiled is kept for the next start a while later.
 */
class CodeRunner {
  readonly #folder = import.meta.dirname
  readonly #require = createRequire(import.meta.url)
  readonly #modules = new Map<string, { exports: unknown }>()
  readonly #entry: string
  readonly #store: CodeStore | null
  #compiled: Compiled[] = []
  saved: Promise<void> = Promise.resolve()

  constructor(entry: string, store: CodeStore | null) {
    this.#entry = entry
    this.#store = store
  }

  /** What a file exports. */
  run(name: string): unknown {
    const known = this.#modules.get(name)
    if (known !== undefined) return known.exports
    const module: { exports: unknown } = { exports: {} }
    this.#modules.set(name, module)
    const file = join(this.#folder, name)
    const require = (wanted: string) => this.#find(wanted)
    try {
      const run: unknown = this.#compile(name, file).runInThisContext()
      if (isRun(run))
        run.call(module.exports, module.exports, require, module, file, this.#folder, importModule)
    } catch (error) {
      // Whoever asks again is told again.
      this.#modules.delete(name)
      throw error
    }
    return module.exports
  }

  /** One of the bundle's files, or what Node finds; this very file is there already. */
  #find(wanted: string): unknown {
    return wanted.startsWith('./') && wanted !== './run-code.js'
      ? this.run(wanted.slice('./'.length))
      : this.#require(wanted)
  }

  #compile(name: string, filename: string): Script {
    const { source, version } = readSource(filename)
    const tag = cachedDataVersionTag()
    const cachedData = this.#store?.read(this.#keyOf(name, tag), version)
    const script = new Script(
      `(function (exports, require, module, __filename, __dirname, importModule) {'use strict';${source}\n})`,
      {
        filename,
        ...(cachedData === undefined ? {} : { cachedData }),
      },
    )
    if (cachedData === undefined || script.cachedDataRejected === true)
      this.#keepLater({ name, version, script, tag })
    return script
  }

  #keepLater(compiled: Compiled): void {
    if (this.#store === null) return
    this.#compiled.push(compiled)
    if (this.#compiled.length > 1) return
    this.saved = new Promise((resolve) => {
      setTimeout(() => {
        this.#save()
        resolve()
      }, savedAfterMs).unref()
    })
  }

  #save(): void {
    const now = cachedDataVersionTag()
    for (const { name, version, script, tag } of this.#compiled)
      if (tag === now) this.#store?.write(this.#keyOf(name, tag), version, script.createCachedData())
    this.#compiled = []
    this.#store?.prune()
  }

  /** Threads run other functions of the same file. */
  #keyOf(name: string, tag: number): string {
    return `${tag.toString(16)}.${this.#entry}.${name}`
  }
}

async function importModule(name: string): Promise<unknown> {
  return await import(name)
}

function isRun(value: unknown): value is Run {
  return typeof value === 'function'
}

function readSource(file: string): { readonly source: string; readonly version: string } {
  const descriptor = openSync(file, 'r')
  try {
    const { size, mtimeMs } = fstatSync(descriptor)
    return { source: readFileSync(descriptor, 'utf8'), version: `${size} ${mtimeMs}` }
  } finally {
    closeSync(descriptor)
  }
}

let runner: CodeRunner | null = null

/**
 * Runs the bundle from one of its files, that of the entry of this name. With `NODE_DISABLE_COMPILE_CACHE` all of it is
 * compiled at each start, as Node's own cache has it.
 */
export function runCode(entry: string, file: string): void {
  setFlagsFromString(modestHeap)
  const { env } = process
  const keeps = (env['NODE_DISABLE_COMPILE_CACHE'] ?? '') === ''
  runner = new CodeRunner(entry, keeps ? new CodeStore(join(dataFolder(env), 'code')) : null)
  runner.run(file)
}

/** Resolves once all that had to be compiled by now is kept. V8's settings must not change before. */
export async function codeSaved(): Promise<void> {
  await runner?.saved
}
