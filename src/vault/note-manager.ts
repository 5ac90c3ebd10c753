import { applyEdits } from '../model/text-edit.ts'
import { contentStart } from '../model/note-content.ts'
import { fileNameOf, folderOf, isInside } from '../model/note-path.ts'
import { partialPrefix } from '../model/partial-hash.ts'
import type { ParsedNote } from '../model/parsed-note.ts'
import { VaultError } from '../model/vault-error.ts'
import { editFrontmatter } from '../markdown/edit-frontmatter.ts'
import { parseNote } from '../markdown/parse-note.ts'
import { archiveFolder } from '../index-db/note-filter.ts'
import type { FileChange } from './change-plan.ts'
import { touchDate } from './touch-date.ts'
import type { NoteFinder } from './note-finder.ts'
import type { NoteTypes } from './note-types.ts'
import { planNewNote, type NoteDraft, type NewNoteRules } from './plan-new-note.ts'
import { appended, prepended, replaced, withLineEnds } from './edit-content.ts'
import { alreadyExists, hashMismatch, type StoredFile } from './vault-files.ts'
import { reportChanges, writeChanges, type WriteDoor, type WriteLock, type Written } from './write-changes.ts'

/** A note as it is on disk at this moment. */
export interface ReadNote {
  readonly file: StoredFile
  readonly parsed: ParsedNote
  readonly type: string
}

export interface NoteUpdate {
  readonly identifier: string
  readonly content?: string | undefined
  /** Merged into the frontmatter; null removes a key. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly mode: 'replace' | 'append' | 'prepend'
  readonly contentHash?: string | undefined
}

export interface WriteOptions {
  readonly tool: string
  readonly dryRun: boolean
}

export interface WrittenNote extends Written {
  readonly path: string
  /** The whole file before and after; null where there was or is none. */
  readonly before: string | null
  readonly after: string | null
  readonly type: string
  readonly warnings: readonly string[]
}

export type DeleteMode = 'archive' | 'trash' | 'permanent'

/** Reads and changes the notes of one vault. Every change is computed as a value, checked and then written. */
export class NoteManager {
  readonly #door: WriteDoor
  readonly #finder: NoteFinder
  readonly #types: NoteTypes
  readonly #rules: NewNoteRules

  constructor(door: WriteDoor, finder: NoteFinder, types: NoteTypes, rules: NewNoteRules) {
    this.#door = door
    this.#finder = finder
    this.#types = types
    this.#rules = rules
  }

  /** NOT_FOUND, AMBIGUOUS_TITLE or OUTSIDE_VAULT when the identifier does not name exactly one note. */
  async read(identifier: string): Promise<ReadNote> {
    const path = await this.#finder.find(identifier)
    const file = await this.#door.files.read(path)
    if (file === null) throw await this.#finder.notFound(identifier)
    return { file, parsed: parseNote(file.text), type: await this.#types.typeOf(path) }
  }

  async create(draft: NoteDraft, { tool, dryRun }: WriteOptions): Promise<WrittenNote> {
    const planned = await planNewNote(draft, this.#types, this.#rules, this.#door.now())
    const { text, type, warnings } = planned
    const path = await this.#door.files.canonical(planned.path)
    const change: FileChange = { kind: 'create', path, text }
    const common = { path, type, warnings, before: null, after: text }
    if (dryRun) {
      const taken = await this.#door.files.sameName(path)
      if (taken !== null) throw alreadyExists(taken)
      return { ...common, changeId: null, reports: reportChanges([change]) }
    }
    const written = await this.#door.locked((lock) => writeChanges(this.#door, lock, tool, [change]))
    return { ...common, ...written }
  }

  async update(update: NoteUpdate, { tool, dryRun }: WriteOptions): Promise<WrittenNote> {
    requireHash(update)
    return await this.#change(update.identifier, tool, dryRun, async (note) => {
      checkHash(note.file, update.contentHash, update.mode === 'replace' && update.content !== undefined)
      const { text, warnings } = await this.#updatedText(note, update)
      return { text, warnings }
    })
  }

