import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import type { Log } from '../model/log.ts'
import { isHidden } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import { writeOwnFile } from '../own-files/write-own-file.ts'
import { hasRawFolder, rawFolder } from './raw-path.ts'

/** Makes or updates the note of one file. */
export type IngestFile = (
  path: string,
  signal: AbortSignal,
) => Promise<{ readonly path: string; readonly isNew: boolean }>

interface RawFolderDoors {
  readonly root: string
  /** Records which files were ingested and which failed; lies outside the vault. */
  readonly stateFile: string
  /** Whether it is this process that ingests. */
  readonly leads: () => boolean
  readonly log: Log
  /** Calls back after a while, unless the returned function is called first. */
  readonly later?: (work: () => void, ms: number) => () => void
}

export interface FailedIngest {
  readonly path: string
  readonly reason: string
}

/** Other kinds of files are left alone. */
const readable = /\.(?:pdf|md|markdown|mdown|txt|text|html?|xhtml)$/i

/** A file that has not changed for this long has arrived. */
const quietForMs = 1_000

/** What another process or an editor keeps from being ingested is tried again after so long. */
const restMs = 5_000

const mostNotices = 20

const fileState = z.object({
  stamp: z.string(),
  /** `known` was there before anybody watched. */
  state: z.enum(['known', 'done', 'failed']),
  reason: z.string().optional(),
})
const savedState = z.object({ files: z.record(z.string(), fileState) })

type FileStates = Map<string, z.output<typeof fileState>>

/**
 * Ingests files that arrive in `raw/` once they have stopped growing, one after the other. What was there when the
 * vault was first opened is left alone; what arrived while nobody watched, or was not finished, is ingested at the next
 * start.
 */
export class RawFolder {
  readonly #doors: RawFolderDoors
  readonly #later: NonNullable<RawFolderDoors['later']>
  readonly #closing = new AbortController()
  /** Size and time of files at the last look. */
  readonly #seen = new Map<string, string>()
  #notices: string[] = []
  #working: Promise<void> | null = null
  #mustLookAgain = false
  #cancelTimer: () => void = () => undefined
  /** Null as long as nothing is ingested here. */
  #ingestFile: IngestFile | null = null

  constructor(doors: RawFolderDoors) {
    this.#doors = doors
    this.#later = doors.later ?? laterOnClock
  }

  /** Starts ingesting what arrives. */
  watch(ingest: IngestFile): void {
    this.#ingestFile = ingest
  }

  /** Looks for changes in the folder. */
  look(): void {
    if (this.#ingestFile === null || this.#closing.signal.aborted) return
    this.#mustLookAgain = true
    this.#working ??= this.#work().finally(() => {
      this.#working = null
      // Requested between the last look and now.
      if (this.#mustLookAgain && this.#mayGoOn()) this.look()
    })
  }

