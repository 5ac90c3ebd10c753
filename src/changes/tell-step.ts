import { fileNameOf, folderOf, isNotePath } from '../model/note-path.ts'
import type { RecordedStep } from './recorded-change.ts'
import { tellDifference, tellLines } from './tell-difference.ts'

/** What a step has done, in a few words: `new, 9 lines`, `+3 -1 in "Plan"`, `renamed, 1 link`. Null where nobody knows. */
export function tellStep(step: RecordedStep): string | null {
  switch (step.kind) {
    case 'create':
      return withText('new', step.afterText)
    case 'remove':
      return withText('removed', step.beforeText)
    case 'replace':
      return differenceOf(step)
    case 'move':
    case 'move-folder':
      return [tellMove(step), differenceOf(step)].filter((part) => part !== null).join(', ')
  }
}

function withText(word: string, text: string | null): string {
  return text === null ? word : `${word}, ${tellLines(text)}`
}

function tellMove({ path, movedTo }: RecordedStep): string {
  const to = movedTo ?? path
  if (fileNameOf(path) === fileNameOf(to)) return 'moved'
  return folderOf(path) === folderOf(to) ? 'renamed' : 'moved and renamed'
}

function differenceOf({ path, beforeText, afterText, beforeHash, afterHash }: RecordedStep): string | null {
  if (beforeText === null || afterText === null || beforeHash === afterHash) return null
  return tellDifference(beforeText, afterText, isNotePath(path))
}
