import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { historyFileIn } from './history-file.ts'

/** What became of the changes in a damaged history. */
export interface Salvaged {
  readonly kept: number
  /** Null where not even their number is known. */
  readonly lost: number | null
  /** Whether an unfinished change may be among the lost ones: its files may be half changed, and nothing undoes it. */
  readonly mayBeHalfDone: boolean
}

/** A damaged history that was set aside; reported as long as its file exists. */
export interface HistoryDamage extends Salvaged {
  /** ISO 8601. */
  readonly time: string
  /** Relative to the platform's data folder. */
  readonly file: string
}

const nothingKnown: Salvaged = { kept: 0, lost: null, mayBeHalfDone: true }

const savedShape = z.object({ kept: z.number(), lost: z.number().nullable(), mayBeHalfDone: z.boolean() })

/** The name under which a damaged history is set aside. */
export function damagedFileIn(folder: string, now: Date): string {
  return `${historyFileIn(folder)}.damaged-${now.getTime()}`
}

/** Records beside a damaged file what became of its changes. */
export async function noteDamage(damagedFile: string, salvaged: Salvaged): Promise<void> {
  await writeFile(`${damagedFile}.json`, JSON.stringify(salvaged), { mode: 0o600 })
}

/** The damaged histories in a folder, newest first. */
export function readDamages(folder: string): readonly HistoryDamage[] {
  const start = `${basename(historyFileIn(folder))}.damaged-`
  return readdirSync(folder)
    .map((name) => ({ name, time: name.startsWith(start) ? Number(name.slice(start.length)) : NaN }))
    .filter(({ time }) => Number.isFinite(time))
    .sort((a, b) => b.time - a.time)
    .map(({ name, time }) => ({
      ...readNote(join(folder, `${name}.json`)),
      time: new Date(time).toISOString(),
      file: [basename(dirname(folder)), basename(folder), name].join('/'),
    }))
}

/** What a person or an agent has to know of it. */
export function describeDamage({ time, file, kept, lost, mayBeHalfDone }: HistoryDamage): string {
  const day = time.slice(0, 16).replace('T', ' ')
  const sentences = [
    `The change history was damaged and was put aside on ${day} UTC: ${describeLoss(kept, lost)}.`,
    ...(mayBeHalfDone
      ? ['A change that was under way may be among them: then its files may be half changed.']
      : []),
    `The damaged file is ${file} in flint's data folder.`,
  ]
  return sentences.join(' ')
}

function describeLoss(kept: number, lost: number | null): string {
  if (lost === null && kept === 0) return 'no change before that could be read, and none can be undone'
  const saved = `${kept} ${kept === 1 ? 'change was' : 'changes were'} kept`
  if (lost === 0) return `${saved}, and none is known to be lost`
  return `${saved}, and ${lost ?? 'others'} could not be read and cannot be undone`
}

function readNote(file: string): Salvaged {
  try {
    return savedShape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // An earlier version set it aside without a record.
    return nothingKnown
  }
}
