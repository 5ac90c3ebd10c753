import { applyEdits } from '../model/text-edit.ts'
import { contentStart } from '../model/note-content.ts'
import type { ParsedNote } from '../model/parsed-note.ts'
import { VaultError } from '../model/vault-error.ts'
import { editFrontmatter } from '../markdown/edit-frontmatter.ts'
import { parseNote } from '../markdown/parse-note.ts'
import { withLineEnds } from '../markdown/with-line-ends.ts'
import type { FileChange } from '../changes/change-plan.ts'
import type { NoteFinder } from './note-finder.ts'
import type { NoteTypes } from './note-types.ts'
import { planNewNote, type NoteDraft, type NewNoteRules, type PlannedNote } from './plan-new-note.ts'
import { appended, prepended, replaced } from './edit-content.ts'
import { type NoteWriter, type ReadNote, type WriteOptions, type WrittenNote } from './note-writer.ts'
import { alreadyExists } from '../files/vault-files.ts'
import type { WriteDoor } from '../changes/write-changes.ts'

export interface NoteUpdate {
  readonly identifier: string
  readonly content?: string | undefined
  /** Merged into the frontmatter; null removes a key. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly mode: 'replace' | 'append' | 'prepend'
  readonly contentHash?: string | undefined
}

/** Reads and changes the notes of one vault. Every change is computed as a value, checked and then written. */
export class NoteManager {
  readonly #door: WriteDoor
  readonly #finder: NoteFinder
  readonly #types: NoteTypes
  readonly #rules: NewNoteRules
  readonly #writer: NoteWriter

  constructor(
    door: WriteDoor,
    writer: NoteWriter,
    finder: NoteFinder,
    types: NoteTypes,
    rules: NewNoteRules,
  ) {
    this.#door = door
    this.#writer = writer
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

  async create(
    draft: NoteDraft,
    { tool, dryRun }: WriteOptions,
  ): Promise<WrittenNote & { readonly title: string }> {
    const planned = await planNewNote(draft, this.#types, this.#rules, this.#door.now())
    const { text, type, title, warnings } = planned
    const path = await this.#door.files.canonical(planned.path)
    const change: FileChange = { kind: 'create', path, text }
    const { facts, ...written } = await this.#writer.change({ tool, dryRun }, async () => {
      const taken = await this.#door.files.sameName(path)
      if (taken !== null) throw alreadyExists(taken)
      return { changes: [change], facts: { path, type, title, warnings, before: null, after: text } }
    })
    return { ...facts, ...written }
  }

  /** Where a new note would go and what it would say, for a change that makes it together with others. */
  async plan(draft: NoteDraft): Promise<PlannedNote> {
    const planned = await planNewNote(draft, this.#types, this.#rules, this.#door.now())
    return { ...planned, path: await this.#door.files.canonical(planned.path) }
  }

  async update(update: NoteUpdate, options: WriteOptions): Promise<WrittenNote> {
    requireHash(update)
    const { identifier, content, metadata, mode, contentHash } = update
    const replacesAll = mode === 'replace' && content !== undefined
    return await this.#writer.edit(identifier, { ...options, contentHash, replacesAll }, async (note) => ({
      ...(await this.#updatedText(note, update)),
      hasOwnDate: metadata !== undefined && 'updated' in metadata,
    }))
  }

  /** Adds text at the end, under a new `###` heading where one is given; what is there stays as it is. */
  async append(
    identifier: string,
    addition: {
      readonly content: string
      readonly heading: string | null
      readonly contentHash?: string | undefined
    },
    options: WriteOptions,
  ): Promise<WrittenNote> {
    const { content, heading, contentHash } = addition
    return await this.#writer.edit(identifier, { ...options, contentHash }, ({ file }) => ({
      text: appended(file.text, content, heading),
    }))
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
            : prepended(text, fitting, start, parsed.frontmatter)
      }
    }
    if (metadata !== undefined) {
      const merged = { ...parsed.frontmatter.data, ...metadata }
      const { changes, warnings: found } = await this.#types.checkUpdate(type, merged, metadata)
      warnings.push(...found)
      text = applyEdits(text, editFrontmatter(text, changes))
    }
    return { text, warnings }
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
