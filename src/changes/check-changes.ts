import type { ContentHash } from '../model/ids.ts'
import { folderOf, isInside } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import type { Creation, FileChange, FolderMove } from './change-plan.ts'
import { hashAfter } from './hash-after.ts'
import { hashOfBytes } from '../files/hash-file.ts'
import type { PathState } from '../files/look-at-path.ts'
import { inParallel } from './in-parallel.ts'
import { type Disk, PlannedFiles } from './planned-files.ts'
import { alreadyExists, fileGone, hashMismatch, noFolder, notAFolder } from '../files/file-errors.ts'

/** A plan compared with the disk. */
export interface CheckedPlan {
  readonly steps: readonly CheckedStep[]
  /** Empty when every step can be taken. */
  readonly problems: readonly PlanProblem[]
}

/** What a step finds on disk, which undoing it needs. */
export interface CheckedStep {
  readonly change: FileChange
  /** The content hash after the step; null for a removed file and for a folder. */
  readonly after: ContentHash | null
  /** Permissions of the file that it replaces, moves or removes. */
  readonly mode: number | null
  /** The topmost folder that it has to make; null when all are there. */
  readonly madeFolder: string | null
}

export interface PlanProblem {
  readonly change: FileChange
  /** Where the problem is: not at the step's own path when its target is taken. */
  readonly path: string
  readonly error: VaultError
}

/**
 * Checks every step against the disk and the result of the steps before it, and changes nothing. With `mayTwin` a file
 * may take a name that differs from another's in case alone, where the file system allows it: an undo restores what was
 * there.
 */
export async function checkChanges(
  disk: Disk,
  changes: readonly FileChange[],
  options: CheckOptions = {},
): Promise<CheckedPlan> {
  return await checkPlanned(new PlannedFiles(disk), changes, options)
}

interface CheckOptions {
  readonly mayTwin?: boolean
}

/** Checks steps that follow others which were planned before: afterwards these are planned, too. */
export async function checkPlanned(
  planned: PlannedFiles,
  changes: readonly FileChange[],
  { mayTwin = false }: CheckOptions,
): Promise<CheckedPlan> {
  const expectFree = mayTwin ? expectNothing : expectNoTwin
  // Many files are read faster in parallel; what is read here is not read again below.
  await inParallel(changes.filter(readsFile), ({ path, before }) => planned.look(path, before))
  const steps: CheckedStep[] = []
  const problems: PlanProblem[] = []
  for (const change of changes) {
    try {
      steps.push(await takeStep(planned, change, expectFree))
    } catch (error) {
      if (!(error instanceof VaultError)) throw error
      const path = typeof error.facts['path'] === 'string' ? error.facts['path'] : change.path
      problems.push({ change, path, error })
    }
  }
  return { steps, problems }
}

type FileStep = Exclude<FileChange, Creation | FolderMove>

function readsFile(change: FileChange): change is FileStep {
  return change.kind !== 'create' && change.kind !== 'move-folder'
}

type ExpectFree = (planned: PlannedFiles, path: string, except?: string) => Promise<void>

async function takeStep(
  planned: PlannedFiles,
  change: FileChange,
  expectFree: ExpectFree,
): Promise<CheckedStep> {
  const { path } = change
  const after = await hashAfter(change)
  const taken = (mode: number | null, madeFolder: string | null) => ({ change, after, mode, madeFolder })
  switch (change.kind) {
    case 'create': {
      await expectFree(planned, path)
      const madeFolder = await makeFolders(planned, path)
      setFile(planned, path, { hash: after, mode: change.mode ?? 0o666, text: change.text })
      return taken(null, madeFolder)
    }
    case 'replace': {
      const { mode } = await expectFile(planned, change)
      setFile(planned, path, { hash: after, mode, text: change.text })
      return taken(mode, null)
    }
    case 'move': {
      const { mode, text = null } = await expectFile(planned, change)
      if (change.to === path) throw ontoItself(path)
      await expectFree(planned, change.to, path)
      const madeFolder = await makeFolders(planned, change.to)
      planned.set(path, { kind: 'nothing' })
      dropFolders(planned, path, change.dropFolder)
      setFile(planned, change.to, { hash: after, mode, text: change.text ?? text })
      return taken(mode, madeFolder)
    }
    case 'move-folder': {
      await expectFolderMove(planned, path, change.to, expectFree)
      const madeFolder = await makeFolders(planned, change.to)
      planned.moveFolder(path, change.to)
      dropFolders(planned, path, change.dropFolder)
      return taken(null, madeFolder)
    }
    case 'remove': {
      const { mode } = await expectFile(planned, change)
      planned.set(path, { kind: 'nothing' })
      dropFolders(planned, path, change.dropFolder)
      return taken(mode, null)
    }
  }
}

