import { isUtf8 } from 'node:buffer'
import { copyName } from '../markdown/text/copy-name.ts'
import type { StrayText } from '../files/displaced-files.ts'
import type { FileChange } from './change-plan.ts'
import { isOvertaken } from './is-overtaken.ts'
import { mergeTexts, missingLines } from './merge-texts.ts'
import { writeChanges, type WriteDoor } from './write-changes.ts'
import type { WriteLock } from './write-lock.ts'

/** The tool name of such a change in the history. */
const tool = 'keep_editor_text'
const mostAttempts = 20

/**
 * Merges what an editor saved into a replaced file back into the note, or keeps it as a copy beside it, which
 * nobody else may read who may not read the note. Returns a sentence about what happened; null where nothing was missing.
 */
export async function keepStrayText(
  door: WriteDoor,
  lock: WriteLock,
  stray: StrayText,
): Promise<string | null> {
  const { path, base, saved, mode } = stray
  for (let attempt = 1; ; attempt++) {
    const place = copyName(path, door.now(), attempt)
    try {
      if (!isUtf8(saved)) return await keepBytes(door, stray, place)
      const change = await planFor(door, stray, place)
      if (change === null) return null
      const { changeId } = await writeChanges(door, lock, tool, [change])
      // An editor that read the note before may save it without the merged part.
      if (change.kind === 'replace') door.files.displaced.addCovered({ path, base, saved, mode, stats: null })
      const end = change.kind === 'replace' ? 'is merged into the note' : `is kept beside it as ${place}`
      return `${saidOf(path)} ${end} (change ${changeId ?? ''}).`
    } catch (error) {
      if (!isOvertaken(error, 'ALREADY_EXISTS') || attempt === mostAttempts) throw error
    }
  }
}

async function planFor(
  { files }: WriteDoor,
  { path, kind, base, saved, mode }: StrayText,
  place: string,
): Promise<FileChange | null> {
  const now = await files.readSettled(path)
  const theirs = saved.toString()
  const copy: FileChange = { kind: 'create', path: place, text: theirs, mode }
  if (now === null || !now.isUtf8 || base === null) return now?.text === theirs ? null : copy
  const before = base.toString()
  if (kind === 'covered') return missingLines(before, theirs, now.text).length === 0 ? null : copy
  const text = mergeTexts(before, now.text, theirs)
  if (text === null) return copy
  return text === now.text ? null : { kind: 'replace', path, before: now, text }
}

/** The history holds only texts. */
async function keepBytes({ files, index }: WriteDoor, stray: StrayText, place: string): Promise<string> {
  await files.create(place, stray.saved, stray.mode)
  await index([place])
  return `${saidOf(stray.path)} is kept beside it as ${place}.`
}

function saidOf(path: string): string {
  return `What an editor saved as ${path} while a change replaced it`
}
