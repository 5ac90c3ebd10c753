import { compareTexts, type DiffOptions, type TextDiff } from '../markdown/text/unified-diff.ts'
import { refuseHalfCharacters } from '../model/half-characters.ts'
import { replacedText, writtenText, type ChangeReport, type FileChange } from './change-plan.ts'
import { hashAfter } from './hash-after.ts'
import { inTurns } from './in-turns.ts'

// For all diffs of a plan together; each alone is bounded, too.
const mostDiffChars = 20_000

/** What a plan does to each file, for a dry run as for the real one. */
export async function reportChanges(changes: readonly FileChange[]): Promise<readonly ChangeReport[]> {
  changes.forEach(refuseUnwritable)
  let left = mostDiffChars
  const reports: ChangeReport[] = []
  for (const change of changes) {
    await inTurns(lengthOf(change))
    const compared = left > 0 ? compare(change) : null
    const diff = compared?.diff ?? ''
    left -= diff.length
    await inTurns(lengthOf(change))
    reports.push({
      kind: change.kind,
      path: change.path,
      ...('to' in change && { new_path: change.to }),
      content_hash: await hashAfter(change),
      diff,
      lines: compared === null || diff === '' ? null : `+${compared.added} -${compared.removed}`,
    })
  }
  return reports
}

function lengthOf(change: FileChange): number {
  return 'text' in change ? (change.text ?? '').length : 0
}

/** How a plan changes the text of one file, bounded as is asked; null where there is no text to compare. */
export async function compareChange(
  change: FileChange,
  bounds: Omit<DiffOptions, 'path'>,
): Promise<TextDiff | null> {
  refuseUnwritable(change)
  await inTurns(lengthOf(change))
  return compare(change, bounds)
}

function compare(change: FileChange, bounds: Omit<DiffOptions, 'path'> = {}): TextDiff | null {
  const [before, after] = [replacedText(change), writtenText(change)]
  return before === null && after === null
    ? null
    : compareTexts(before ?? '', after ?? '', { path: change.path, ...bounds })
}

function refuseUnwritable(change: FileChange): void {
  refuseHalfCharacters([
    change.path,
    'to' in change ? change.to : '',
    'text' in change ? (change.text ?? '') : '',
  ])
}
