import Database from 'better-sqlite3'
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Pace } from '../files/pace.ts'
import { syncFolder } from '../files/place-file.ts'
import { renameFileSync } from '../own-files/rename-file.ts'
import { giveAbove, idFromClock, lastGiven } from './given-ids.ts'
import { damagedFileIn, noteDamage, type Salvaged } from './history-damage.ts'
import {
  historyFileIn,
  isOfLaterVersion,
  LaterVersion,
  mendedFileIn,
  NotAsWritten,
  openHistory,
} from './history-file.ts'
import { toStep, type ChangeRow, type StepRow } from './history-rows.ts'

const files = ['-wal', '-shm', '']

/**
 * Sets a damaged history aside under another name in its folder and replaces it with one that has every change that can
 * still be read whole, under its own id. Close the file and hold the vault's lock: opening takes the lock as well, so
 * nobody sees half of the exchange. One that is gone is set aside as an empty file, so that its loss is told.
 */
export async function mendHistory(folder: string, now: Date): Promise<Salvaged> {
  const file = historyFileIn(folder)
  const mended = mendedFileIn(folder)
  const draft = `${mended}.draft`
  closeSync(openSync(file, 'a', 0o600))
  for (const leftover of [mended, draft])
    for (const suffix of files) rmSync(leftover + suffix, { force: true })
  const salvaged = await copyReadable(file, draft)
  await syncFile(draft)
  renameFileSync(draft, mended)
  const aside = damagedFileIn(folder, now)
  await noteDamage(aside, salvaged)
  // The log first: beside a new file it would be taken for its log.
  for (const suffix of files) if (existsSync(file + suffix)) renameFileSync(file + suffix, aside + suffix)
  renameFileSync(mended, file)
  await syncFolder(folder)
  return salvaged
}

async function copyReadable(damaged: string, draft: string): Promise<Salvaged> {
  const from = new Database(damaged, { readonly: true, fileMustExist: true })
  try {
    if (attempt(() => isOfLaterVersion(from)) === true) throw new LaterVersion()
    const to = openHistory(draft)
    try {
      // Nothing counts until the copy is whole, and it is synced then.
      to.pragma('synchronous = OFF')
      const salvaged = await salvage(from, to)
      to.pragma('wal_checkpoint(TRUNCATE)')
      return salvaged
    } finally {
      to.close()
    }
  } finally {
    from.close()
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function salvage(from: Database.Database, to: Database.Database): Promise<Salvaged> {
  const known = knownIds(from)
  giveAbove(to, known.last)
  const pace = new Pace()
  let lost = 0
  let lastRead = 0
  let lastLost = 0
  let hasLostBegun = false
  for (const id of known.ids) {
    await pace.keep()
    const row = attempt(() => readChange(from, id))
    const steps = await readSteps(from, id)
    if (row === null || steps === null) {
      lost += 1
      lastLost = id
      hasLostBegun ||= row?.state === 'begun'
      continue
    }
    copyRow(to, 'change', row)
    for (const step of steps) copyRow(to, 'changed_file', step)
    lastRead = id
  }
  return {
    kept: known.ids.length - lost,
    lost: known.isWhole ? lost : null,
    // Changes are made one after the other: one older than a readable one is not in progress.
    mayBeHalfDone: hasLostBegun || lastLost > lastRead || (!known.isWhole && known.last > lastRead),
  }
}

interface FoundIds {
  /** In order. */
  readonly ids: readonly number[]
  /** Whether these are all there are. */
  readonly isWhole: boolean
}

interface KnownIds extends FoundIds {
  /** The highest id ever given: a caller may still hold that of a lost change. */
  readonly last: number
}

/** The ids of all changes: each is stored in three places, and where one page is bad the others have it. */
function knownIds(db: Database.Database): KnownIds {
  const lists = ['change NOT INDEXED ORDER BY id', 'change INDEXED BY change_by_time ORDER BY time']
    .map((place) => `SELECT id FROM ${place}`)
    .concat('SELECT DISTINCT change FROM changed_file ORDER BY change')
    .map((sql) => {
      const forward = idsUntilDamage(db, sql)
      return forward.isWhole
        ? forward
        : { ids: [...forward.ids, ...idsUntilDamage(db, `${sql} DESC`).ids], isWhole: false }
    })
  const ids = [...new Set(lists.flatMap((list) => list.ids))].sort((a, b) => a - b)
  const isWhole = lists.some((list) => list.isWhole)
  const given = attempt(() => lastGiven(db))
  return { ids, isWhole, last: Math.max(ids.at(-1) ?? 0, given ?? (isWhole ? 0 : idFromClock())) }
}

function idsUntilDamage(db: Database.Database, sql: string): FoundIds {
  const ids: number[] = []
  const isWhole = attempt(() => {
    for (const id of db.prepare(sql).pluck().iterate()) ids.push(Number(id))
    return true
  })
  return { ids, isWhole: isWhole ?? false }
}

function readChange(db: Database.Database, id: number): ChangeRow {
  const row = db.prepare<[number], ChangeRow>('SELECT * FROM change WHERE id = ?').get(id)
  if (row === undefined || !states.has(row.state)) throw new NotAsWritten('A change has no known state.')
  return row
}

const states: ReadonlySet<string> = new Set(['begun', 'done', 'kept'] satisfies ChangeRow['state'][])

/** Null where damage prevents it. */
async function readSteps(db: Database.Database, id: number): Promise<readonly StepRow[] | null> {
  try {
    const rows = db.prepare<[number], StepRow>('SELECT * FROM changed_file WHERE change = ?').all(id)
    for (const row of rows) await toStep(row)
    return rows.length === 0 ? null : rows
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
}

/** Adds a row with the columns that it has; an older file has fewer. */
function copyRow(db: Database.Database, table: 'change' | 'changed_file', row: object): void {
  const names = Object.keys(row)
  const places = names.map(() => '?').join(', ')
  db.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`).run(Object.values(row))
}

/** Null where damage prevents it. */
function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof Database.SqliteError || error instanceof NotAsWritten
}