  /** The files that could not be ingested, and why; they are tried again when they change. */
  async failed(): Promise<readonly FailedIngest[]> {
    const states = await readStates(this.#doors.stateFile)
    return [...(states ?? [])].flatMap(([path, { state, reason = '' }]) =>
      state === 'failed' ? [{ path, reason }] : [],
    )
  }

  /** What happened since the last call, a sentence each. */
  takeNotices(): readonly string[] {
    const notices = this.#notices
    this.#notices = []
    const over = notices.length - mostNotices
    return over <= 0 ? notices : [...notices.slice(0, mostNotices), `And ${over} more files of raw/.`]
  }

  /** Nothing is begun after this; a file being ingested is given up and tried again at the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#cancelTimer()
    await this.#working
  }

  async #work(): Promise<void> {
    while (this.#mustLookAgain && this.#mayGoOn()) {
      this.#mustLookAgain = false
      try {
        await this.#round()
      } catch (error) {
        this.#doors.log.warn('raw/ could not be looked through', { error })
      }
    }
  }

  async #round(): Promise<void> {
    const { root, stateFile } = this.#doors
    const files = await listReadable(root)
    if (files === null) return
    const saved = await readStates(stateFile)
    const states: FileStates =
      saved ?? new Map([...files].map(([path, stamp]) => [path, { stamp, state: 'known' }]))
    if (saved === null) writeStates(stateFile, states)
    for (const path of states.keys()) if (!files.has(path)) states.delete(path)
    const waiting = [...files].filter(([path, stamp]) => states.get(path)?.stamp !== stamp)
    const arrived = waiting.filter(([path, stamp]) => this.#seen.get(path) === stamp)
    this.#seen.clear()
    for (const [path, stamp] of waiting) this.#seen.set(path, stamp)
    if (waiting.length > arrived.length) this.#lookIn(quietForMs)
    for (const [path, stamp] of arrived) {
      if (this.#ingestFile === null || !this.#mayGoOn()) return
      const state = await this.#ingest(path, this.#ingestFile)
      if (state === null) {
        this.#lookIn(restMs)
        return
      }
      states.set(path, { stamp, ...state })
      writeStates(stateFile, states)
    }
  }

  #lookIn(ms: number): void {
    if (this.#closing.signal.aborted) return
    this.#cancelTimer()
    this.#cancelTimer = this.#later(() => {
      this.look()
    }, ms)
  }

  /** Null where it is not the file's fault and it should be tried again. */
  async #ingest(
    path: string,
    ingest: IngestFile,
  ): Promise<{ state: 'done' } | { state: 'failed'; reason: string } | null> {
    const { log } = this.#doors
    try {
      const note = await ingest(path, this.#closing.signal)
      this.#notices.push(`${path} was ingested: ${note.path} was ${note.isNew ? 'created' : 'updated'}.`)
      return { state: 'done' }
    } catch (error) {
      if (this.#closing.signal.aborted) return null
      if (error instanceof VaultError && isPassing(error)) {
        log.debug('a file in raw/ waits', { path, reason: error.message })
        return null
      }
      const reason =
        error instanceof VaultError ? error.message : 'It could not be ingested; the log says why.'
      log.warn('a file in raw/ could not be ingested', { path, error })
      this.#notices.push(`${path} could not be ingested: ${reason}`)
      return { state: 'failed', reason }
    }
  }

  #mayGoOn(): boolean {
    return !this.#closing.signal.aborted && this.#doors.leads()
  }
}

/** A conflict passes where another process has the vault's lock. */
function isPassing({ code, facts }: VaultError): boolean {
  return passing.has(code) || (code === 'CONFLICT' && 'lock' in facts)
}

const passing: ReadonlySet<string> = new Set([
  'CONTENT_HASH_MISMATCH',
  'INDEX_UNAVAILABLE',
  'VAULT_UNAVAILABLE',
  'QUERY_TIMEOUT',
  'ZK_ERROR',
])

/** Readable files with their size and time; null where the folder is missing, or its drive. */
async function listReadable(root: string): Promise<ReadonlyMap<string, string> | null> {
  if (!(await hasRawFolder(root))) return null
  const folder = join(root, rawFolder)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null)
  if (entries === null) return null
  const files = new Map<string, string>()
  for (const entry of entries) {
    const absolute = join(entry.parentPath, entry.name)
    const path = relative(root, absolute).split(sep).join('/')
    if (!entry.isFile() || !readable.test(entry.name) || isHidden(path)) continue
    const found = await stat(absolute).catch(() => null)
    // A file that is being made is empty at first.
    if (found !== null && found.size > 0) files.set(path, `${found.size}:${Math.round(found.mtimeMs)}`)
  }
  return files
}

/** Null where nobody has looked yet. */
async function readStates(file: string): Promise<FileStates | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return new Map(Object.entries(savedState.parse(JSON.parse(text)).files))
  } catch {
    // A damaged one counts as empty: ingesting twice changes nothing.
    return new Map()
  }
}

function writeStates(file: string, states: FileStates): void {
  writeOwnFile(file, JSON.stringify({ files: Object.fromEntries(states) }))
}

function laterOnClock(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms).unref()
  return () => {
    clearTimeout(timer)
  }
}
