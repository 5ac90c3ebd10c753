import { setTimeout as pause } from 'node:timers/promises'
import type { NoteFacts } from '../markdown/read/note-facts.ts'
import { splitHead } from '../markdown/read/split-head.ts'
import { inMegabytes, mostNoteBytes } from '../model/note-size.ts'
import type { Frontmatter } from '../model/parsed-note.ts'
import { VaultError } from '../model/vault-error.ts'
import type { FileChange } from '../changes/change-plan.ts'
import type { NoteFinder } from './note-finder.ts'
import type { NoteTypes } from './note-types.ts'
import type { TextWork } from '../text-work/text-work.ts'
import { checkHash } from './check-hash.ts'
import { tooLong } from '../files/file-errors.ts'
import type { ForeseenFiles } from '../changes/foreseen-files.ts'
import type { StoredFile } from '../files/stored-file.ts'
import { inTurns } from '../changes/in-turns.ts'
import {
  announce,
  showChanges,
  writeChanges,
  type WriteDoor,
  type WriteOutcome,
} from '../changes/write-changes.ts'

/** A note as it is on disk now. */
export interface StoredNote {
  readonly file: StoredFile
  readonly type: string
}

/** A note and the facts parsed from its text. */
export interface ReadNote extends StoredNote {
  /** For a note too long to edit, everything but the line count describes its beginning. */
  readonly facts: NoteFacts
  readonly isWhole: boolean
}

export interface WriteOptions {
  /** The tool name of the change in the history. */
  readonly tool: string
  readonly dryRun: boolean
  /** For a dry run that follows others: what they would leave. */
  readonly foreseen?: ForeseenFiles | undefined
  /** Called with how many files are changed, of how many. */
  readonly progress?: ((done: number, total: number) => void) | undefined
  /**
   * Called once the files are changed and before the index hears of it, with the vault's lock held: for a look at what was there
   * before. It must not fail or take long.
   */
  readonly onPlaced?: (() => Promise<void>) | undefined
  /** Whether a new file may take a name that differs from another's in case alone, where the drive tells them apart. */
  readonly mayTwin?: boolean | undefined
}

/** A change of any number of files, computed but not yet carried out, and what the caller wants to know of it. */
export interface Planned<Facts> {
  readonly changes: readonly FileChange[]
  readonly facts: Facts
}

/** The change of one note. */
export interface NewText {
  readonly text: string
  readonly warnings?: readonly string[]
  /** True where the caller has set `updated` itself, so it is not set to now. */
  readonly hasOwnDate?: boolean
}

export interface WrittenNote extends WriteOutcome {
  readonly path: string
  /** The whole file before and after; null where there was or is none. */
  readonly before: string | null
  readonly after: string | null
  readonly type: string
  readonly warnings: readonly string[]
}

/** The one way in which tools change files: a plan is computed under the vault's lock, then carried out as a whole. */
export class NoteWriter {
  readonly #door: WriteDoor
  readonly #finder: NoteFinder
  readonly #types: NoteTypes
  readonly #textWork: TextWork

  constructor(door: WriteDoor, finder: NoteFinder, types: NoteTypes, textWork: TextWork) {
    this.#door = door
    this.#finder = finder
    this.#types = types
    this.#textWork = textWork
  }

  now(): Date {
    return this.#door.now()
  }

  /** Ends work that nobody waits for any more, while nothing is changed yet. After the first change a plan is always finished. */
  throwIfCancelled(): void {
    this.#door.signal?.throwIfAborted()
  }

