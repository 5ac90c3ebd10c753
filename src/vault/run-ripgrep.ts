import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sep } from 'node:path'
import type { Said } from '../model/advice.ts'
import { z } from 'zod'
import { loadFault, parts } from '../model/load-fault.ts'
import { parseJson } from '../model/parse-json.ts'
import { tooManyFiles } from '../model/too-many-files.ts'
import { VaultError } from '../model/vault-error.ts'
import { linesOfStream, mostCharacters } from './lines-of-stream.ts'

export interface RipgrepRun {
  readonly root: string
  /** Where in it to look. */
  readonly places: readonly string[]
  /** Everything but the pattern and the places. */
  readonly args: readonly string[]
  readonly pattern: string
  /** Advice for a caller whose pattern is invalid. */
  readonly ifBad: Said
  /** What the caller calls the filter by path; `path_filter` where it is left out. */
  readonly filterName?: string
  readonly signal: AbortSignal
  /** Told at the end which files and folders the system did not let it read. */
  readonly onUnread?: ((paths: readonly string[]) => void) | undefined
  /** Told of a file with a matching line that is too long to be shown, and is left out. */
  readonly onTooLong?: ((path: string) => void) | undefined
  /** Path of the program; defaults to the one installed with flint. */
  readonly program?: string
}

interface Closed {
  readonly exitCode: number | null
  readonly killedBy: NodeJS.Signals | null
}

const mostComplaint = 100_000

/** The part of ripgrep's JSON for a line that is used. */
export type RipgrepEvent = z.output<typeof lineEvent>

const textOrBytes = z.union([
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.object({ bytes: z.string() }).transform(({ bytes }) => Buffer.from(bytes, 'base64').toString()),
])
const lineEvent = z.object({
  type: z.enum(['match', 'context']),
  data: z.object({
    path: textOrBytes,
    lines: textOrBytes,
    line_number: z.number(),
    submatches: z.array(z.object({ start: z.number(), end: z.number() })),
  }),
})

const beginEvent = z.object({ type: z.literal('begin'), data: z.object({ path: textOrBytes }) })

/** Of so many lines and characters at most the order is made here. Of more, what was read of them is for nothing. */
const mostInHand = { lines: 200, characters: 1_000_000 }

/**
 * Matching lines and those around them, in path order. Aborting, or ending the iteration, ends the program; earlier
 * results stand. INVALID_ARGUMENT carries ripgrep's own reason, QUERY_REJECTED says that the program is missing or
 * cannot run.
 */
export async function* runRipgrep(run: RipgrepRun): AsyncGenerator<RipgrepEvent> {
  // It searches with one thread where it is to keep an order: of most patterns fewer lines are found than are soon put in one.
  const found = await collectFew(search(run, []))
  if (found !== null) yield* inPathOrder(found)
  else yield* search(run, ['--sort=path'])
}

/** Null where there are too many. */
async function collectFew(events: AsyncIterable<RipgrepEvent>): Promise<readonly RipgrepEvent[] | null> {
  const found: RipgrepEvent[] = []
  let characters = 0
  for await (const event of events) {
    found.push(event)
    characters += event.data.lines.length
    if (found.length > mostInHand.lines || characters > mostInHand.characters) return null
  }
  return found
}

/** As ripgrep orders them: folder by folder. The lines of one file come together, and stay as they are. */
function inPathOrder(events: readonly RipgrepEvent[]): readonly RipgrepEvent[] {
  // Of the characters of names none comes before this one.
  const keyed = events.map((event) => ({ event, key: event.data.path.replaceAll(sep, '\0') }))
  const byKey = keyed.toSorted((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1))
  return byKey.map(({ event }) => event)
}

async function* search(run: RipgrepRun, order: readonly string[]): AsyncGenerator<RipgrepEvent> {
  const { args, pattern, places, onTooLong } = run
  let path = ''
  const searching = ['--json', ...order, '--regex-size-limit=10M', ...args, '--', pattern, ...places]
  for await (const line of ripgrepLines(run, searching)) {
    // Null for what was cut, as it is too long or as the program was ended.
    const told = parseJson(withFewMatches(line))
    if (line.length === mostCharacters && told === null) onTooLong?.(path)
    const event = lineEvent.safeParse(told)
    if (event.success) yield event.data
    else path = beginEvent.safeParse(told).data?.data.path ?? path
  }
}

