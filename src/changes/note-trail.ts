import { isInside } from '../model/note-path.ts'
import type { History } from './history.ts'
import type { FoundStep, StepPlace } from './recorded-change.ts'

/** A step that touched a note. */
export interface TrailStep {
  readonly change: string
  readonly kind: FoundStep['kind']
  /** What the note was called after it, and before. */
  readonly path: string
  readonly from: string
}

/**
 * The steps that touched a note, newest first, under all names that it has had. `path` is its present one or, where
 * `isThere` is false, one it once had.
 */
export async function noteSteps(
  history: History,
  path: string,
  isThere: boolean,
): Promise<readonly TrailStep[]> {
  const folderMoves = await history.folderMoves()
  const steps: TrailStep[] = []
  let current = isThere ? path : await lastName(history, folderMoves, path)
  let place: StepPlace = theEnd
  let movedWith = folderMoves
  for (;;) {
    const step = await lastStep(history, movedWith, current, place)
    if (step === null) return steps
    // No folder that was moved before can have held a note that was made later.
    movedWith = step.kind === 'create' ? [] : folderMoves
    const after = current
    if (step.movedTo !== null && isInside(current, step.movedTo))
      current = step.path + current.slice(step.movedTo.length)
    steps.push({ change: String(step.change), kind: step.kind, path: after, from: current })
    place = step
  }
}

const theEnd: StepPlace = { change: Number.MAX_SAFE_INTEGER, position: 0 }

/** Where what was at a path has gone; the path itself where it was removed there. */
async function lastName(history: History, folderMoves: readonly FoundStep[], path: string): Promise<string> {
  let current = path
  let step = later(
    await history.lastStepAt(path, theEnd),
    await takenAlong(history, folderMoves, path, folderMoves),
  )
  while (step?.movedTo != null && isInside(current, step.path)) {
    const left = step
    current = step.movedTo + current.slice(step.path.length)
    const next = folderMoves.filter((move) => isBefore(left, move)).toReversed()
    step = sooner(
      await history.nextMoveFrom(current, left),
      await takenAlong(history, folderMoves, current, next),
    )
  }
  return current
}

async function lastStep(
  history: History,
  folderMoves: readonly FoundStep[],
  path: string,
  place: StepPlace,
): Promise<FoundStep | null> {
  const folder = folderMoves.find(
    (move) => isBefore(move, place) && move.movedTo !== null && isInside(path, move.movedTo),
  )
  return later(await history.lastStepAt(path, place), folder ?? null)
}

/** The first of some moves of folders that has taken along what was at a path: it had not left it by then. */
async function takenAlong(
  history: History,
  folderMoves: readonly FoundStep[],
  path: string,
  tried: readonly FoundStep[],
): Promise<FoundStep | null> {
  for (const move of tried) {
    if (!isInside(path, move.path)) continue
    const last = await lastStep(history, folderMoves, path, move)
    const hadLeft = last?.kind === 'remove' || (last?.kind === 'move' && last.path === path)
    if (!hadLeft) return move
  }
  return null
}

/** The next step after a moment that touched what lies at a path, or moved a folder around it. */
export async function nextStepOn(
  history: History,
  folderMoves: readonly FoundStep[],
  path: string,
  place: StepPlace,
): Promise<FoundStep | null> {
  const folder = folderMoves.findLast((move) => isBefore(place, move) && isInside(path, move.path))
  return sooner(await history.nextStepAt(path, place), folder ?? null)
}

/**
 * The changes that have touched what a step left, wherever it has been moved since; only those before the first place that
 * was walked over already.
 */
export async function changesAfter(
  history: History,
  step: FoundStep,
  walked = new Set<string>(),
): Promise<readonly string[]> {
  const folderMoves = await history.folderMoves()
  const changes: string[] = []
  let current = step.movedTo ?? step.path
  let place: StepPlace = step
  for (;;) {
    const next = await nextStepOn(history, folderMoves, current, place)
    const walk = `${next?.change} ${next?.position} ${current}`
    if (next === null || walked.has(walk)) return changes
    walked.add(walk)
    changes.push(String(next.change))
    if (next.movedTo !== null) current = next.movedTo + current.slice(next.path.length)
    place = next
  }
}

function sooner(a: FoundStep | null, b: FoundStep | null): FoundStep | null {
  if (a === null || b === null) return a ?? b
  return isBefore(a, b) ? a : b
}

function later(a: FoundStep | null, b: FoundStep | null): FoundStep | null {
  if (a === null || b === null) return a ?? b
  return isBefore(a, b) ? b : a
}

function isBefore(a: StepPlace, b: StepPlace): boolean {
  return a.change < b.change || (a.change === b.change && a.position < b.position)
}
