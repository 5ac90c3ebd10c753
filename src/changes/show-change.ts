import type { VaultFiles } from '../files/vault-files.ts'
import { compareTexts } from '../markdown/text/unified-diff.ts'
import { isInside } from '../model/note-path.ts'
import type { FileChange } from './change-plan.ts'
import type { History } from './history.ts'
import { inTurns } from './in-turns.ts'
import { nextStepOn } from './note-trail.ts'
import type { RecordedChange, RecordedStep } from './recorded-change.ts'

/** A change with what it did to each file. */
export interface ShownChange {
  readonly change: RecordedChange
  readonly files: readonly ShownStep[]
}

export interface ShownStep {
  readonly kind: FileChange['kind']
  readonly path: string
  readonly movedTo: string | null
  /** Unified; empty where the text stayed as it was, and where it is not known. */
  readonly diff: string
  /** Whether the diff does not show all: it would be too long, or a text is known no more. */
  readonly isCut: boolean
}

const mostDiffChars = 60_000
const longestLine = 10_000
/** For all files of a change together. */
const mostChars = 1_000_000

interface Sources {
  readonly files: VaultFiles
  readonly history: History
}

/** Compares what a change replaced with what it wrote. A text that nobody has kept is not guessed. */
export async function showChange(from: Sources, change: RecordedChange): Promise<ShownChange> {
  let room = mostChars
  const files: ShownStep[] = []
  for (const step of await from.history.steps(change.id)) {
    const { kind, path, movedTo } = step
    const shown = await diffOf(from, change, step, Math.min(room, mostDiffChars))
    room -= shown.diff.length
    files.push({ kind, path, movedTo, ...shown })
  }
  return { change, files }
}

/**
 * The text of a file as a change has left it; before the change where it removed the file. Null for what the change did
 * not touch, and for a text that nobody has kept.
 */
export async function textOfChange(
  from: Sources,
  { id }: RecordedChange,
  path: string,
): Promise<string | null> {
  const steps = await from.history.steps(id)
  const own = steps.filter((step) => [step.path, step.movedTo].includes(path) && step.kind !== 'move-folder')
  const step = own.at(-1)
  if (step === undefined) return null
  return step.kind === 'remove' ? step.beforeText : await textAfter(from, Number(id), step)
}

type Diff = Pick<ShownStep, 'diff' | 'isCut'>

async function diffOf(
  from: Sources,
  { id }: RecordedChange,
  step: RecordedStep,
  maxChars: number,
): Promise<Diff> {
  const { kind, path, beforeText, beforeHash, afterHash } = step
  // Only a file's name or place has changed.
  if (kind === 'move-folder' || (kind === 'move' && (beforeText === null || beforeHash === afterHash)))
    return { diff: '', isCut: false }
  const before = kind === 'create' ? '' : beforeText
  if (before === null || maxChars < leastChars) return notShown
  const after = kind === 'remove' ? '' : await textAfter(from, Number(id), step)
  if (after === null) return notShown
  await inTurns(before.length + after.length)
  const { diff, isCut } = compareTexts(before, after, { path, maxChars, longestLine })
  return { diff, isCut }
}

/** Less than this says nothing of a difference. */
const leastChars = 200
const notShown: Diff = { diff: '', isCut: true }

/** The text that a step has written: as the history has it, or the next step that replaced it, or else the disk. */
async function textAfter(
  { files, history }: Sources,
  change: number,
  step: RecordedStep,
): Promise<string | null> {
  if (step.afterText !== null) return step.afterText
  const folderMoves = await history.folderMoves()
  let path = step.movedTo ?? step.path
  let place = { change, position: step.position }
  for (;;) {
    const next = await nextStepOn(history, folderMoves, path, place)
    if (next === null) break
    place = { change: next.change, position: next.position }
    if (next.kind !== 'move-folder') {
      const steps = await history.steps(String(next.change))
      const replaced = steps.find(({ position }) => position === next.position)
      if (replaced?.beforeHash !== step.afterHash) return null
      if (replaced.beforeText !== null) return replaced.beforeText
    }
    if (next.movedTo === null || !isInside(path, next.path)) return null
    path = next.movedTo + path.slice(next.path.length)
  }
  const file = await files.read(path).catch(() => null)
  return file?.isUtf8 === true && file.hash === step.afterHash ? file.text : null
}
