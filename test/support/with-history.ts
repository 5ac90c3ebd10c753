import Database from 'better-sqlite3'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { CheckedStep } from '../../src/changes/check-changes.ts'
import type { History } from '../../src/changes/history.ts'
import type { ChangeOrigin } from '../../src/changes/history-rows.ts'
import { SqliteHistory } from '../../src/changes/sqlite-history.ts'
import { version } from './change-files.ts'
import { withFolder } from './with-folder.ts'

export interface GivenHistory {
  readonly history: SqliteHistory
  readonly folder: string
  readonly file: string
  readonly log: readonly string[]
  /** Another one over the same file, as another process has it; closed at the end. */
  readonly another: () => Promise<SqliteHistory>
}

/** An open history in a folder as a vault's is. Everything is closed and removed afterwards. */
export async function withHistory(use: (given: GivenHistory) => Promise<void>): Promise<void> {
  await withFolder({ 'vaults/key/': '' }, async (top) => {
    const folder = join(top, 'vaults/key')
    const log: string[] = []
    const add = (message: string) => void log.push(message)
    const opened: SqliteHistory[] = []
    const another = async () => {
      const history = new SqliteHistory(folder, { debug: add, info: add, warn: add, error: add })
      opened.push(history)
      await history.open()
      return history
    }
    try {
      const history = await another()
      await use({ history, folder, file: join(folder, 'history.sqlite'), log, another })
    } finally {
      for (const history of opened) history.close()
    }
  })
}

/** Records what is about to be replaced: once this resolves, no loss of power loses it. */
export async function begin(
  history: History,
  origin: ChangeOrigin,
  steps: readonly CheckedStep[],
): Promise<string> {
  const id = await history.record(origin, steps)
  await history.synced()
  return id
}

/** The step that replaces a note's text. */
export function replacement(path: string, before: string, after = 'after\n'): CheckedStep {
  const change = { kind: 'replace' as const, path, before: version(before), text: after }
  return { change, after: version(after).hash, mode: 0o644, madeFolder: null }
}

/** The pages of a database's table or index, all of them but for those that only lead to others. */
export function leavesOf(file: string, name: string): readonly number[] {
  const db = new Database(file, { readonly: true })
  const pages = db.prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype <> 'internal'").pluck()
  const found = pages.all(name).map(Number)
  db.close()
  return found
}

/** Writes garbage over a page, beginning at a byte of it. */
export async function scribbleOnPage(file: string, page: number, from = 0, bytes = 4_096): Promise<void> {
  const garbage = Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 7_919 + 13) % 251))
  const handle = await open(file, 'r+')
  await handle.write(garbage, 0, bytes, (page - 1) * 4_096 + from)
  await handle.close()
}
