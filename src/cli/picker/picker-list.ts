import type { PickedNote } from './picked-note.ts'

/** What the picker has found so far, and the row where a person is. */
export interface PickerList {
  readonly notes: readonly PickedNote[]
  /** The text that these notes answer; null before there is an answer. */
  readonly answers: string | null
  /** Whether no better ones follow. */
  readonly isWhole: boolean
  /** Why there is no note, where the search failed. */
  readonly failure: string | null
  /** Counted from the text as it stands: a move before the answer is a move in it. */
  readonly row: number
}

export const emptyList: PickerList = { notes: [], answers: null, isWhole: false, failure: null, row: 0 }

/** The row that is marked, which is one of the list. */
export function rowOf({ notes, row }: PickerList): number {
  return Math.max(0, Math.min(row, notes.length - 1))
}

/** The first row again, for what has been found so far answers another text. */
export function retyped(list: PickerList): PickerList {
  return { ...list, row: 0 }
}

export function moved(list: PickerList, by: number, typed: string): PickerList {
  const from = list.answers === typed ? rowOf(list) : list.row
  const row = Math.max(0, from + by)
  return { ...list, row: list.answers === typed ? rowOf({ ...list, row }) : row }
}

/** With the notes for what is typed. Where better ones follow, whoever has moved stays at their note. */
export function answered(list: PickerList, notes: readonly PickedNote[], typed: string): PickerList {
  const next = { ...emptyList, notes, answers: typed, row: list.row }
  const at = list.notes[rowOf(list)]
  if (list.answers !== typed || list.row === 0 || at === undefined) return next
  const same = notes.findIndex(({ vault, path }) => vault === at.vault && path === at.path)
  return same === -1 ? next : { ...next, row: same }
}

export function ended(list: PickerList): PickerList {
  return { ...list, isWhole: true }
}

export function failed(list: PickerList, failure: string, typed: string): PickerList {
  return { ...answered(list, [], typed), isWhole: true, failure }
}
