import { findNotesByPath } from '../index-db/note-queries.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import { fileNameOf, folderOf, noteExtensionOf, pathIn, stemOf } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import { renamedStem } from '../vault/renamed-stem.ts'
import { requireZkSettings } from '../vault/require-zk-settings.ts'
import { checkHash } from '../vault/check-hash.ts'
import type { WriteOptions } from '../vault/note-writer.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { waitForIndex } from './follow-disk.ts'
import type { MovedNote } from './relocate-note.ts'
import { planMoves } from './plan-moves.ts'

export interface NewName {
  readonly title: string
  /** Whether the file is to be named after the title, too, by the vault's own rule. */
  readonly renameFile: boolean
  readonly contentHash?: string | undefined
}

export interface RetitledNote extends MovedNote {
  /** Whether the file was to be renamed and keeps its name, because other programs find it by that. */
  readonly keepsFixedName: boolean
}

/**
 * Gives a note another title where it keeps it: in the frontmatter, else in an H1 that is its first heading, else in a new
 * frontmatter key, unless its file gets that very name. Every link that found it by the old one follows, and so does every link to that H1.
 */
export async function retitleNote(
  vault: VaultContext,
  identifier: string,
  name: NewName,
  options: WriteOptions,
): Promise<RetitledNote> {
  const title = oneLine(name.title)
  await waitForIndex(vault)
  const from = await vault.finder.find(identifier)
  const { facts, ...written } = await vault.writer.change(options, async () => {
    const file = await vault.writer.read(from, identifier)
    checkHash(file, name.contentHash, false)
    const keepsFixedName = name.renameFile && isFixedName(from)
    const named = name.renameFile && !keepsFixedName ? await newPath(vault, from, title) : from
    const to = named ?? from
    const renamed = { title, isFileCalledSo: stemOf(to) === title }
    const {
      oldTitle: before,
      newTitle,
      ...retitled
    } = await vault.textWork.run('retitle', file.text, renamed)
    const oldTitle = before ?? stemOf(from)
    if (title === oldTitle && to === from) throw sameName(title)
    if ((newTitle ?? stemOf(to)) !== title) throw unwritable(from, title)
    const { heading, lostLinks, isHeadingToo } = retitled
    const text = retitled.text === file.text ? file.text : await vault.writer.touched(retitled.text)
    const { changes, facts: moves } = await planMoves(vault, [{ from, to, before: file, text, heading }])
    const warnings = [
      ...(named === null ? [keepsName(from)] : []),
      ...(await vault.notes.misfits(await vault.types.typeOf(from), file.text, retitled.text)),
      ...moves.warnings,
      ...(lostLinks.length === 0 ? [] : [`Links of the old heading went with it: ${lostLinks.join(' ')}`]),
      ...(isHeadingToo
        ? [`Another heading of ${to} is called so: links to it by that name lead to the title now.`]
        : []),
    ]
    return { changes, facts: { from, to, oldTitle, newTitle: title, keepsFixedName, ...moves, warnings } }
  })
  const isHalf = vault.settings.kind === 'obsidian' && stemOf(facts.to) !== title && !name.renameFile
  const warnings = isHalf
    ? [
        `The file is still called ${fileNameOf(facts.to)}, which is what Obsidian shows: rename_file: true renames it.`,
      ]
    : []
  return { ...facts, ...written, warnings: [...warnings, ...facts.warnings] }
}

function unwritable(path: string, title: string): VaultError {
  return new VaultError(
    'CONFLICT',
    `"${title}" cannot be written as the title of ${path}; nothing was changed.`,
    {
      path,
      hint: 'Choose a title without Markdown or YAML marks.',
    },
  )
}

/** Null where the vault's rule has no title. */
async function newPath(vault: VaultContext, from: string, newTitle: string): Promise<string | null> {
  const { settings, index, writer, files } = vault
  requireZkSettings(settings)
  const [folder, stem] = [folderOf(from), stemOf(from)]
  const [note] = await index.query(({ queries }) => findNotesByPath(queries, [from]))
  const oldTitle = note === undefined || note.title === stem ? null : note.title
  const renamed = await renamedStem({ folder, stem, oldTitle, newTitle, now: writer.now() }, settings)
  if (renamed === null) return null
  // The day that a post's name begins with is its date; in Obsidian the name is the title and nothing else.
  const [day = ''] = settings.filename === 'title' || postDay.test(renamed) ? [] : (postDay.exec(stem) ?? [])
  const to = pathIn(folder, day + renamed + noteExtensionOf(from))
  const taken = await files.sameName(to)
  if (taken === null || normalizeKey(taken) === normalizeKey(from)) return to
  throw new VaultError('RENAME_CONFLICT', `${taken} exists already; nothing was renamed.`, {
    path: taken,
    hint: { kind: 'choose-title' },
  })
}

const postDay = /^\d{4}-\d\d-\d\d-(?=.)/

/** The page of a folder, or the text of a bundle: under another name it would be something else. */
function isFixedName(path: string): boolean {
  const name = fileNameOf(path)
  return (
    /^(?:_?index|README)\.md$/i.test(name) || (name === 'text.md' && folderOf(path).endsWith('.textbundle'))
  )
}

function keepsName(path: string): string {
  return `The file is still called ${fileNameOf(path)}: by the notebook's rule for its folder a name has no title in it.`
}

function oneLine(title: string): string {
  const words = title.replace(/\s+/g, ' ').trim()
  if (words !== '' && !/\p{Cc}/u.test(words)) return words
  throw new VaultError('INVALID_ARGUMENT', 'The new title must be one line of text.', {
    hint: 'Give a short title.',
  })
}

function sameName(title: string): VaultError {
  return new VaultError('INVALID_ARGUMENT', `The note is called "${title}" already.`, {
    hint: 'Give another new_title. rename_file: true names the file after the title.',
  })
}
