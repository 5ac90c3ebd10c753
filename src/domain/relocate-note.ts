import { checkMetadata } from '../markdown/types/check-metadata.ts'
import { documentText } from '../markdown/read/document-note.ts'
import { fileNameOf, isHidden, isNotePath, stemOf } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import { checkHash } from '../vault/check-hash.ts'
import type { WriteOptions } from '../vault/note-writer.ts'
import type { StoredFile } from '../files/stored-file.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { WriteOutcome } from '../changes/write-changes.ts'
import { findDestination, type Destination } from './find-destination.ts'
import { waitForIndex } from './follow-disk.ts'
import { movedText } from './moved-text.ts'
import { planMoves, type MoveFacts } from './plan-moves.ts'
import { retyped, typeName } from './retyped.ts'
import { changeTextsInFolder } from './texts-in-folder.ts'

/** What became of a note, file or folder that got another name or place. */
export interface MovedNote extends MoveFacts, WriteOutcome {
  readonly from: string
  readonly to: string
  /** Null for what is no note. */
  readonly oldTitle: string | null
  readonly newTitle: string | null
}

/** Moves a note, a folder (its identifier ends in `/`) or another file; every link to it and its own links follow. */
export async function relocateNote(
  vault: VaultContext,
  identifier: string,
  destination: Destination,
  contentHash: string | undefined,
  options: WriteOptions,
): Promise<MovedNote> {
  await waitForIndex(vault)
  const from = await findSource(vault, identifier)
  const isFolder = identifier.endsWith('/')
  const { facts, ...written } = await vault.writer.change(options, async () => {
    const to = await findDestination(vault, { path: from, isFolder }, destination)
    if (to === from) throw already(from)
    const file = isFolder ? null : await vault.writer.readAsIs(from)
    if (file !== null) checkHash(file, contentHash, false)
    else if (contentHash !== undefined) throw noHash()
    const note = file === null || !isNotePath(from) ? null : await changedBy(vault, file, to)
    const { changes: planned, facts: moves } =
      file === null
        ? await planMoves(vault, [], [{ from, to }])
        : await planMoves(vault, [{ from, to, before: file, text: note?.text ?? file.text, heading: null }])
    const changes = isFolder ? await changeTextsInFolder(vault, { from, to }, planned) : planned
    const { oldTitle = null, newTitle = null, warnings = [] } = note ?? {}
    return {
      changes,
      facts: { from, to, oldTitle, newTitle, ...moves, warnings: [...warnings, ...moves.warnings] },
    }
  })
  return { ...facts, ...written }
}

/** A note as anybody names it; a folder or another file by its path. */
async function findSource(vault: VaultContext, identifier: string): Promise<string> {
  const path = vault.files.spelled(vault.files.toRelative(identifier))
  if (path === '' && identifier.trim() !== '') throw theVault()
  if (!identifier.endsWith('/')) {
    const mayBeOther = path !== '' && !isNotePath(path) && !isHidden(path)
    const isOther = mayBeOther && (await vault.files.exists(path))
    if (!isOther || (await vault.files.isFolder(path))) return await findNote(vault, identifier, path)
  } else if (!(await vault.files.isFolder(path))) {
    throw new VaultError('NOT_FOUND', `There is no folder ${identifier}.`, {
      path: identifier,
      hint: { kind: 'list-notes', shows: 'the notes and their folders' },
    })
  }
  return await vault.files.canonical(path)
}

async function findNote(vault: VaultContext, identifier: string, path: string): Promise<string> {
  try {
    return await vault.finder.find(identifier)
  } catch (error) {
    if (!(error instanceof VaultError) || error.code !== 'NOT_FOUND' || !(await vault.files.isFolder(path)))
      throw error
    throw new VaultError('NOT_FOUND', `${path} is a folder, and no note is called so.`, {
      path,
      hint: `To move the folder with all that is in it pass "${path}/".`,
    })
  }
}

/** The note's text as it will be: under another type its `type` says so, and what does not fit its schema is told. */
async function changedBy(vault: VaultContext, file: StoredFile, to: string) {
  const from = file.path
  const isWhole = file.cutFrom === null
  const own = isWhole ? await movedText(vault, from, to, file.text) : file.text
  const marked = documentText(own) === file.text ? [nowDocument(from)] : []
  const { title: before } = await vault.textWork.run('readOwnNames', file.text, null)
  const after = own === file.text ? before : (await vault.textWork.run('readOwnNames', own, null)).title
  const titles = { oldTitle: before ?? stemOf(from), newTitle: after ?? stemOf(to) }
  const oldType = await vault.types.typeOf(from)
  const newType = await vault.types.typeOf(to)
  if (newType === oldType || !isWhole) return { text: own, ...titles, warnings: marked }
  const changed = await retyped(vault, own, await typeName(vault, oldType), await typeName(vault, newType))
  const text = changed === own ? changed : await vault.writer.touched(changed)
  const { definition } = await vault.types.guidance(newType)
  if (definition === null) return { text, ...titles, warnings: marked }
  const strict = vault.config.metadata.strict_validation
  const { data } = await vault.writer.frontmatterOf(text)
  const { errors, warnings } = checkMetadata(definition.schema, data, { strict })
  const problems = [...errors, ...warnings].map(({ field, message }) => `${field}: ${message}`)
  return { text, ...titles, warnings: [...marked, ...problems] }
}

function nowDocument(from: string): string {
  return `${from} was ingested: as a note it is marked as untrusted, and links, tags and tasks in its text mean nothing.`
}

function noHash(): VaultError {
  return new VaultError('INVALID_ARGUMENT', 'content_hash is of one file, and a folder has none.', {
    hint: 'Leave it out to move a folder.',
  })
}

function theVault(): VaultError {
  return new VaultError('INVALID_ARGUMENT', 'That is the vault’s own folder, which is not moved.', {
    hint: 'Name a note, another file, or a folder of the vault with a slash at its end.',
  })
}

function already(path: string): VaultError {
  return new VaultError('INVALID_ARGUMENT', `${fileNameOf(path)} is there already: ${path}.`, {
    path,
    hint: 'Give another folder or path.',
  })
}