/** The files in which would be searched, in no order. */
export async function* listFiles(run: Omit<RipgrepRun, 'pattern'>): AsyncGenerator<string> {
  yield* ripgrepLines(run, ['--files', ...run.args, '--', ...run.places])
}

/** What the program prints. */
async function* ripgrepLines(
  { root, ifBad, filterName, signal, onUnread, program: given }: Omit<RipgrepRun, 'pattern'>,
  args: readonly string[],
): AsyncGenerator<string> {
  const program = given ?? (await findRipgrep())
  // By Node alone: a library for it takes longer to load than ripgrep to find a line.
  const child = spawn(program, ['--no-config', ...args], {
    ...{ cwd: root, stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL', windowsHide: true },
  })
  // An abort, which has killed it, is told as an error too: also in the moment after it was started.
  child.on('error', () => undefined)
  // It has no pipes where it could not be started.
  try {
    await once(child, 'spawn')
  } catch (error) {
    if (signal.aborted) return
    throw tooManyFiles(error) ?? noRipgrep(error)
  }
  const closed = new Promise<Closed>((resolve) => {
    child.once('close', (exitCode, killedBy) => {
      resolve({ exitCode, killedBy })
    })
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < mostComplaint) stderr += text
  })
  try {
    yield* linesOfStream(child.stdout)
    const { exitCode, killedBy } = await closed
    if (signal.aborted) return
    // Not everything was searched, so the results so far are no answer.
    if (exitCode === null) throw killed(killedBy ?? 'no signal')
    // Exit code 1 means that nothing was found.
    if (exitCode > 1 && stderr !== '') {
      const complaints = [...stderr.matchAll(/^rg: (.+): .+ \(os error (\d+)\)$/gm)]
      if (complaints.length === 0) throw badPattern(stderr, ifBad, filterName)
      // Others have gone meanwhile.
      onUnread?.(complaints.flatMap(([, path = '', error]) => (error === '2' ? [] : [path])))
    }
  } finally {
    child.kill('SIGKILL')
  }
}

/** Of a longer list of matches in one line only this many characters are read: some thousand matches. */
const mostOfMatches = 50_000
// In a text the quotes would be escaped.
const listOfMatches = ',"submatches":['
const nextMatch = ',{"match":'

/** A pattern such as `[a-z]` finds a million places in a line with a picture in it. */
function withFewMatches(line: string): string {
  const start = line.indexOf(listOfMatches)
  if (start < 0 || line.length < start + mostOfMatches) return line
  const end = line.indexOf(nextMatch, start + mostOfMatches)
  return end < 0 ? line : `${line.slice(0, end)}]}}`
}

async function findRipgrep(): Promise<string> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return rgPath
  } catch (error) {
    throw noRipgrep(error)
  }
}

/** For a missing package or a program that cannot be started. */
function noRipgrep(cause: unknown): VaultError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const isProgram = /^(?:ENOENT|EACCES|EPERM|ENOEXEC|EBADARCH)$/.test(code)
  const { reason, cure } = isProgram
    ? {
        reason: `ripgrep, which searches by pattern, cannot be started (${code}).`,
        cure: 'Install flint-note again.',
      }
    : loadFault(parts.ripgrep, cause)
  return new VaultError(
    'QUERY_REJECTED',
    reason,
    { hint: [{ kind: 'search-words' }, `To search by pattern: ${cure}`] },
    { cause },
  )
}

function killed(signal: string): VaultError {
  return new VaultError('QUERY_REJECTED', `ripgrep was killed before it was done (${signal}).`, {
    hint: 'Repeat the search, or narrow it.',
  })
}

/** ripgrep's reason against a pattern or path filter, without the drawing around it. */
function badPattern(stderr: string, ifBad: Said, filterName = 'path_filter'): VaultError {
  const reason = /^error: (.+)$/m.exec(stderr)?.[1] ?? stderr.replace(/^rg: /, '').split('\n')[0] ?? ''
  const isFilter = stderr.includes('glob')
  return new VaultError(
    'INVALID_ARGUMENT',
    `${isFilter ? filterName : 'The pattern'} cannot be read: ${reason}`,
    {
      reason: stderr.trim().slice(0, 1_000),
      hint: isFilter ? 'Use a glob such as projects/*.md.' : ifBad,
    },
  )
}
