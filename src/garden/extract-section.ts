import { findLinks } from '../index-db/link-queries.ts'
import { findNotesByPath, findNotesCalled } from '../index-db/note-queries.ts'
import { aimSelfLinks, leadsInto, namesWithin, type PartNames } from '../markdown/aim-self-links.ts'
import { linkToNote } from '../markdown/link-to-note.ts'
import { parseNote } from '../markdown/parse-note.ts'
import { rebaseLink, relativeTargets } from '../markdown/rebase-link.ts'
import { encodePath, relativePath } from '../markdown/relative-path.ts'
import { replaceSection } from '../markdown/replace-section.ts'
import { splitReferences, withDefinitions, withoutDefinitions } from '../markdown/split-references.ts'
import { bodyEnd } from '../markdown/text-body.ts'
import { withLineEnds } from '../markdown/with-line-ends.ts'
import { folderOf, withoutNoteExtension } from '../model/note-path.ts'
import type { NoteLink, ParsedNote, SourceRange } from '../model/parsed-note.ts'
import { applyEdits, type TextEdit } from '../model/text-edit.ts'
import { VaultError } from '../model/vault-error.ts'
import { checkHash, type WriteOptions } from '../vault/note-writer.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { alreadyExists } from '../files/vault-files.ts'
import type { Written } from '../changes/write-changes.ts'
import { requireSection } from './require-section.ts'

export interface Extraction {
  readonly identifier: string
  readonly header: string
  readonly line?: number | undefined
  readonly title: string
  /** Folder of the new note. */
  readonly directory: string
  readonly contentHash?: string | undefined
}

export interface Extracted {
  readonly source: string
  readonly path: string
  readonly title: string
  /** What stands in the section now. */
  readonly left: string
  readonly warnings: readonly string[]
}

/**
 * Moves what stands below a heading into a new note and leaves a link under the heading, which stays: links to it keep
 * working. Both files change or none does. Links in either text go on leading where they led; link definitions and
 * footnotes are in each of the two that uses them.
 */
export async function extractSection(
  vault: VaultContext,
  { identifier, header, line, title, directory, contentHash }: Extraction,
  options: WriteOptions,
): Promise<Written & { readonly facts: Extracted }> {
  const source = await vault.finder.find(identifier)
  await vault.settled()
  return await vault.writer.change(options, async () => {
    const file = await vault.writer.read(source, identifier)
    checkHash(file, contentHash, false)
    const note = parseNote(file.text)
    const { section } = requireSection(source, note, header, line)
    const body = bodyOf(file.text, section.content)
    if (body === null) throw empty(source, header)
    const place = await vault.notes.plan({ title, directory, content: '' })
    const twin = await vault.files.sameName(place.path)
    if (twin !== null) throw alreadyExists(twin)
    const names = namesWithin(note, section.content)
    const references = splitReferences(file.text, body)
    const paths = { names, from: source, to: place.path }
    const moved = await movedText(vault, file.text, note, { body, ...paths })
    const taken = await Promise.all(
      references.neededInside.map((range) => movedText(vault, file.text, note, { body: range, ...paths })),
    )
    const content = withDefinitions(moved, taken)
    const planned = await vault.notes.plan({ title, path: place.path, content, metadata: originOf(note) })
    const isOnlyOne = await isFree(vault, title)
    const left = `See ${linkToNote({ path: place.path, title: title.trim(), isOnlyOne }, source, vault.settings)}`
    const replaced = replaceSection(file.text, note, section, left)
    const copied = references.neededOutside.map(({ start, end }) => file.text.slice(start, end))
    const rest = withDefinitions(withoutDefinitions(replaced.text, references.onlyInside), copied)
    const kept = aimed(rest, source, place.path, (link) => leadsInto(link, names))
    return {
      changes: [
        { kind: 'create', path: place.path, text: withLineEnds(planned.text, content) },
        {
          kind: 'replace',
          path: source,
          before: { text: file.text, hash: file.hash },
          text: vault.writer.touched(kept, note),
        },
      ],
      facts: {
        source,
        path: place.path,
        title: title.trim(),
        left,
        warnings: [...planned.warnings, ...(await leftBehind(vault, source, names))],
      },
    }
  })
}

