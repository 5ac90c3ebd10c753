import type { ContentHash } from '../model/ids.ts'
import { isInside } from '../model/note-path.ts'
import type { FileChange, FileVersion } from './change-plan.ts'
import type { RecordedStep } from './recorded-change.ts'
import type { VaultFiles } from '../files/vault-files.ts'

/**
 * The steps that take a change back, in their order. A text that is not where the change left it stands in the plan as
 * it was left, without being known: checking the plan tells.
 */
export async function planUndo(
  files: VaultFiles,
  steps: readonly RecordedStep[],
): Promise<readonly FileChange[]> {
  const texts = await readTexts(files, steps)
  return [...steps].reverse().map((step) => {
    const change = invert(step, texts)
    if (change === null) throw new TypeError('The history lacks what it takes to undo a step.')
    return change
  })
}

type Texts = ReadonlyMap<ContentHash, string>

/** Every text that the change has made or replaced, as far as it can still be read. */
async function readTexts(files: VaultFiles, steps: readonly RecordedStep[]): Promise<Texts> {
  const texts = new Map<ContentHash, string>()
  for (const { beforeHash, beforeText } of steps)
    if (beforeHash !== null && beforeText !== null) texts.set(beforeHash, beforeText)
  for (const [index, { path, movedTo, kind, afterHash }] of steps.entries()) {
    if (afterHash === null || texts.has(afterHash) || kind === 'move-folder') continue
    const place = placeAfter(movedTo ?? path, steps.slice(index + 1))
    const file = await files.read(place).catch(() => null)
    if (file?.isUtf8 === true) texts.set(file.hash, file.text)
  }
  return texts
}

/** Where what is at a path is once the steps have moved it and the folders around it. */
function placeAfter(path: string, steps: readonly RecordedStep[]): string {
  return steps.reduce(
    (at, { path: from, movedTo }) =>
      movedTo !== null && isInside(at, from) ? movedTo + at.slice(from.length) : at,
    path,
  )
}

function invert(step: RecordedStep, texts: Texts): FileChange | null {
  const { kind, path, movedTo, beforeHash, beforeText, afterHash, madeFolder } = step
  const after = versionOf(afterHash, texts)
  const dropFolder = madeFolder ?? undefined
  switch (kind) {
    case 'create':
      return after === null ? null : { kind: 'remove', path, before: after, dropFolder }
    case 'replace':
      return after === null || beforeText === null
        ? null
        : { kind: 'replace', path, before: after, text: beforeText }
    case 'remove':
      return beforeText === null
        ? null
        : { kind: 'create', path, text: beforeText, mode: step.mode ?? undefined }
    case 'move': {
      if (movedTo === null || after === null || beforeHash === null) return null
      const back = { kind, path: movedTo, to: path, before: after, dropFolder }
      return beforeText === null || beforeHash === afterHash
        ? { ...back, text: null }
        : { ...back, text: beforeText }
    }
    case 'move-folder':
      return movedTo === null ? null : { kind, path: movedTo, to: path }
  }
}

function versionOf(hash: ContentHash | null, texts: Texts): FileVersion | null {
  return hash === null ? null : { hash, text: texts.get(hash) ?? '' }
}
