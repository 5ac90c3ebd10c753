// To be imported before what it watches: some functions are taken from `node:fs` once and for all.
import fs from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'

/** A call of the file system that changes names, waits for the disk or looks at what a path leads to. */
export interface DiskCall {
  readonly name: 'look' | 'rename' | 'link' | 'unlink' | 'make' | 'swap' | 'sync'
  readonly path: string
  readonly to: string
}

export interface DiskHooks {
  /** May throw what the system shall answer. */
  readonly before?: (call: DiskCall) => void
  readonly after?: (call: DiskCall) => void
  /** What the disk takes for a sync of a file. */
  readonly hold?: (call: DiskCall) => Promise<undefined> | undefined
}

let hooks: DiskHooks = {}

/** Tells of each such call of this process while the work is done. */
export async function watchDisk<Result>(watching: DiskHooks, work: () => Promise<Result>): Promise<Result> {
  hooks = watching
  try {
    return await work()
  } finally {
    hooks = {}
  }
}

/** The same, once: something happens right after, or right before, the first such call. */
export async function onDisk<Result>(
  when: 'before' | 'after',
  isMeant: (call: DiskCall) => boolean,
  happen: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  let isOver = false
  const hook = (call: DiskCall) => {
    if (isOver || !isMeant(call)) return
    isOver = true
    happen()
  }
  return await watchDisk({ [when]: hook }, work)
}

/** What swaps two files, where this system has it. */
export const swapper: { swapSync: (one: string, other: string) => void } | null = (() => {
  const { platform, arch } = process
  try {
    return createRequire(import.meta.url)(
      `fs-native-extensions/prebuilds/${platform}-${arch}/fs-native-extensions.node`,
    )
  } catch {
    return null
  }
})()

type Any = (...args: any[]) => any // eslint-disable-line @typescript-eslint/no-explicit-any -- every signature there is

/** What is done through an open folder is told by the folder's name. */
function realName(path: unknown): string {
  return String(path).replace(/^\/proc\/self\/fd\/\d+/, (folder) => fs.readlinkSync(folder))
}

function watched(name: DiskCall['name'], original: Any): Any {
  return (...args) => {
    const call = { name, path: realName(args[0]), to: realName(args[1]) }
    hooks.before?.(call)
    const result = original(...args)
    if (result instanceof Promise) {
      return result.then((value) => {
        hooks.after?.(call)
        return value
      })
    }
    hooks.after?.(call)
    return result
  }
}

const promises: Record<string, Any> = fs.promises as never
const atOnce: Record<string, Any> = fs as never
for (const name of ['rename', 'link', 'unlink'] as const) {
  promises[name] = watched(name, promises[name]!)
  atOnce[`${name}Sync`] = watched(name, atOnce[`${name}Sync`]!)
}
const { lstatSync } = fs
const look = watched('look', lstatSync)
// Whether a part of a path is a link is not asked so closely.
atOnce['lstatSync'] = (path: string, options?: fs.StatSyncOptions) =>
  options?.throwIfNoEntry === false && options.bigint !== true
    ? lstatSync(path, options)
    : look(path, options)
const { open } = fs.promises
promises['open'] = async (path: string, flags?: string, ...rest: number[]) => {
  const handle: { sync: Any } =
    flags === 'wx' ? await watched('make', open)(path, flags, ...rest) : await open(path, flags, ...rest)
  const sync = handle.sync.bind(handle)
  handle.sync = () => watched('sync', () => sync())(path)
  return handle
}
const { fsync } = fs
atOnce['fsync'] = (file: number, done: Any) => {
  const call = { name: 'sync', path: fs.readlinkSync(`/proc/self/fd/${file}`), to: '' } as const
  hooks.before?.(call)
  const { after, hold } = hooks
  void Promise.resolve(hold?.(call)).then(() => {
    fsync(file, (error) => {
      after?.(call)
      done(error)
    })
  })
}
if (swapper !== null) {
  const swap = swapper.swapSync
  swapper.swapSync = watched('swap', swap)
}
syncBuiltinESMExports()
