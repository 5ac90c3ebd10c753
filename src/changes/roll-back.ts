import { fileNameOf, folderOf } from '../model/note-path.ts'
import type { ContentHash } from '../model/ids.ts'
import { hashOf } from '../files/hash-file.ts'
import { isOvertaken } from './is-overtaken.ts'
import { mergeBack } from './merge-back.ts'
import type { RecordedStep } from './recorded-change.ts'
import type { StoredFile } from '../files/stored-file.ts'
import type { PathState } from '../files/look-at-path.ts'
import type { VaultFiles } from '../files/vault-files.ts'

// An editor may save at the very moment, and once more.
const mostAttempts = 5

export interface RollBackOptions {
  /** Steps from here on were not begun, as far as is known. */
  readonly begun: number
  /** The step that may have been interrupted halfway. */
  readonly halfway: number
  /** Called just before a file is changed, with no await in between; if it throws, that file stays as it is. */
  readonly step?: (() => void) | undefined
}

export interface RolledBack {
  /** Steps whose files are neither as before nor as the step left them: somebody else has changed them. */
  readonly left: readonly RecordedStep[]
  /** Why steps that should be rolled back could not be. */
  readonly failures: readonly Error[]
}

/**
 * Rolls back what was done of a change, the last step first: only files that are still as the change left them. May be
 * repeated at any time, even after an interruption.
 */
export async function rollBack(
  files: VaultFiles,
  steps: readonly RecordedStep[],
  { begun, halfway, step: beforeStep }: RollBackOptions,
): Promise<RolledBack> {
  const left: RecordedStep[] = []
  const failures: Error[] = []
  for (const step of [...steps].reverse()) {
    try {
      const end = await takeBack(files, step, {
        isHalfway: step.position === halfway,
        isBegun: step.position < begun,
        beforeStep,
      })
      if (end === 'left' && step.position < begun) left.push(step)
    } catch (error) {
      failures.push(error instanceof Error ? error : new Error(String(error)))
    }
  }
  await files.syncFolders(steps.flatMap(foldersOf))
  return { left, failures }
}

/** The folders in which a step changes names. */
export function foldersOf({ path, movedTo }: RecordedStep): readonly string[] {
  return movedTo === null ? [folderOf(path)] : [folderOf(path), folderOf(movedTo)]
}

type Ending = 'as before' | 'left'

interface StepState {
  readonly isHalfway: boolean
  readonly isBegun: boolean
  readonly beforeStep: (() => void) | undefined
}

async function takeBack(files: VaultFiles, step: RecordedStep, state: StepState): Promise<Ending> {
  switch (step.kind) {
    case 'create':
      return await takeBackCreation(files, step, step.path, state)
    case 'replace':
      return await takeBackReplacement(files, step, state)
    case 'move':
      return await takeBackMove(files, step, state)
    case 'move-folder':
      return await takeBackFolder(files, step, state)
    case 'remove':
      return await takeBackRemoval(files, step, state)
  }
}

const emptyHash = hashOf(new Uint8Array())

/** Removes a file that a step has created, and the folders that it made for it. */
async function takeBackCreation(
  files: VaultFiles,
  step: RecordedStep,
  path: string,
  { isHalfway, beforeStep }: StepState,
): Promise<Ending> {
  const state = await files.look(path)
  if (state.kind === 'folder') return 'left'
  if (state.kind === 'file') {
    // On a drive without hard links, an empty file reserves the name for a moment.
    if (state.hash !== step.afterHash && !(isHalfway && state.hash === emptyHash)) return 'left'
    await files.remove(path, state.hash, beforeStep)
  }
  if (step.madeFolder !== null) await files.dropFolders(folderOf(path), step.madeFolder)
  return 'as before'
}

