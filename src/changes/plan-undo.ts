import type { ContentHash } from '../model/ids.ts'
import { isInside } from '../model/note-path.ts'
import { inMegabytes, mostNoteBytes } from '../model/note-size.ts'
import { VaultError } from '../model/vault-error.ts'
import type { FileChange, FileVersion } from './change-plan.ts'
import type { RecordedStep } from './recorded-change.ts'
import type { StoredFile } from '../files/stored-file.ts'

/**
 * The steps that undo a change, in order. A text that is not where the change left it is planned as the change left it,
 * unread: checking the plan finds out.
 */
export async function planUndo(
  files: TextSource,
  steps: readonly RecordedStep[],
): Promise<readonly FileChange[]> {
  const texts = await readTexts(files, steps)
  return [...steps].reverse().map((step) => {
    const change = invert(step, texts)
    if (change !== null) return change
    if (step.kind === 'remove') throw withoutText(step.path)
    throw new TypeError('The history lacks what it takes to undo a step.')
  })
}

/** What has the texts that a change left behind. */
export interface TextSource {
  read(path: string): Promise<Pick<StoredFile, 'text' | 'hash' | 'isUtf8'> | null>
}

function withoutText(path: string): VaultError {
  return new VaultError(
    'CONFLICT',
    `${path} cannot be brought back: it was longer than ${inMegabytes(mostNoteBytes)}, and of such notes the history keeps no text.`,
    {
      path,
      hint: 'Its copy lies in the folder of backups, if the vault makes any (deletion.create_backups): put it in its place by hand.',
    },
  )
}

type Texts = ReadonlyMap<ContentHash, string>

/** Every text that the change made or replaced, as far as it can still be read. */
async function readTexts(files: TextSource, steps: readonly RecordedStep[]): Promise<Texts> {
  const texts = new Map<ContentHash, string>()
  for (const { beforeHash, beforeText, afterHash, afterText } of steps) {
    if (beforeHash !== null && beforeText !== null) texts.set(beforeHash, beforeText)
    if (afterHash !== null && afterText !== null) texts.set(afterHash, afterText)
  }
  for (const [index, { path, movedTo, kind, afterHash, beforeText, beforeHash }] of steps.entries()) {
    if (afterHash === null || texts.has(afterHash) || kind === 'move-folder') continue
    // The bytes go back to their place as they are.
    if (kind === 'move' && (beforeText === null || beforeHash === afterHash)) continue
    const place = placeAfter(movedTo ?? path, steps.slice(index + 1))
    const file = await files.read(place).catch(() => null)
    if (file?.isUtf8 === true) texts.set(file.hash, file.text)
  }
  return texts
}

/** Where something ends up after the steps have moved it and the folders around it. */
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
      const back = { kind, path: movedTo, to: path, dropFolder }
      return beforeText === null || beforeHash === afterHash
        ? { ...back, before: { hash: after.hash }, text: null }
        : { ...back, before: after, text: beforeText }
    }
    case 'move-folder':
      return movedTo === null ? null : { kind, path: movedTo, to: path, dropFolder }
  }
}

function versionOf(hash: ContentHash | null, texts: Texts): FileVersion | null {
  return hash === null ? null : { hash, text: texts.get(hash) ?? '' }
}
