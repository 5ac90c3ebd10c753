import { isDeepStrictEqual } from 'node:util'
import type { PassageEdit } from '../markdown/edit/find-passages.ts'
import { contentStart, hasHead } from '../model/note-content.ts'
import { startBytes } from '../model/note-size.ts'
import type { Frontmatter } from '../model/parsed-note.ts'
import { ownValue } from '../model/own-value.ts'
import { VaultError } from '../model/vault-error.ts'
import type { NoteFacts } from '../markdown/read/note-facts.ts'
import { readFrontmatter } from '../markdown/read/read-frontmatter.ts'
import { splitHead } from '../markdown/read/split-head.ts'
import { withLineEnds } from '../markdown/text/with-line-ends.ts'
import type { FileChange } from '../changes/change-plan.ts'
import type { NoteFinder } from './note-finder.ts'
import type { NoteTypes } from './note-types.ts'
import { planNewNote, type NoteDraft, type NewNoteRules, type PlannedNote } from './plan-new-note.ts'
import { prepended, replaced } from './edit-content.ts'
import {
  type NewText,
  type NoteWriter,
  type ReadNote,
  type StoredNote,
  type WriteOptions,
  type WrittenNote,
} from './note-writer.ts'
import type { StoredFile } from '../files/stored-file.ts'
import type { WriteDoor } from '../changes/write-changes.ts'
import type { TextWork } from '../text-work/text-work.ts'

export interface NoteUpdate {
  readonly identifier: string
  readonly content?: string | undefined
  /** Passages to replace. Their old texts are the guard, so that no hash is needed. */
  readonly edits?: readonly PassageEdit[] | undefined
  /** Merged into the frontmatter; null removes a key. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly mode: 'replace' | 'append' | 'prepend'
  readonly contentHash?: string | undefined
}

/** Text to add to a note. */
export interface Addition {
  readonly content: string
  /** The text of a new heading above it. */
  readonly heading: string | null
  /** The heading of the section at whose end to add, instead of the note's end. */
  readonly under?: string | undefined
}

export interface NewNote extends WrittenNote, Pick<PlannedNote, 'unfit'> {
  readonly title: string
}

/** Reads and changes the notes of one vault. Every change is computed as a value, checked and then written. */
export class NoteManager {
  readonly #door: WriteDoor
  readonly #finder: NoteFinder
  readonly #types: NoteTypes
  readonly #rules: NewNoteRules
  readonly #writer: NoteWriter
  readonly #textWork: TextWork

  constructor(
    door: WriteDoor,
    writer: NoteWriter,
    finder: NoteFinder,
    types: NoteTypes,
    rules: NewNoteRules,
    textWork: TextWork,
  ) {
    this.#textWork = textWork
    this.#door = door
    this.#writer = writer
    this.#finder = finder
    this.#types = types
    this.#rules = rules
  }

  /** NOT_FOUND, AMBIGUOUS_TITLE or OUTSIDE_VAULT when the identifier does not name exactly one note. */
  async read(identifier: string): Promise<ReadNote> {
    const path = await this.#finder.find(identifier)
    const file = await this.#door.files.readStart(path)
    if (file === null) throw await this.#finder.notFound(identifier)
    const { tagStyle } = this.#rules.settings
    const facts = await this.#textWork.run('noteFacts', file.text, { tagStyle })
    const type = await this.#types.typeOf(path)
    return file.cutFrom === null
      ? { file, facts, type, isWhole: true }
      : { file, facts: factsOfStart(facts, file.cutFrom), type, isWhole: false }
  }