function setFile(
  planned: PlannedFiles,
  path: string,
  file: { readonly hash: ContentHash | null; readonly mode: number; readonly text: string | null },
): void {
  const { hash, mode, text } = file
  if (hash !== null) planned.set(path, { kind: 'file', hash, mode, ...(text !== null && { text }) })
}

async function expectFile(planned: PlannedFiles, { path, before }: FileStep): Promise<PlannedFile> {
  const state = await planned.look(path)
  switch (state.kind) {
    case 'nothing':
      throw fileGone(path)
    case 'folder':
      throw new VaultError('INVALID_PATH', `${path} is a folder.`, { path, hint: 'Name a file.' })
    case 'file':
      if (state.hash !== before.hash) throw hashMismatch(path, state.hash, before.hash)
      await expectOwnText(before, state.text)
      return state
  }
}

type PlannedFile = Extract<PathState, { readonly kind: 'file' }>

/** Undoing writes this text back, so it must be what is on disk. `found` is a text that is known to have the hash. */
async function expectOwnText(before: FileStep['before'], found: string | undefined): Promise<void> {
  const text = 'text' in before ? before.text : null
  if (text === null || text === found || (await hashOfBytes(Buffer.from(text))) === before.hash) return
  throw new TypeError('A plan gives a file a text that is not the one of its hash.')
}

/** Two names that differ only in case are one file on other systems: syncing would lose one of them. */
async function expectNoTwin(planned: PlannedFiles, path: string, except?: string): Promise<void> {
  // A place that may not be touched is refused here, before anything is done.
  await planned.look(path)
  const twin = (await planned.twins(path)).find((other) => other !== except)
  if (twin !== undefined) throw alreadyExists(twin)
}

/** On a case-insensitive drive, a twin is found under the path itself. */
async function expectNothing(planned: PlannedFiles, path: string, except?: string): Promise<void> {
  if ((await planned.look(path)).kind === 'nothing') return
  await expectNoTwin(planned, path, except)
}

async function expectFolderMove(
  planned: PlannedFiles,
  path: string,
  to: string,
  expectFree: ExpectFree,
): Promise<void> {
  if (to === path) throw ontoItself(path)
  if (isInside(to, path)) {
    throw new VaultError('INVALID_ARGUMENT', `${path} cannot be moved into itself.`, {
      path,
      hint: 'Choose a folder that does not lie in it.',
    })
  }
  if ((await planned.look(path)).kind !== 'folder') throw noFolder(path)
  await expectFree(planned, to, path)
}

/** The topmost of the missing folders above a path. */
async function makeFolders(planned: PlannedFiles, path: string): Promise<string | null> {
  let topmost: string | null = null
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    const { kind } = await planned.look(folder)
    if (kind === 'folder') break
    if (kind === 'file') throw notAFolder(folder)
    topmost = folder
  }
  for (let folder = folderOf(path); topmost !== null && isInside(folder, topmost); folder = folderOf(folder))
    planned.set(folder, { kind: 'folder' })
  return topmost
}

/** Assumes that the folders hold nothing else: a step that relies on that fails when its turn comes. */
function dropFolders(planned: PlannedFiles, path: string, upTo: string | undefined): void {
  if (upTo === undefined) return
  for (let folder = folderOf(path); folder !== '' && isInside(folder, upTo); folder = folderOf(folder))
    planned.set(folder, { kind: 'nothing' })
}

function ontoItself(path: string): VaultError {
  return new VaultError('INVALID_ARGUMENT', `${path} has that very path already.`, {
    path,
    hint: 'Choose another name or folder.',
  })
}
