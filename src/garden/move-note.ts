import { checkMetadata } from '../markdown/check-metadata.ts'
import { parseNote } from '../markdown/parse-note.ts'
import { fileNameOf, isNotePath, stemOf } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import { checkHash, type WriteOptions } from '../vault/note-writer.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { Written } from '../changes/write-changes.ts'
import { findDestination, type Destination } from './find-destination.ts'
import { waitForIndex } from './follow-disk.ts'
import type { Move } from './move.ts'
import { planMoves, type MoveFacts } from './plan-moves.ts'
import { retyped } from './retyped.ts'

/** What became of a note, file or folder that got another name or place. */
export interface MovedNote extends MoveFacts, Written {
  readonly from: string
  readonly to: string
  /** Null for what is no note. */
  readonly oldTitle: string | null
  readonly newTitle: string | null
  readonly warnings: readonly string[]
}

/** Moves a note, a folder (its identifier ends in `/`) or another file; every link to it and its own links follow. */
export async function moveNote(
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
    const note = isNotePath(from) && !isFolder ? await readForMove(vault, from, to, destination) : null
    if (contentHash !== undefined) await checkSourceHash(vault, from, isFolder, contentHash)
    const text = note?.text
    const move: Move = text === undefined ? { from, to } : { from, to, text }
    const { changes, facts: moves } = await planMoves(vault, [move])
    const { oldTitle = null, newTitle = null, warnings = [] } = note ?? {}
    return { changes, facts: { from, to, oldTitle, newTitle, warnings, ...moves } }
  })
  return { ...facts, ...written }
}

/** A note as anybody names it; a folder or another file by its path. */
async function findSource(vault: VaultContext, identifier: string): Promise<string> {
  const path = vault.files.toRelative(identifier)
  if (!identifier.endsWith('/')) {
    const isOther = path !== '' && !isNotePath(path) && (await vault.files.exists(path))
    if (!isOther || (await vault.files.isFolder(path))) return await findNote(vault, identifier, path)
  } else if (path === '' || !(await vault.files.isFolder(path))) {
    throw new VaultError('NOT_FOUND', `There is no folder ${identifier}.`, {
      path: identifier,
      hint: 'list_notes shows the notes and their folders.',
    })
  }
  if (path.split('/').some((segment) => segment.startsWith('.'))) {
    throw new VaultError('INVALID_PATH', `${path} is hidden: flint leaves hidden files and folders alone.`, {
      path,
      hint: 'list_notes shows the notes there are.',
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

interface NoteToMove {
  readonly text: string
  readonly oldTitle: string
  readonly newTitle: string
  readonly warnings: readonly string[]
}

/** The note's text as it will be: under another type its `type` says so, and what does not fit its schema is told. */
async function readForMove(
  vault: VaultContext,
  from: string,
  to: string,
  destination: Destination,
): Promise<NoteToMove> {
  const file = await vault.files.read(from)
  if (file === null) throw await vault.finder.notFound(from)
  const parsed = parseNote(file.text)
  const titles = { oldTitle: parsed.title ?? stemOf(from), newTitle: parsed.title ?? stemOf(to) }
  if (destination.kind !== 'type') return { text: file.text, ...titles, warnings: [] }
  const oldType = await vault.types.typeOf(from)
  const newType = await vault.types.typeOf(to)
  const changed = retyped(file.text, oldType, newType)
  const text = changed === file.text ? changed : vault.writer.touched(changed, parsed)
  const { definition } = await vault.types.guidance(newType)
  if (definition === null) return { text, ...titles, warnings: [] }
  const strict = vault.config.metadata.strict_validation
  const { errors, warnings } = checkMetadata(definition.schema, parseNote(text).frontmatter.data, { strict })
  const problems = [...errors, ...warnings].map(({ field, message }) => `${field}: ${message}`)
  return { text, ...titles, warnings: problems }
}

async function checkSourceHash(
  vault: VaultContext,
  path: string,
  isFolder: boolean,
  contentHash: string,
): Promise<void> {
  const file = isFolder ? null : await vault.files.read(path)
  if (file !== null) {
    checkHash(file, contentHash, false)
    return
  }
  throw new VaultError('INVALID_ARGUMENT', 'content_hash is of one file, and a folder has none.', {
    hint: 'Leave it out to move a folder.',
  })
}

function already(path: string): VaultError {
  return new VaultError('INVALID_ARGUMENT', `${fileNameOf(path)} is there already: ${path}.`, {
    path,
    hint: 'Give another folder or path.',
  })
}