  /** Computes a plan from the present files and carries it out; a dry run and an empty plan change nothing. */
  async change<Facts>(
    { tool, dryRun, foreseen, progress, onPlaced, mayTwin = false }: WriteOptions,
    plan: () => Promise<Planned<Facts>>,
  ): Promise<WriteOutcome & { readonly facts: Facts }> {
    const how = { progress, onPlaced, mayTwin }
    // A dry run changes nothing and needs no lock.
    if (dryRun)
      return await this.#planned(plan, (changes) => showChanges(this.#door, changes, { mayTwin, foreseen }))
    return await this.#door.locked((lock) =>
      this.#planned(plan, (changes) => writeChanges(this.#door, lock, tool, changes, how)),
    )
  }

  async #planned<Facts>(
    plan: () => Promise<Planned<Facts>>,
    take: (changes: readonly FileChange[]) => Promise<WriteOutcome>,
  ): Promise<WriteOutcome & { readonly facts: Facts }> {
    for (let attempt = 1; ; attempt++) {
      this.throwIfCancelled()
      const { changes, facts } = await plan()
      await refuseTooLong(changes)
      this.throwIfCancelled()
      if (changes.length === 0) {
        announce(this.#door, changes)
        return { facts, changeId: null, reports: [] }
      }
      try {
        return { facts, ...(await take(changes)) }
      } catch (error) {
        // An editor has saved since the plan was made, and nothing was changed: the next plan sees what it saved.
        if (attempt === mostAttempts || !(await this.#isOvertaken(error))) throw error
        await pause(Math.min(attempt, longestRest) * restMs)
      }
    }
  }

  async #isOvertaken(error: unknown): Promise<boolean> {
    if (!(error instanceof VaultError)) return false
    const { code, facts } = error
    // Some editors save by deleting a file and making it again.
    const { path } = facts
    if (code === 'NOT_FOUND') return typeof path === 'string' && (await this.#door.files.comesBack(path))
    return code === 'CONTENT_HASH_MISMATCH'
  }

  /**
   * Changes the text of one note; sets `updated` to now where the note has it. The same text changes nothing.
   * What is computed beside the text comes back as `facts`.
   */
  async edit<Change extends NewText>(
    identifier: string,
    options: WriteOptions & {
      readonly contentHash?: string | undefined
      /** True where a hash from a partial read is not enough. */
      readonly replacesAll?: boolean
    },
    compute: (note: StoredNote) => Change | Promise<Change>,
  ): Promise<WrittenNote & { readonly facts: Omit<Change, keyof NewText> }> {
    const path = await this.#finder.find(identifier)
    const type = await this.#types.typeOf(path)
    const changing = this.change(options, async () => {
      const onDisk = await this.read(path, identifier)
      const file = { ...onDisk, ...(await options.foreseen?.read(path)) }
      checkHash(file, options.contentHash, options.replacesAll === true)
      const { text: computed, warnings = [], hasOwnDate = false, ...facts } = await compute({ file, type })
      const text = computed === file.text || hasOwnDate ? computed : await this.touched(computed)
      const change: FileChange = { kind: 'replace', path, before: file, text }
      const isSame = text === file.text && !options.dryRun
      return {
        changes: isSame ? [] : [change],
        facts: { before: file.text, after: text, warnings, file, facts },
      }
    })
    const { facts, ...written } = await changing.catch((error: unknown) => {
      const isOvertaken = error instanceof VaultError && error.code === 'CONTENT_HASH_MISMATCH'
      throw isOvertaken && options.contentHash === undefined ? saidBusy(path, error) : error
    })
    const { file, ...common } = facts
    const reports =
      written.reports.length > 0 || options.dryRun
        ? written.reports
        : [{ kind: 'replace' as const, path, content_hash: file.hash, diff: '', lines: null }]
    return { path, type, ...common, ...written, reports }
  }

  /** The file at a path for changing it: NOT_FOUND where it is gone, else what `requireEditable` says. */
  async read(path: string, identifier = path): Promise<StoredFile> {
    const file = await this.#found(await this.#door.files.readSettled(path), identifier)
    requireEditable(file)
    return file
  }

  /** Reads a note that is moved but not written: of any length, and not necessarily UTF-8. */
  async readAsIs(path: string, identifier = path): Promise<StoredFile> {
    return await this.#found(await this.#door.files.readStartSettled(path), identifier)
  }

  async #found(file: StoredFile | null, identifier: string): Promise<StoredFile> {
    if (file === null) throw await this.#finder.notFound(identifier)
    return file
  }

  /** The text with `updated` set to now where the note has it. */
  async touched(text: string): Promise<string> {
    const { head, rest } = splitHead(text)
    return (await this.#textWork.run('touch', head, this.#door.now())) + rest
  }

  async frontmatterOf(text: string): Promise<Frontmatter> {
    return await this.#textWork.run('readFrontmatter', splitHead(text).head, null)
  }

  /** A note's text with frontmatter keys set or, with null, removed; `frontmatter` is the text's own, if known. */
  async withProperties(
    text: string,
    changes: Readonly<Record<string, unknown>>,
    frontmatter?: Frontmatter,
  ): Promise<string> {
    const { head, rest } = splitHead(text)
    return (await this.#textWork.run('setProperties', head, { changes, frontmatter })) + rest
  }
}

// An editor that saves again and again leaves room for a change now and then.
const mostAttempts = 40
const restMs = 10
/** In rests; so that two seconds or so go by in all. */
const longestRest = 6

/** CONFLICT or INVALID_ARGUMENT for a file whose text is not its whole content: writing that back loses something. */
export function requireEditable(
  { path, isUtf8, cutFrom }: Pick<StoredFile, 'path' | 'isUtf8' | 'cutFrom'>,
  hint?: string,
): void {
  if (cutFrom !== null) throw tooLong(path, cutFrom.bytes, hint)
  if (isUtf8) return
  throw new VaultError('CONFLICT', `${path} is not valid UTF-8: writing it back would lose bytes.`, {
    path,
    hint: hint ?? 'Convert the file to UTF-8 with an editor first.',
  })
}

/** For a caller who gave no hash, and so has none that could be stale. */
function saidBusy(path: string, cause: VaultError): VaultError {
  return new VaultError(
    'CONFLICT',
    `Something saves ${path} again and again, each time before this could be written. Nothing was changed.`,
    { path, hint: 'Repeat the call when that has come to rest.' },
    { cause },
  )
}

/** A tool may not make a note that is too long to edit, or let one grow to that. */
async function refuseTooLong(changes: readonly FileChange[]): Promise<void> {
  for (const change of changes) {
    const text = 'text' in change ? change.text : null
    await inTurns(text?.length ?? 0)
    // A UTF-16 code unit takes at most three bytes.
    if (text === null || text.length * 3 <= mostNoteBytes) continue
    const bytes = Buffer.byteLength(text)
    if (bytes > mostNoteBytes) throw wouldBeTooLong('to' in change ? change.to : change.path, bytes)
  }
}

function wouldBeTooLong(path: string, bytes: number): VaultError {
  return new VaultError(
    'INVALID_ARGUMENT',
    `${path} would be ${inMegabytes(bytes)} long, and notes are edited up to ${inMegabytes(mostNoteBytes)}. Nothing was changed.`,
    {
      path,
      bytes,
      most_bytes: mostNoteBytes,
      hint: 'Put the text into several notes that link to each other.',
    },
  )
}
