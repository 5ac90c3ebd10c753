import { lstatSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'
import { ProgramReplaced } from '../model/program-replaced.ts'
import { CompiledFiles } from '../own-files/compiled-files.ts'
import { makePrivateFolder } from '../own-files/make-private-folder.ts'
import { dataFolder } from '../registry/config-folder.ts'

/** By then the code that a start needs has run, so even a server or a thread that is killed later has it kept. */
const startedAfterMs = 5_000

/** Tells the threads of a process which build it is of. Nothing where that was not started by this. */
const buildKey = 'flint build'

/**
 * Runs a file of the bundle in this thread: the program, or what a thread of its own begins with. Throws `ProgramReplaced` where
 * the program was updated since it was started: a thread of another build would not understand it.
 */
export function run(file: string, build: string): void {
  const started: unknown = isMainThread ? undefined : getEnvironmentData(buildKey)
  if (started !== undefined && started !== build) throw new ProgramReplaced()
  setEnvironmentData(buildKey, build)
  const files = new CompiledFiles(dirname(fileURLToPath(import.meta.url)), codeFolder(process.env))
  let isStarted = false
  setTimeout(() => {
    files.keep({ whole: true })
    isStarted = true
  }, startedAfterMs).unref()
  // V8 drops code that has long not run: what has run for long keeps what is new alone.
  process.once('exit', () => {
    files.keep({ whole: !isStarted })
  })
  files.load(file)
}

/** Where compiled code is kept: beside what Node keeps of packages that are not bundled. Null where others could write there. */
function codeFolder(env: NodeJS.ProcessEnv): string | null {
  const { NODE_DISABLE_COMPILE_CACHE: isOff = '', NODE_COMPILE_CACHE: chosen = '' } = env
  if (isOff !== '') return null
  const base = chosen === '' ? join(dataFolder(env), 'code') : chosen
  const folder = join(base, 'flint')
  if ((chosen === '' && !isOursAlone(base)) || !isOursAlone(folder)) return null
  // For the processes that are started here.
  if (isMainThread) env['NODE_COMPILE_CACHE'] = base
  return folder
}

/** Makes the folder if it is missing. One that was open to others is emptied first. */
function isOursAlone(folder: string): boolean {
  try {
    makePrivateFolder(folder)
    if (isPrivate(folder)) return true
    rmSync(folder, { recursive: true })
    makePrivateFolder(folder)
    return isPrivate(folder)
  } catch {
    return false
  }
}

/** On Windows a folder below the user's own is private. */
function isPrivate(folder: string): boolean {
  const found = lstatSync(folder)
  if (!found.isDirectory()) return false
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0)
}
