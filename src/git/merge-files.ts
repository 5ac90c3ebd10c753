import { readFile, stat, writeFile } from 'node:fs/promises'
import { mergeNoteOrCanvas } from '../markdown/merge/merge-note-or-canvas.ts'
import type { ConflictMarks, ThreeWays } from '../markdown/merge/merged.ts'
import { mostNoteBytes } from '../model/note-size.ts'
import { callGit } from './call-git.ts'

export interface MergeFiles extends ThreeWays<string> {
  /** What the file is called in the vault; by its end it is a note, a canvas or something else. */
  readonly path: string
  readonly marks: ConflictMarks
}

/**
 * Merges three files and puts the outcome into `ours`, as git wants of a merge driver. What is no note or canvas, or
 * cannot be read as one, is merged by git itself. How many conflicts there are.
 */
export async function mergeFiles({ base, ours, theirs, path, marks }: MergeFiles): Promise<number> {
  const [old, mine, yours] = await Promise.all([base, ours, theirs].map(readUtf8))
  const merged =
    old === undefined || mine === undefined || yours === undefined
      ? null
      : mergeNoteOrCanvas(mine, { path, base: old, theirs: yours, marks })
  if (merged === null) return await mergePlainly({ base, ours, theirs, path, marks })
  if (merged.text !== mine) await writeFile(ours, merged.text)
  return merged.conflicts
}

/** Undefined where the bytes are not UTF-8, or more than a note has. */
async function readUtf8(file: string): Promise<string | undefined> {
  if ((await stat(file)).size > mostNoteBytes) return undefined
  const bytes = await readFile(file)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** git's own merge, whose code is the number of conflicts; a file that is no text is one, and stays ours. */
async function mergePlainly({ base, ours, theirs, marks }: MergeFiles): Promise<number> {
  const labels = [marks.ours, 'base', marks.theirs].flatMap((label) => ['-L', label])
  const { code } = await callGit({
    args: ['merge-file', `--marker-size=${marks.size}`, ...labels, ours, base, theirs],
    cwd: '.',
    expected: [...Array(128).keys(), 255],
  })
  return code === 255 ? 1 : code
}
