import type { FileChange } from '../changes/change-plan.ts'
import { findLinks } from '../index-db/link-queries.ts'
import { findNotesByPath, findNotesCalled } from '../index-db/note-queries.ts'
import { leadsInto, type PartNames } from '../markdown/edit/aim-self-links.ts'
import { linkToNote } from '../markdown/edit/link-to-note.ts'
import { lineEndOf, withLineEnds } from '../markdown/text/with-line-ends.ts'
import { stemOf } from '../model/note-path.ts'
import type { Frontmatter } from '../model/parsed-note.ts'
import { VaultError } from '../model/vault-error.ts'
import { checkHash } from '../vault/check-hash.ts'
import type { WriteOptions } from '../vault/note-writer.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { waitForIndex, whileFollowingDisk } from './follow-disk.ts'
import { planRelinks } from './plan-relinks.ts'
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
 * working. Both files change or none does. Links in either text, and those in other notes that the new name would take over,
 * go on leading where they led; link definitions and footnotes are in each of the two that uses them.
 */
export async function splitOffSection(
  vault: VaultContext,
  { identifier, header, line, title, directory, contentHash }: Extraction,
  options: WriteOptions,
) {
  const source = await vault.finder.find(identifier)
  await waitForIndex(vault)
  return await vault.writer.change(options, async () => {
    const file = await vault.writer.read(source, identifier)
    checkHash(file, contentHash, false)
    const { body, definitions, names, frontmatter, heading } = await vault.textWork.run(
      'readSectionToMove',
      file.text,
      { path: source, header, line },
    )
    if (body === null) throw empty(source, header)
    const content = await vault.textWork.run('addDefinitions', body + lineEndOf(file.text), { definitions })
    const metadata = originOf(frontmatter)
    const planned = await vault.notes.plan({ title, directory, content, metadata, takesNoMetadata: true })
    const { path } = planned
    const { rewrites, made } = await whileFollowingDisk(vault, () =>
      planRelinks(
        vault,
        [{ from: source, to: source, before: file, text: file.text, heading: null }],
        [],
        [{ from: source, to: path, text: withLineEnds(planned.text, content), parts: names }],
      ),
    )
    const isOnlyOne = await isFree(vault, stemOf(path))
    const left = `See ${linkToNote({ path, title: title.trim(), isOnlyOne }, source, vault.settings)}`
    const rest = rewrites.get(source)?.text ?? file.text
    const kept = await vault.textWork.run('leaveSection', rest, { path: source, heading, left, to: path })
    const others = [...rewrites.values()].filter((rewrite) => rewrite.path !== source)
    const mode = await privateMode(vault, source)
    return {
      changes: [
        ...made.map((text): FileChange => ({ kind: 'create', path, text, mode })),
        {
          kind: 'replace',
          path: source,
          before: { text: file.text, hash: file.hash },
          text: await vault.writer.touched(kept),
        },
        ...others.map((other): FileChange => ({
          kind: 'replace',
          path: other.path,
          before: other.before,
          text: other.text,
        })),
      ],
      facts: {
        source,
        path,
        title: title.trim(),
        left,
        updatedReferences: others.map(({ path: id, count: links }) => ({ id, links })),
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

/** Whether no note is called so yet. */
async function isFree(vault: VaultContext, name: string): Promise<boolean> {
  const found = await vault.index.query(({ queries }) =>
    findNotesCalled(queries, name, ['path', 'title', 'name', 'alias']),
  )
  return found.length === 0
}

/** Links of other notes into what has moved still name the note that it moved from. */
async function leftBehind(vault: VaultContext, source: string, names: PartNames): Promise<readonly string[]> {
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
