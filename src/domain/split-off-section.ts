import { findLinks } from '../index-db/link-queries.ts'
import { findNotesByPath, findNotesCalled } from '../index-db/note-queries.ts'
import { aimSelfLinks, leadsInto, type PartNames } from '../markdown/edit/aim-self-links.ts'
import { linkToNote } from '../markdown/edit/link-to-note.ts'
import { rebaseLink, relativeTargets } from '../markdown/edit/rebase-link.ts'
import { lineEndOf, withLineEnds } from '../markdown/text/with-line-ends.ts'
import { folderOf, stemOf } from '../model/note-path.ts'
import type { Frontmatter, NoteLink } from '../model/parsed-note.ts'
import { applyEdits, type TextEdit } from '../model/text-edit.ts'
import { VaultError } from '../model/vault-error.ts'
import { checkHash } from '../vault/check-hash.ts'
import type { WriteOptions } from '../vault/note-writer.ts'
import { targetOf, type TextPiece } from '../text-work/extract-jobs.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { waitForIndex } from './follow-disk.ts'
import { privateMode } from './private-mode.ts'

export interface Extraction {
  readonly identifier: string
  readonly header: string
  readonly line?: number | undefined
  readonly title: string
  /** Folder of the new note. */
  readonly directory: string
  readonly contentHash?: string | undefined
}

/**
 * Moves what stands below a heading into a new note and leaves a link under the heading, which stays: links to it keep
 * working. Both files change or none does. Links in either text go on leading where they led; link definitions and
 * footnotes are in each of the two that uses them.
 */
export async function splitOffSection(
  vault: VaultContext,
  { identifier, header, line, title, directory, contentHash }: Extraction,
  options: WriteOptions,
) {
  const source = await vault.finder.find(identifier)
  // Whether a link needs a path depends on every other note's name.
  if (vault.index.isThere) await waitForIndex(vault)
  return await vault.writer.change(options, async () => {
    const file = await vault.writer.read(source, identifier)
    checkHash(file, contentHash, false)
    const named = { path: source, header, line }
    const { body, definitions, names, frontmatter } = await vault.textWork.run(
      'readSectionToMove',
      file.text,
      named,
    )
    if (body === null) throw empty(source, header)
    const place = await vault.notes.plan({ title, directory, content: '' })
    const paths = { names, from: source, to: place.path }
    const lineBreak = lineEndOf(file.text)
    const moved = await movedText(vault, body, lineBreak, paths)
    const taken = await Promise.all(definitions.map((piece) => movedText(vault, piece, lineBreak, paths)))
    const content = await vault.textWork.run('addDefinitions', moved, { definitions: taken })
    const planned = await vault.notes.plan({
      title,
      path: place.path,
      content,
      metadata: originOf(frontmatter),
    })
    const isOnlyOne = await isFree(vault, stemOf(place.path))
    // What stands in the section from now on.
    const left = `See ${linkToNote({ path: place.path, title: title.trim(), isOnlyOne }, source, vault.settings)}`
    const kept = await vault.textWork.run('leaveSection', file.text, { ...named, left, to: place.path })
    return {
      changes: [
        {
          kind: 'create',
          path: place.path,
          text: withLineEnds(planned.text, content),
          mode: await privateMode(vault, source),
        },
        {
          kind: 'replace',
          path: source,
          before: { text: file.text, hash: file.hash },
          text: await vault.writer.touched(kept),
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
function originOf({ data }: Frontmatter): Readonly<Record<string, unknown>> {
  const { source, source_type: type, untrusted } = data
  if (type !== 'ingested' && untrusted !== true) return {}
  return {
    ...(source !== undefined && { source }),
    ...(type !== undefined && { source_type: type }),
    untrusted: true,
  }
}

interface Move {
  readonly names: PartNames
  readonly from: string
  readonly to: string
}

/** The text as it stands in the new note: its links lead where they led. */
async function movedText(
  vault: VaultContext,
  { text, links }: TextPiece,
  lineBreak: string,
  { names, from, to }: Move,
): Promise<string> {
  const edits: TextEdit[] = [
    ...aimSelfLinks(
      links,
      (link) => !leadsInto(link, names),
      (link) => targetOf(link, from, to),
    ),
  ]
  const folders = { from: folderOf(from), to: folderOf(to) }
  if (folders.from !== folders.to) {
    for (const link of links) {
      const edit = (await isRelative(vault, link, folders.from)) ? rebaseLink(text, link, folders) : null
      if (edit !== null) edits.push(edit)
    }
  }
  return applyEdits(text, edits) + lineBreak
}

async function isRelative(vault: VaultContext, link: NoteLink, folder: string): Promise<boolean> {
  // What may not be looked at may be there.
  const mayBeThere = (path: string) => vault.files.exists(path).catch(() => true)
  for (const path of relativeTargets(link, folder)) if (await mayBeThere(path)) return true
  return false
}

/** Whether no note is called so yet. */
async function isFree(vault: VaultContext, name: string): Promise<boolean> {
  if (!vault.index.isThere) return false
  const found = await vault.index.query(({ queries }) =>
    findNotesCalled(queries, name, ['path', 'title', 'name', 'alias']),
  )
  return found.length === 0
}

/** Links of other notes into what has moved still name the note that it moved from. */
async function leftBehind(vault: VaultContext, source: string, names: PartNames): Promise<readonly string[]> {
  if (!vault.index.isThere) return []
  const [note] = await vault.index.query(({ queries }) => findNotesByPath(queries, [source]))
  if (note === undefined) return []
  const { links } = await vault.index.query(({ queries }) =>
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
    hint: { kind: 'make-note' },
  })
}