/** What came from outside stays so, wherever it is moved to. */
function originOf({ frontmatter }: ParsedNote): Readonly<Record<string, unknown>> {
  const { source, source_type: type, untrusted } = frontmatter.data
  if (type !== 'ingested' && untrusted !== true) return {}
  return {
    ...(source !== undefined && { source }),
    ...(type !== undefined && { source_type: type }),
    untrusted: true,
  }
}

/** The section's text without the blank lines around it; null where there is none. */
function bodyOf(text: string, { start, end }: SourceRange): SourceRange | null {
  const last = bodyEnd(text, start, end)
  if (last === start) return null
  const blank = /^(?:[ \t]*\r?\n)*/.exec(text.slice(start, last))?.[0].length ?? 0
  return { start: start + blank, end: last }
}

interface Move {
  readonly body: SourceRange
  readonly names: PartNames
  readonly from: string
  readonly to: string
}

/** The text as it stands in the new note: its links lead where they led. */
async function movedText(
  vault: VaultContext,
  text: string,
  { links }: ParsedNote,
  { body, names, from, to }: Move,
): Promise<string> {
  const inside = links.filter(({ range }) => range.start >= body.start && range.end <= body.end)
  const edits: TextEdit[] = [
    ...aimSelfLinks(
      inside,
      (link) => !leadsInto(link, names),
      (link) => targetOf(link, from, to),
    ),
  ]
  const folders = { from: folderOf(from), to: folderOf(to) }
  if (folders.from !== folders.to) {
    for (const link of inside) {
      const edit = (await isRelative(vault, link, folders.from)) ? rebaseLink(text, link, folders) : null
      if (edit !== null) edits.push(edit)
    }
  }
  const moved = edits.map(({ start, end, insert }) => ({
    start: start - body.start,
    end: end - body.start,
    insert,
  }))
  const result = applyEdits(text.slice(body.start, body.end), moved)
  return `${result}${withLineEnds('\n', text)}`
}

async function isRelative(vault: VaultContext, link: NoteLink, folder: string): Promise<boolean> {
  for (const path of relativeTargets(link, folder)) if (await vault.files.exists(path)) return true
  return false
}

/** A text of `from` in which links into itself that have moved away lead to `to`. */
function aimed(text: string, from: string, to: string, hasMoved: (link: NoteLink) => boolean): string {
  return applyEdits(
    text,
    aimSelfLinks(parseNote(text).links, hasMoved, (link) => targetOf(link, to, from)),
  )
}

/** A note as a link of `source` names it. */
function targetOf({ form }: NoteLink, path: string, source: string): string {
  if (form === 'markdown' || form === 'reference') return encodePath(relativePath(folderOf(source), path))
  return withoutNoteExtension(path)
}

/** Whether no note is called so yet. */
async function isFree(vault: VaultContext, title: string): Promise<boolean> {
  if (!vault.hasIndex) return false
  const found = await vault.query(({ queries }) =>
    findNotesCalled(queries, title, ['path', 'title', 'name', 'alias']),
  )
  return found.length === 0
}

/** Links of other notes into what has moved still name the note that it moved from. */
async function leftBehind(vault: VaultContext, source: string, names: PartNames): Promise<readonly string[]> {
  if (!vault.hasIndex) return []
  const [note] = await vault.query(({ queries }) => findNotesByPath(queries, [source]))
  if (note === undefined) return []
  const { links } = await vault.query(({ queries }) =>
    findLinks(queries, { kind: 'to', note: note.key }, { limit: 1_000, offset: 0 }),
  )
  return links
    .filter((link) => link.source_note_id !== source && leadsInto(link, names))
    .slice(0, 20)
    .map(
      ({ source_note_id: from, line_number: line, heading, block }) =>
        `${from}:${line} links to ${heading === null ? `^${block ?? ''}` : `"${heading}"`} in ${source}, which has moved.`,
    )
}

function empty(path: string, header: string): VaultError {
  return new VaultError('VALIDATION_FAILED', `The section "${header}" of ${path} is empty.`, {
    path,
    hint: 'To make a new note call create_note.',
  })
}