  /** Adds text at the end, under a new `###` heading where one is given; what is there stays as it is. */
  async append(
    identifier: string,
    addition: {
      readonly content: string
      readonly heading: string | null
      readonly contentHash?: string | undefined
    },
    { tool, dryRun }: WriteOptions,
  ): Promise<WrittenNote> {
    return await this.#change(identifier, tool, dryRun, async ({ file, parsed }) => {
      checkHash(file, addition.contentHash, false)
      return {
        text: this.#touched(appended(file.text, addition.content, addition.heading), parsed),
        warnings: [],
      }
    })
  }

  /** Moves the note to the archive or the trash, or removes it once a backup is written. */
  async delete(
    identifier: string,
    how: {
      readonly mode: DeleteMode
      readonly reason: string | null
      readonly contentHash?: string | undefined
    },
    { tool, dryRun }: WriteOptions,
  ): Promise<WrittenNote & { readonly newPath: string | null }> {
    const path = await this.#finder.find(identifier)
    const type = await this.#types.typeOf(path)
    return await this.#locked(dryRun, async (lock) => {
      const file = await this.#readForWriting(path, identifier)
      checkHash(file, how.contentHash, false)
      const change = await this.#deletion(file, how.mode, how.reason)
      const newPath = change.kind === 'move' ? change.to : null
      const after = change.kind === 'move' ? change.text : null
      const common = { path, type, newPath, warnings: [], before: file.text, after }
      if (dryRun) return { ...common, changeId: null, reports: reportChanges([change]) }
      if (change.kind === 'remove') await this.#rules.backUp(path, file.text)
      return { ...common, ...(await writeChanges(this.#door, lock, tool, [change])) }
    })
  }

  async #deletion(file: StoredFile, mode: DeleteMode, reason: string | null): Promise<FileChange> {
    const { path } = file
    const before = { text: file.text, hash: file.hash }
    if (mode === 'permanent') return { kind: 'remove', path, before }
    const folder = mode === 'archive' ? archiveFolder : '.flint-note/trash'
    if (isInside(path, folder)) {
      throw new VaultError('INVALID_ARGUMENT', `${path} is in ${folder}/ already.`, {
        path,
        hint: 'To remove it for good call delete_note with mode: "permanent" and confirm: true.',
      })
    }
    const text =
      reason === null
        ? file.text
        : applyEdits(file.text, editFrontmatter(file.text, { archived_reason: reason }))
    return { kind: 'move', path, to: await this.#freePath(`${folder}/${path}`), before, text }
  }

  /** The path itself, or with a number where something lies there already: `note 2.md`. */
  async #freePath(path: string): Promise<string> {
    for (let count = 2, free = path; ; count++) {
      if (!(await this.#door.files.exists(free))) return free
      const folder = folderOf(path)
      free = `${folder}/${fileNameOf(path).replace(/(\.md)?$/i, ` ${count}$1`)}`
    }
  }

  async #change(
    identifier: string,
    tool: string,
    dryRun: boolean,
    compute: (note: ReadNote) => Promise<{ readonly text: string; readonly warnings: readonly string[] }>,
  ): Promise<WrittenNote> {
    const path = await this.#finder.find(identifier)
    const type = await this.#types.typeOf(path)
    return await this.#locked(dryRun, async (lock) => {
      const file = await this.#readForWriting(path, identifier)
      const { text, warnings } = await compute({ file, parsed: parseNote(file.text), type })
      const common = { path, type, warnings, before: file.text, after: text }
      const changes: readonly FileChange[] = [
        { kind: 'replace', path, before: { text: file.text, hash: file.hash }, text },
      ]
      if (dryRun || text === file.text) return { ...common, changeId: null, reports: reportChanges(changes) }
      return { ...common, ...(await writeChanges(this.#door, lock, tool, changes)) }
    })
  }

  async #locked<Result>(dryRun: boolean, work: (lock: WriteLock) => Promise<Result>): Promise<Result> {
    // A dry run changes nothing, so that it needs no lock.
    return dryRun ? await work({ isMine: () => true }) : await this.#door.locked(work)
  }

  async #readForWriting(path: string, identifier: string): Promise<StoredFile> {
    const file = await this.#door.files.read(path)
    if (file === null) throw await this.#finder.notFound(identifier)
    if (file.isUtf8) return file
    throw new VaultError('CONFLICT', `${path} is not valid UTF-8: writing it back would lose bytes.`, {
      path,
      hint: 'Convert the file to UTF-8 with an editor first.',
    })
  }

  async #updatedText(
    { file, parsed, type }: ReadNote,
    { content, metadata, mode }: NoteUpdate,
  ): Promise<{ readonly text: string; readonly warnings: readonly string[] }> {
    let { text } = file
    const warnings: string[] = []
    if (content !== undefined) {
      const fitting = withLineEnds(content, text)
      if (mode === 'append') text = appended(text, fitting, null)
      else {
        const start = contentStart(text, parsed.frontmatter).offset
        if (mode === 'replace') refuseSecondFrontmatter(content, parsed, text.slice(start))
        text =
          mode === 'replace'
            ? replaced(text, fitting, start, parsed.frontmatter)
            : prepended(text, fitting, start)
      }
    }
    if (metadata !== undefined) {
      const merged = { ...parsed.frontmatter.data, ...metadata }
      const { changes, warnings: found } = await this.#types.checkUpdate(type, merged, metadata)
      warnings.push(...found)
      text = applyEdits(text, editFrontmatter(text, changes))
    }
    return { text: text === file.text ? text : this.#touched(text, parsed, metadata), warnings }
  }

  /** Sets `updated` to now where the note has it and the caller did not. */
  #touched(text: string, parsed: ParsedNote, metadata: Readonly<Record<string, unknown>> = {}): string {
    if (!('updated' in parsed.frontmatter.data) || 'updated' in metadata) return text
    const before = parsed.frontmatter.data['updated']
    const updated = touchDate(before, this.#door.now())
    return updated === null ? text : applyEdits(text, editFrontmatter(text, { updated }))
  }
}

