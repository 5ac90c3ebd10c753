import type Database from 'better-sqlite3'
import { hashOfBytes } from '../files/hash-file.ts'
import { type ContentHash, isContentHash } from '../model/ids.ts'
import type { FileChange } from './change-plan.ts'
import type { CheckedStep } from './check-changes.ts'
import { inTurns } from './in-turns.ts'
import type { Actor } from '../model/actor.ts'
import { KeptStatement } from '../own-files/kept-statement.ts'
import { NotAsWritten } from './history-file.ts'
import type { FoundStep, RecordedChange, RecordedStep, StepPaths, StepPlace } from './recorded-change.ts'
import { withWritten } from './written-part.ts'
import { type PackedTexts, unpacked } from './kept-texts.ts'

export interface ChangeRow {
  readonly id: number
  readonly time: string
  readonly tool: string
  readonly state: RecordedChange['state']
  readonly reached: number
  readonly undoes: number | null
  readonly pid: number | null
  readonly actor: string | null
}

export interface ListedRow extends ChangeRow {
  readonly files: number
}

export interface PathsRow {
  readonly kind: FileChange['kind']
  readonly path: string
  readonly moved_to: string | null
}

export interface StepRow extends PathsRow {
  readonly position: number
  readonly before_text: Buffer | null
  /** Missing in a file of an older version. */
  readonly written?: Buffer | null
  readonly before_hash: string | null
  readonly after_hash: string | null
  readonly mode: number | null
  readonly made_folder: string | null
}

export type FoundRow = StepPlace & PathsRow

export function toPaths({ kind, path, moved_to: movedTo }: PathsRow): StepPaths {
  return { kind, path, movedTo }
}

export function toFound({ moved_to: movedTo, ...row }: FoundRow): FoundStep {
  return { ...row, movedTo }
}

/** `undosOf` gives the changes that have undone one and are done, the newest first. */
export function toChange(
  { id, undoes, ...row }: ListedRow,
  undosOf: (id: number) => readonly number[],
): RecordedChange {
  const undoneBy = lastingUndo(id, undosOf)
  return {
    ...row,
    id: String(id),
    undoes: undoes === null ? null : String(undoes),
    undoneBy: undoneBy === null ? null : String(undoneBy),
  }
}

/** The change that has undone another: an undo that was itself undone does not count. */
function lastingUndo(id: number, undosOf: (id: number) => readonly number[]): number | null {
  return undosOf(id).find((undo) => lastingUndo(undo, undosOf) === null) ?? null
}

/** SQLite sees no damage in the middle of a text; its hash does. */
export async function toStep(row: StepRow): Promise<RecordedStep> {
  const beforeText = row.before_text === null ? null : await unpacked(row.before_text)
  if (beforeText !== null && (await hashOfText(beforeText)) !== row.before_hash)
    throw new NotAsWritten('A text is not the one that was replaced.')
  const part = row.written ?? null
  const afterText = part === null ? null : withWritten(beforeText ?? '', await unpacked(part))
  if (part !== null && (afterText === null || (await hashOfText(afterText)) !== row.after_hash))
    throw new NotAsWritten('A text is not the one that was written.')
  return {
    position: row.position,
    kind: row.kind,
    path: row.path,
    movedTo: row.moved_to,
    beforeText,
    afterText,
    beforeHash: toHash(row.before_hash),
    afterHash: toHash(row.after_hash),
    mode: row.mode,
    madeFolder: row.made_folder,
  }
}

async function hashOfText(text: string): Promise<ContentHash> {
  await inTurns(text.length)
  const bytes = Buffer.from(text)
  await inTurns(text.length)
  return await hashOfBytes(bytes)
}

function toHash(text: string | null): ContentHash | null {
  return text !== null && isContentHash(text) ? text : null
}

/** What is told of a change when it begins, beside its steps. */
export interface ChangeOrigin {
  readonly tool: string
  readonly time: Date
  /** Null where nobody said. */
  readonly actor?: Actor | null
  /** The change that this one takes back. */
  readonly undoes?: string | null
  /** How many of its steps may begin at once. */
  readonly reached?: number
}

const changeRow = new KeptStatement(
  "INSERT INTO change (time, tool, state, undoes, pid, actor, reached) VALUES (?, ?, 'begun', ?, ?, ?, ?)",
)
const stepRow = new KeptStatement(
  `INSERT INTO changed_file (change, position, kind, path, moved_to, before_text, before_hash, after_hash,
     mode, made_folder, written) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
)

/** The row of a step, with its texts as they are kept. */
export function toStepRow(
  { change, after, mode, madeFolder }: CheckedStep,
  position: number,
  { replaced, written }: PackedTexts = { replaced: null, written: null },
): StepRow & { readonly written: Buffer | null } {
  return {
    position,
    kind: change.kind,
    path: change.path,
    moved_to: 'to' in change ? change.to : null,
    before_text: replaced,
    before_hash: 'before' in change ? change.before.hash : null,
    after_hash: after,
    mode,
    made_folder: madeFolder,
    written,
  }
}

/** Adds a change that is about to begin and returns its id. */
export function addChange(
  db: Database.Database,
  { tool, time, actor = null, undoes = null, reached = 0 }: ChangeOrigin,
  steps: readonly CheckedStep[],
  texts: readonly PackedTexts[],
): string {
  const id = db
    .transaction(() => {
      const { lastInsertRowid } = changeRow
        .on(db)
        .run(time.toISOString(), tool, undoes, process.pid, actor, reached)
      const addStep = stepRow.on(db)
      for (const [position, step] of steps.entries()) {
        const { kind, path, ...row } = toStepRow(step, position, texts[position])
        const versions = [row.before_text, row.before_hash, row.after_hash]
        const rest = [row.mode, row.made_folder, row.written]
        addStep.run(lastInsertRowid, position, kind, path, row.moved_to, ...versions, ...rest)
      }
      return lastInsertRowid
    })
    .immediate()
  return String(id)
}
