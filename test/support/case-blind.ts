import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join, relative, sep } from 'node:path'
import { normalizeKey } from '../../src/model/normalize-key.ts'
import { swapper } from './watch-disk.ts'

type Any = (...args: any[]) => any // eslint-disable-line @typescript-eslint/no-explicit-any -- every signature there is

const promises: Record<string, Any> = fs.promises as never
const atOnce: Record<string, Any> = fs as never
const realpath: Record<string, Any> = fs.realpathSync as never
const swaps: Record<string, Any> = (swapper ?? {}) as never
const named: readonly (readonly [Record<string, Any>, readonly string[]])[] = [
  [
    atOnce,
    [
      'accessSync',
      'existsSync',
      'lstatSync',
      'openSync',
      'readdirSync',
      'statSync',
      'unlinkSync',
      'writeFileSync',
    ],
  ],
  [promises, ['lstat', 'mkdir', 'open', 'readdir', 'rmdir', 'stat', 'unlink', 'link']],
  [realpath, ['native']],
  [swaps, swapper === null ? [] : ['swapSync']],
]

/**
 * While the work is done, a folder answers as a drive does that does not tell case apart, as those of macOS and Windows: a
 * name leads to the entry that differs from it in case alone. Some drives, exFAT through FUSE for one, number a file by the
 * name that it is asked for.
 */
export async function onCaseBlindDrive<Result>(
  folder: string,
  work: () => Promise<Result>,
  { numbersNames = false } = {},
): Promise<Result> {
  const { readdirSync, readlinkSync, renameSync } = fs
  const originals = named.map(([from, names]) => names.map((name) => from[name]))
  for (const [on, names] of named) {
    for (const name of names) {
      const original = on[name] ?? (() => undefined)
      const paths = name === 'link' || name === 'swapSync' ? 2 : 1
      on[name] = (...args) => {
        const entries = args.map((arg, at) => (at < paths && typeof arg === 'string' ? entryAt(arg) : arg))
        const found: unknown = original(...entries)
        const isOwnName = basename(String(entries[0])) === basename(String(args[0]))
        if (!numbersNames || isOwnName) return found
        return found instanceof Promise ? found.then(numberedAnew) : numberedAnew(found)
      }
    }
  }
  fs.renameSync = (from, to) => {
    const [entry, taken] = [entryAt(from), entryAt(to)]
    renameSync(entry, entry === taken ? asNamed(to) : taken)
  }
  syncBuiltinESMExports()
  try {
    return await work()
  } finally {
    for (const [list, [on, names]] of named.entries())
      for (const [at, name] of names.entries()) Object.assign(on, { [name]: originals[list]?.[at] })
    fs.renameSync = renameSync
    syncBuiltinESMExports()
  }

  /** What is addressed through an open folder has the folder's name. */
  function asNamed(path: unknown): string {
    return String(path).replace(/^\/proc\/self\/fd\/\d+/, (held) => readlinkSync(held))
  }

  function entryAt(path: unknown): string {
    const at = asNamed(path)
    const below = relative(folder, at)
    if (below === '' || below.startsWith('..')) return String(path)
    const above = entryAt(dirname(at))
    const name = below.slice(below.lastIndexOf(sep) + 1)
    const names = namesIn(above)
    return join(above, names.includes(name) ? name : (names.find((one) => isAlike(one, name)) ?? name))
  }

  function namesIn(path: string): readonly string[] {
    try {
      return readdirSync(path)
    } catch {
      return []
    }
  }
}

/** What is told of a file under a name that is not its own. */
function numberedAnew(told: unknown): unknown {
  if (!(told instanceof Object) || !('ino' in told)) return told
  return Object.assign(told, { ino: typeof told.ino === 'bigint' ? told.ino + 1n : Number(told.ino) + 1 })
}

function isAlike(one: string, other: string): boolean {
  return normalizeKey(one) === normalizeKey(other)
}