function requireHash({ content, metadata, mode, contentHash }: NoteUpdate): void {
  if (content === undefined && metadata === undefined) {
    throw new VaultError('INVALID_ARGUMENT', 'Give content, metadata or both.', {
      hint: 'content replaces the body; metadata is merged into the frontmatter.',
    })
  }
  const needsHash = metadata !== undefined || mode === 'replace'
  if (!needsHash || contentHash !== undefined) return
  throw new VaultError('INVALID_ARGUMENT', 'content_hash is required to replace content or metadata.', {
    hint: 'Call get_note and pass the content_hash it returns. To add text without it use append_to_note.',
  })
}

function checkHash({ path, hash }: StoredFile, provided: string | undefined, needsWhole: boolean): void {
  if (provided === undefined) return
  const isPartial = provided.startsWith(partialPrefix)
  if ((isPartial ? provided.slice(partialPrefix.length) : provided) !== hash)
    throw hashMismatch(path, hash, provided)
  if (!isPartial || !needsWhole) return
  throw new VaultError(
    'CONFLICT',
    'That hash came with a part of the note: it does not authorise replacing all of it.',
    {
      path,
      hint: 'Read the whole note with get_note and a larger max_chars, or change a part with append_to_note.',
    },
  )
}

/** A body that brings a frontmatter of its own would leave the note with two. One that began so before may stay. */
function refuseSecondFrontmatter(content: string, { frontmatter }: ParsedNote, body: string): void {
  const { range, data } = parseNote(content).frontmatter
  if (frontmatter.range === null || range === null || Object.keys(data).length === 0) return
  if (body.startsWith(content.slice(range.start, range.end))) return
  throw new VaultError(
    'VALIDATION_FAILED',
    'The content begins with a frontmatter, and the note has one already.',
    {
      hint: 'Pass only the body as content, and the keys to change as metadata.',
    },
  )
}
