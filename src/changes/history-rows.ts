import { promisify } from 'node:util'
import { inflateRaw, inflateRawSync } from 'node:zlib'
import { hashOfBytes } from '../files/hash-file.ts'
import { type ContentHash, isContentHash } from '../model/ids.ts'
import type { FileChange } from './change-plan.ts'
import { inTurns } from './in-turns.ts'
import { NotAsWritten } from './history-file.ts'
import type { RecordedChange, RecordedStep } from './recorded-change.ts'
import { withWritten } from './written-part.ts'

export interface ChangeRow {
  readonly id: number
  readonly time: string
  readonly tool: string
  readonly state: RecordedChange['state']
  readonly reached: number
  readonly undoes: number | null
  readonly pid: number | null
}

export interface StepRow {
  readonly position: number
  readonly kind: FileChange['kind']
  readonly path: string
  readonly moved_to: string | null
  readonly before_text: Buffer | null
  /** A file of an older version lacks it. */
  readonly written?: Buffer | null
  readonly before_hash: string | null
  readonly after_hash: string | null
  readonly mode: number | null
  readonly made_folder: string | null
}

/** SQLite sees no damage in the middle of a text; its hash does. */
export async function toStep(row: StepRow): Promise<RecordedStep> {
  const beforeText = row.before_text === null ? null : await textOf(row.before_text)
  if (beforeText !== null && (await hashOfText(beforeText)) !== row.before_hash)
    throw new NotAsWritten('A text is not the one that was replaced.')
  const part = row.written ?? null
  const afterText = part === null ? null : withWritten(beforeText ?? '', await textOf(part))
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

const inflateElsewhere = promisify(inflateRaw)

// A short text is unpacked sooner than another thread could be told to.
const shortImage = 20_000

async function textOf(image: Buffer): Promise<string> {
  try {
    const bytes = image.length <= shortImage ? inflateRawSync(image) : await inflateElsewhere(image)
    return bytes.toString()
  } catch (cause) {
    throw new NotAsWritten('A text cannot be read.', { cause })
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
