import { editFrontmatter } from '../markdown/edit-frontmatter.ts'
import { parseNote } from '../markdown/parse-note.ts'
import { partialPrefix } from '../model/partial-hash.ts'
import type { ParsedNote } from '../model/parsed-note.ts'
import { applyEdits } from '../model/text-edit.ts'
import { VaultError } from '../model/vault-error.ts'
import type { FileChange } from '../changes/change-plan.ts'
import type { NoteFinder } from './note-finder.ts'
import type { NoteTypes } from './note-types.ts'
import { touchDate } from './touch-date.ts'
import { hashMismatch, type StoredFile } from '../files/vault-files.ts'
import { reportChanges } from '../changes/report-changes.ts'
import { announce, writeChanges, type WriteDoor, type Written } from '../changes/write-changes.ts'

/** A note as it is on disk at this moment. */
export interface ReadNote {
  readonly file: StoredFile
  readonly parsed: ParsedNote
  readonly type: string
}

export interface WriteOptions {
  /** The name under which the history has the change. */
  readonly tool: string
  readonly dryRun: boolean
  /** Hears how many files are changed, of how many. */
  readonly progress?: ((done: number, total: number) => void) | undefined
  /** Ends the work as long as nothing is changed. From the first change on the plan is carried out as a whole. */
  readonly signal?: AbortSignal | undefined
}

/** A change of any number of files, computed and not yet carried out, and what the caller wants to know of it. */
export interface Planned<Facts> {
  readonly changes: readonly FileChange[]
  readonly facts: Facts
}

/** What becomes of one note. */
export interface NewText {
  readonly text: string
  readonly warnings?: readonly string[]
  /** True where the caller has set `updated` itself: then it is not set to now. */
  readonly hasOwnDate?: boolean
}

export interface WrittenNote extends Written {
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

  constructor(door: WriteDoor, finder: NoteFinder, types: NoteTypes) {
    this.#door = door
    this.#finder = finder
    this.#types = types
  }

  now(): Date {
    return this.#door.now()
  }

  /** Computes a plan from the files as they are and carries it out; a dry run and an empty plan change nothing. */
  async change<Facts>(
    { tool, dryRun, progress, signal }: WriteOptions,
    plan: () => Promise<Planned<Facts>>,
  ): Promise<Written & { readonly facts: Facts }> {
    // A dry run changes nothing, so that it needs no lock.
    if (dryRun) {
      const { changes, facts } = await plan()
      announce(this.#door, changes)
      return { facts, changeId: null, reports: reportChanges(changes) }
    }
    return await this.#door.locked(async (lock) => {
      for (let attempt = 1; ; attempt++) {
        signal?.throwIfAborted()
        const { changes, facts } = await plan()
        signal?.throwIfAborted()
        if (changes.length === 0) return { facts, changeId: null, reports: [] }
        try {
          return { facts, ...(await writeChanges(this.#door, lock, tool, changes, { progress })) }
        } catch (error) {
          // An editor has saved since the plan was made, and all is as it was: the next plan knows what it saved.
          if (!isOvertaken(error) || attempt === mostAttempts) throw error
        }
      }
    })
  }

  /** Changes the text of one note; `updated` becomes now where the note has it. The same text again changes nothing. */
  async edit(
    identifier: string,
    options: WriteOptions & {
      readonly contentHash?: string | undefined
      /** True where a hash that came with a part of the note is not enough. */
      readonly replacesAll?: boolean
    },
    compute: (note: ReadNote) => NewText | Promise<NewText>,
  ): Promise<WrittenNote> {
    const path = await this.#finder.find(identifier)
    const type = await this.#types.typeOf(path)
    const { facts, ...written } = await this.change(options, async () => {
      const file = await this.read(path, identifier)
      checkHash(file, options.contentHash, options.replacesAll === true)
      const parsed = parseNote(file.text)
      const { text: computed, warnings = [], hasOwnDate = false } = await compute({ file, parsed, type })
      const text = computed === file.text || hasOwnDate ? computed : this.touched(computed, parsed)
      const change: FileChange = { kind: 'replace', path, before: { text: file.text, hash: file.hash }, text }
      const isSame = text === file.text && !options.dryRun
      return { changes: isSame ? [] : [change], facts: { before: file.text, after: text, warnings, file } }
    })
    const { file, ...common } = facts
    const reports =
      written.reports.length > 0 || options.dryRun
        ? written.reports
        : [{ kind: 'replace' as const, path, content_hash: file.hash, diff: '' }]
    return { path, type, ...common, ...written, reports }
  }

  /** The file under a path for a change of it: NOT_FOUND where it is gone, CONFLICT where it cannot be written back. */
  async read(path: string, identifier = path): Promise<StoredFile> {
    const file = await this.readAsIs(path, identifier)
    requireUtf8(file)
    return file
  }

  /** The same for one that is not written, only moved: it need not be UTF-8. */
  async readAsIs(path: string, identifier = path): Promise<StoredFile> {
    const file = await this.#door.files.read(path)
    if (file === null) throw await this.#finder.notFound(identifier)
    return file
  }

  /** The changed text of a note with `updated` set to now where the note has it. */
  touched(text: string, { frontmatter }: ParsedNote): string {
    if (!('updated' in frontmatter.data)) return text
    const updated = touchDate(frontmatter.data['updated'], this.#door.now())
    return updated === null ? text : applyEdits(text, editFrontmatter(text, { updated }))
  }
}

const mostAttempts = 5

function isOvertaken(error: unknown): boolean {
  return error instanceof VaultError && error.code === 'CONTENT_HASH_MISMATCH'
}

/** CONFLICT for a file whose text is not all that it holds: it must not be written back. */
export function requireUtf8(
  { path, isUtf8 }: StoredFile,
  hint = 'Convert the file to UTF-8 with an editor first.',
): void {
  if (isUtf8) return
  throw new VaultError('CONFLICT', `${path} is not valid UTF-8: writing it back would lose bytes.`, {
    path,
    hint,
  })
}

/** CONTENT_HASH_MISMATCH unless the file still is what the caller has read; a hash is optional here. */
export function checkHash(
  { path, hash }: StoredFile,
  provided: string | undefined,
  replacesAll: boolean,
): void {
  if (provided === undefined) return
  const isPartial = provided.startsWith(partialPrefix)
  if ((isPartial ? provided.slice(partialPrefix.length) : provided) !== hash)
    throw hashMismatch(path, hash, provided)
  if (!isPartial || !replacesAll) return
  throw new VaultError(
    'CONFLICT',
    'That hash came with a part of the note: it does not authorise replacing all of it.',
    {
      path,
      hint: 'Call get_note_info for the hash of the whole note once you have read all parts, or change a part with append_to_note.',
    },
  )
}