  /** `added` goes into the new note as `append` would add it; `onPlaced` is called with the note in its place. */
  async create(
    { added, ...draft }: NoteDraft & { readonly added?: Addition | undefined },
    options: WriteOptions,
    onPlaced?: (note: { readonly path: string; readonly title: string }) => Promise<void>,
  ): Promise<NewNote> {
    const planned = await planNewNote(draft, this.#types, this.#rules, this.#door.now())
    const { type, title, unfit } = planned
    const path = await this.#door.files.canonical(planned.path)
    const { text, warnings: further = [] } =
      added === undefined ? { text: planned.text } : await this.#withAddition(path, planned.text, added)
    const warnings = [...planned.warnings, ...further]
    const change: FileChange = { kind: 'create', path, text }
    const placing = { ...options, onPlaced: async () => await onPlaced?.({ path, title }) }
    const { facts, ...written } = await this.#writer.change(placing, () =>
      Promise.resolve({
        changes: [change],
        facts: { path, type, title, warnings, unfit, before: null, after: text },
      }),
    )
    return { ...facts, ...written }
  }

  /** The path and text of a new note, for a change that creates it together with others. */
  async plan(draft: NoteDraft): Promise<PlannedNote> {
    const planned = await planNewNote(draft, this.#types, this.#rules, this.#door.now())
    return { ...planned, path: await this.#door.files.canonical(planned.path) }
  }

  async update(update: NoteUpdate, options: WriteOptions): Promise<WrittenNote> {
    requireChange(update)
    const { identifier, content, mode, contentHash } = update
    const replacesAll = mode === 'replace' && content !== undefined
    return await this.#writer.edit(
      identifier,
      { ...options, contentHash, replacesAll },
      async (note) => await this.#updatedText(note, update),
    )
  }

  /** Adds text at the end, under a new heading where one is given; existing text stays as it is. */
  async append(
    identifier: string,
    addition: Addition & { readonly contentHash?: string | undefined },
    options: WriteOptions,
  ): Promise<WrittenNote> {
    return await this.#writer.edit(
      identifier,
      { ...options, contentHash: addition.contentHash },
      async ({ file: { path, text } }) => await this.#withAddition(path, text, addition),
    )
  }

  async #withAddition(path: string, text: string, { content, heading, under }: Addition): Promise<NewText> {
    if (under === undefined) {
      const after = await this.#textWork.run('appendToEnd', text, { content, heading })
      if (text.trim() === '') await this.#refuseFalseFrontmatter(after)
      return { text: after }
    }
    return await this.#textWork.run('appendToSection', text, { path, header: under, content, heading })
  }

  async #updatedText(
    { file, type }: StoredNote,
    { content, edits, metadata, mode }: NoteUpdate,
  ): Promise<NewText> {
    let { text } = file
    const warnings: string[] = []
    let frontmatter = await this.#writer.frontmatterOf(text)
    let hasOwnDate = metadata !== undefined && 'updated' in metadata
    if (edits !== undefined) {
      text = await this.#textWork.run('replacePassages', text, { path: file.path, passages: edits })
      const after = await this.#writer.frontmatterOf(text)
      const changed = changedKeys(frontmatter, after)
      for (const warning of await this.#checkFrontmatter(type, frontmatter, after, changed))
        warnings.push(warning)
      hasOwnDate ||= 'updated' in changed
      frontmatter = after
    }
    if (content !== undefined) {
      const fitting = withLineEnds(content, text)
      if (mode === 'append')
        text = await this.#textWork.run('appendToEnd', text, { content: fitting, heading: null })
      else {
        const start = contentStart(text, frontmatter).offset
        if (mode === 'replace') refuseSecondFrontmatter(content, frontmatter, text.slice(start))
        text =
          mode === 'replace'
            ? replaced(text, fitting, start, frontmatter)
            : prepended(text, fitting, start, frontmatter)
      }
      if (frontmatter.range === null) await this.#refuseFalseFrontmatter(text)
    }
    if (metadata !== undefined) {
      const merged = { ...frontmatter.data, ...metadata }
      const { changes, warnings: found } = await this.#types.checkUpdate(type, merged, metadata)
      for (const warning of found) warnings.push(warning)
      const isRead = content === undefined
      text = await this.#writer.withProperties(text, changes, isRead ? frontmatter : undefined)
    }
    return { text, warnings, hasOwnDate }
  }

  /** A note without frontmatter gets none from a text that begins with a line `---` and is none. */
  async #refuseFalseFrontmatter(text: string): Promise<void> {
    if (!/^\uFEFF?---/.test(text)) return
    const { range, problem } = await this.#writer.frontmatterOf(text)
    if (range === null || problem === null) return
    throw new VaultError(
      'VALIDATION_FAILED',
      'The note would begin with ---, and what follows be read as its frontmatter.',
      { problem, hint: 'Begin with another line, or write the rule as ***. Nothing was changed.' },
    )
  }

  /** What a new text of a note has in changed properties that does not fit its type, a sentence each. */
  async misfits(type: string, before: string, after: string): Promise<readonly string[]> {
    const [was, is] = [await this.#writer.frontmatterOf(before), await this.#writer.frontmatterOf(after)]
    return await this.#types.misfits(type, is.data, changedKeys(was, is))
  }

  /** Checks frontmatter that was edited as text as if its changed keys had been set one by one. */
  async #checkFrontmatter(
    type: string,
    before: Frontmatter,
    after: Frontmatter,
    changed: Readonly<Record<string, unknown>>,
  ): Promise<readonly string[]> {
    if (after.problem !== null && before.problem === null) {
      throw new VaultError('VALIDATION_FAILED', 'The edits would leave frontmatter that cannot be read.', {
        problem: after.problem,
        hint: 'Correct the new text, or change properties with metadata. Nothing was changed.',
      })
    }
    if (Object.keys(changed).length === 0) return []
    return (await this.#types.checkUpdate(type, after.data, changed)).warnings
  }
}

