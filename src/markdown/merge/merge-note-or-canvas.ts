import { isCanvas, isNotePath } from '../../model/note-path.ts'
import { mergeCanvas } from './merge-canvas.ts'
import type { ConflictMarks, MergedText, ThreeWays } from './merged.ts'
import { mergeNotes } from './merge-notes.ts'

export interface MergeGiven extends Omit<ThreeWays<string>, 'ours'> {
  /** By its end the texts are those of a note, a canvas or something else. */
  readonly path: string
  readonly marks: ConflictMarks
}

/** Our text with what others did to the base; null for what is no note or canvas, or cannot be read as one. */
export function mergeNoteOrCanvas(
  ours: string,
  { path, base, theirs, marks }: MergeGiven,
): MergedText | null {
  if (isNotePath(path)) return mergeNotes({ base, ours, theirs }, marks)
  return isCanvas(path) ? mergeCanvas({ base, ours, theirs }) : null
}
