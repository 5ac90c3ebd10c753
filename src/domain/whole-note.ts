import { replaceFrontmatter } from '../markdown/edit/edit-frontmatter.ts'
import { headerStays } from '../markdown/read/foreign-header.ts'
import { readFrontmatter } from '../markdown/read/read-frontmatter.ts'
import { splitHead } from '../markdown/read/split-head.ts'
import { renderFrontmatter } from '../markdown/edit/render-frontmatter.ts'
import { lineEndOf, withLineEnds } from '../markdown/text/with-line-ends.ts'
import { contentStart, hasHead } from '../model/note-content.ts'
import { applyEdits } from '../model/text-edit.ts'
import { VaultError } from '../model/vault-error.ts'
import type { FileChange } from '../changes/change-plan.ts'
import type { StoredNote, WriteOptions } from '../vault/note-writer.ts'
import { exactPath } from '../vault/plan-new-note.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { WriteOutcome } from '../changes/write-changes.ts'

/** The id of the note at exactly this path, with or without `.md`; null where there is none. No title is looked up. */
export async function findNoteAt(vault: VaultContext, path: string): Promise<string | null> {
  const relative = vault.files.toRelative(path)
  const id = vault.files.spelled(/\.md$/i.test(relative) ? relative : `${relative}.md`)
  if (relative === '' || (await vault.files.findFile(id)) === null) return null
  return await vault.finder.find(id)
}

/** The path of the note that a caller names; NOT_FOUND where there is none. */
export async function requireNoteAt(vault: VaultContext, path: string): Promise<string> {
  const id = await findNoteAt(vault, path)
  if (id !== null) return id
  throw await vault.finder.notFound(path)
}

/** Creates a note whose file is this text and nothing else, with the folders that are missing. ALREADY_EXISTS where one is. */
export async function createWholeNote(
  vault: VaultContext,
  { path: named, text }: { readonly path: string; readonly text: string },
  options: WriteOptions,
): Promise<WriteOutcome & { readonly path: string }> {
  const path = await vault.files.canonical(exactPath(named, vault.files))
  const change: FileChange = { kind: 'create', path, text }
  const { facts, ...written } = await vault.writer.change(options, () =>
    Promise.resolve({ changes: [change], facts: { path } }),
  )
  return { ...facts, ...written }
}

/** A file's text: this frontmatter, if it says anything, and this content as it stands. */
export function wholeText(frontmatter: Readonly<Record<string, unknown>>, content: string): string {
  const { header } = readFrontmatter(splitHead(content).head)
  const rendered = withLineEnds(renderFrontmatter(frontmatter), content)
  if (header !== null && rendered !== '') throw headerStays(header)
  return `${rendered}${content}`
}

/**
 * A note's text with the whole frontmatter, the whole body or both replaced. Lines of the frontmatter that say the same
 * as before stay as they are. Content that brings a frontmatter of its own is the whole file.
 */
export function replacedText(
  { file }: StoredNote,
  change: {
    readonly content?: string | undefined
    readonly frontmatter?: Readonly<Record<string, unknown>> | undefined
  },
): string {
  const content = change.content === undefined ? undefined : withLineEnds(change.content, file.text)
  const bringsOwn = content !== undefined && hasHead(readFrontmatter(splitHead(content).head))
  const text = content === undefined ? file.text : bringsOwn ? content : withBody(file.text, content)
  return change.frontmatter === undefined ? text : withFrontmatter(text, change.frontmatter)
}

/** Keeps the empty line below the frontmatter, unless the content begins with one. */
function withBody(text: string, content: string): string {
  const { head } = splitHead(text)
  const frontmatter = readFrontmatter(head)
  const { bodyStart } = frontmatter
  const start = /^\r?\n/.test(content) ? bodyStart : contentStart(head, frontmatter).offset
  const kept = head.slice(0, start)
  const isOpen = hasHead(frontmatter) && content !== '' && !kept.endsWith('\n')
  return kept + (isOpen ? lineEndOf(text) : '') + content
}

function withFrontmatter(text: string, frontmatter: Readonly<Record<string, unknown>>): string {
  const { range, header, problem, bodyStart } = readFrontmatter(splitHead(text).head)
  if (header !== null) {
    if (Object.keys(frontmatter).length === 0) return text
    throw headerStays(header)
  }
  if (range !== null && problem === null && Object.keys(frontmatter).length > 0) {
    const edited = edit(text, frontmatter)
    if (edited !== null) return edited
  }
  const start = range?.start ?? bodyStart
  const end = range === null ? bodyStart : range.end
  return text.slice(0, start) + withLineEnds(renderFrontmatter(frontmatter), text) + text.slice(end)
}

/** Null where the block is written in a way that cannot be edited key by key: then all of it is rewritten. */
function edit(text: string, frontmatter: Readonly<Record<string, unknown>>): string | null {
  try {
    return applyEdits(text, replaceFrontmatter(text, frontmatter))
  } catch (error) {
    if (error instanceof VaultError && error.code === 'CONFLICT') return null
    throw error
  }
}