/** The properties that differ, with their new values; null for removed ones. */
function changedKeys(before: Frontmatter, after: Frontmatter): Readonly<Record<string, unknown>> {
  const names = new Set([...Object.keys(before.data), ...Object.keys(after.data)])
  return Object.fromEntries(
    [...names]
      .filter((name) => !isDeepStrictEqual(ownValue(before.data, name), ownValue(after.data, name)))
      .map((name) => [name, ownValue(after.data, name) ?? null]),
  )
}

function factsOfStart(facts: NoteFacts, { lines, bytes }: NonNullable<StoredFile['cutFrom']>): NoteFacts {
  const problem = `It has ${bytes} bytes: its headings, tags, links and words are those of its first ${startBytes}. It can be read by lines and not be edited.`
  return {
    ...facts,
    frontmatter: { ...facts.frontmatter, problem },
    counts: { ...facts.counts, lines },
  }
}

/** INVALID_ARGUMENT for an update that changes nothing, contradicts itself or lacks a required hash. */
function requireChange({ content, edits, metadata, mode, contentHash }: NoteUpdate): void {
  if (content === undefined && edits === undefined && metadata === undefined) {
    throw new VaultError('INVALID_ARGUMENT', 'Give content, edits or metadata.', {
      hint: 'content replaces the body, edits replace passages, and metadata is merged into the frontmatter.',
    })
  }
  if (content !== undefined && edits !== undefined) {
    throw new VaultError('INVALID_ARGUMENT', 'Give content or edits, not both.', {
      hint: 'content replaces the whole body; edits replace passages of it.',
    })
  }
  const needsHash = metadata !== undefined || (content !== undefined && mode === 'replace')
  if (!needsHash || contentHash !== undefined) return
  throw new VaultError('INVALID_ARGUMENT', 'content_hash is required to replace content or metadata.', {
    hint: { kind: 'read-hash' },
  })
}

/** A body with frontmatter of its own would give the note two. One that already began that way may stay. */
function refuseSecondFrontmatter(content: string, frontmatter: Frontmatter, body: string): void {
  const { range, header, data, bodyStart } = readFrontmatter(splitHead(content).head)
  if (!hasHead(frontmatter)) return
  if (header === null && (range === null || Object.keys(data).length === 0)) return
  if (body.startsWith(content.slice(range?.start ?? 0, bodyStart))) return
  throw new VaultError(
    'VALIDATION_FAILED',
    'The content begins with a frontmatter, and the note has one already.',
    { hint: 'Pass only the body as content, and the keys to change as metadata.' },
  )
}
