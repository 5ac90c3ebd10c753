import type { IndexDatabase } from '../../index-db/open-index.ts'
import { mostListedNotes } from './list-resources.ts'
import type { ResourceContext } from './resource.ts'

/** What of the list of resources matters to who has seen it. */
export interface ListState {
  /** The vaults, and which one is active. */
  readonly vaults: string
  readonly notes: number
  /** Notes get ever greater keys, so that a greater one is a new note. */
  readonly newest: number
  readonly listed: ReadonlySet<string>
  /** Those of the notes listed before that are still there. */
  readonly remaining: ReadonlySet<string>
}

/**
 * How the list looks now. `before` is asked which of its notes are still there, so that an edit, which only changes
 * their order, can be told from a deletion.
 */
export async function readListState(
  { vaults }: ResourceContext,
  before: ListState | null,
): Promise<ListState> {
  const [known, current] = await Promise.all([vaults.known(), vaults.current()])
  const names = JSON.stringify([current?.id, known.map(({ id, name }) => [id, name])])
  const vault = current === null ? null : await vaults.open(current.id).catch(() => null)
  if (vault?.index.isThere !== true) {
    return { vaults: names, notes: 0, newest: 0, listed: new Set(), remaining: new Set() }
  }
  return await vault.index.query(({ db }) => Promise.resolve({ vaults: names, ...readNotes(db, before) }))
}

function readNotes(db: IndexDatabase, before: ListState | null): Omit<ListState, 'vaults'> {
  const count = db.prepare<[], { notes: number; newest: number | null }>(
    'SELECT count(*) AS notes, max(id) AS newest FROM note',
  )
  const recent = db
    .prepare<[number], string>('SELECT path FROM note ORDER BY updated DESC, path LIMIT ?')
    .pluck()
    .all(mostListedNotes)
  const isThere = db.prepare<[string], number>('SELECT 1 FROM note WHERE path = ?').pluck()
  const { notes, newest } = count.get() ?? { notes: 0, newest: null }
  return {
    notes,
    newest: newest ?? 0,
    listed: new Set(recent),
    remaining: new Set([...(before?.listed ?? [])].filter((path) => isThere.get(path) !== undefined)),
  }
}

/** Whether vaults or notes have come, gone or changed their names; an edit alone is no change of the list. */
export function isListChanged(before: ListState, after: ListState): boolean {
  return (
    before.vaults !== after.vaults ||
    before.notes !== after.notes ||
    before.newest !== after.newest ||
    [...before.listed].some((path) => !after.remaining.has(path))
  )
}