async function takeBackReplacement(
  files: VaultFiles,
  step: RecordedStep,
  { isBegun, beforeStep }: StepState,
): Promise<Ending> {
  const { path, beforeHash } = step
  for (let attempt = 1; ; attempt++) {
    if ((await files.look(path)).kind === 'folder') return 'left'
    const file = await files.readSettled(path)
    if (file === null) return 'left'
    if (file.hash === beforeHash) return 'as before'
    const text = textWithout(step, file, isBegun)
    if (text === null) return 'left'
    try {
      const { finish, discard } = await files.prepare(path, text, file.hash)
      await finish(beforeStep).finally(discard)
      return 'as before'
    } catch (error) {
      if (!isOvertaken(error) || attempt === mostAttempts) throw error
    }
  }
}

/** What the file holds, without what the step wrote. Where an editor has saved since, its part stays. */
function textWithout(
  { beforeText, afterText, afterHash }: RecordedStep,
  file: StoredFile,
  isBegun: boolean,
): string | null {
  if (beforeText === null || file.hash === afterHash) return beforeText
  if (!isBegun || afterText === null || !file.isUtf8) return null
  return mergeBack({ before: beforeText, after: afterText }, file.text)
}

async function takeBackRemoval(
  files: VaultFiles,
  step: RecordedStep,
  { beforeStep }: StepState,
): Promise<Ending> {
  const state = await files.look(step.path)
  if (has(state, step.beforeHash)) return 'as before'
  if (state.kind !== 'nothing' || step.beforeText === null) return 'left'
  await files.create(step.path, step.beforeText, step.mode ?? undefined, beforeStep)
  return 'as before'
}

async function takeBackMove(files: VaultFiles, step: RecordedStep, state: StepState): Promise<Ending> {
  const { path, movedTo, beforeHash, afterHash, beforeText } = step
  if (movedTo === null || beforeHash === null || afterHash === null) return 'left'
  const moveBack = async (hash: ContentHash, text: string | null) => {
    await files.move(movedTo, path, hash, text, state.beforeStep)
    if (step.madeFolder !== null) await files.dropFolders(folderOf(movedTo), step.madeFolder)
    return 'as before' as const
  }
  const there = await files.look(movedTo)
  if (await files.isSameEntry(path, movedTo)) {
    const hasOldName = await hasName(files, path)
    if (has(there, beforeHash)) return hasOldName ? 'as before' : await moveBack(beforeHash, null)
    return has(there, afterHash) && !hasOldName ? await moveBack(afterHash, beforeText) : 'left'
  }
  const here = await files.look(path)
  if (here.kind === 'nothing') return has(there, afterHash) ? await moveBack(afterHash, beforeText) : 'left'
  if (!has(here, beforeHash)) return 'left'
  // Both names are there: the second was given, and the first was about to go. Otherwise the step has not begun.
  return state.isHalfway ? await takeBackCreation(files, step, movedTo, state) : 'as before'
}

async function takeBackFolder(
  files: VaultFiles,
  { path, movedTo, madeFolder }: RecordedStep,
  { beforeStep }: StepState,
): Promise<Ending> {
  if (movedTo === null) return 'left'
  const isThere = (await files.look(movedTo)).kind === 'folder'
  let isBack: boolean
  if (await files.isSameEntry(path, movedTo)) isBack = await hasName(files, path)
  else {
    const here = await files.look(path)
    isBack = here.kind === 'folder'
    if (here.kind === 'file' || (!isBack && !isThere)) return 'left'
  }
  if (!isBack) await files.moveFolder(movedTo, path, beforeStep)
  if (madeFolder !== null) await files.dropFolders(folderOf(movedTo), madeFolder)
  return 'as before'
}

/** Whether the folder of a path has that very name in it, in case and accents. */
export async function hasName(files: VaultFiles, path: string): Promise<boolean> {
  return (await files.names(folderOf(path))).includes(fileNameOf(path))
}

function has(state: PathState, hash: ContentHash | null): boolean {
  return state.kind === 'file' && state.hash === hash
}
