import type { Change } from '../parts/say-change.ts'
import type { ArgsOf, Call, Outcome } from './calls.ts'

export interface VaultChange {
  readonly vault: string
  readonly change: Change
}

export interface ChangeList {
  /** Newest first, whatever vault they are of. */
  readonly changes: readonly VaultChange[]
  readonly hasMore: boolean
  /** How many there are, those on further pages, too. */
  readonly total: number
  readonly damage: readonly string[]
}

interface Wanted {
  readonly filter: Pick<ArgsOf<'list_changes'>, 'actor' | 'since' | 'identifier'>
  readonly pages: number
  readonly signal: AbortSignal
}

const pageSize = 100

/** The changes of several vaults as one list, `pages` pages of each vault. */
export async function loadChanges(
  call: Call,
  vaults: readonly string[],
  wanted: Wanted,
): Promise<Outcome<ChangeList>> {
  const lists = await Promise.all(vaults.map((vault) => loadOfVault(call, vault, wanted)))
  const done = lists.flatMap((list) => (list.kind === 'done' ? [list.result] : []))
  const failed = lists.find((list) => list.kind === 'failed')
  // One vault that cannot be read hides nothing of the others.
  if (done.length === 0 && failed !== undefined) return failed
  return {
    kind: 'done',
    result: {
      changes: done
        .flatMap(({ changes }) => changes)
        .sort((a, b) => (a.change.time < b.change.time ? 1 : a.change.time > b.change.time ? -1 : 0)),
      hasMore: done.some(({ hasMore }) => hasMore),
      total: done.reduce((sum, { total }) => sum + total, 0),
      damage: [
        ...done.flatMap(({ damage }) => damage),
        ...lists.flatMap((list) => (list.kind === 'failed' ? [list.error.message] : [])),
      ],
    },
  }
}

async function loadOfVault(
  call: Call,
  vault: string,
  { filter, pages, signal }: Wanted,
): Promise<Outcome<ChangeList>> {
  const changes: VaultChange[] = []
  const damage = new Set<string>()
  let cursor: string | undefined
  let total = 0
  for (let page = 0; page < pages; page += 1) {
    const args = { vault_id: vault, limit: pageSize, ...filter, ...(cursor !== undefined && { cursor }) }
    const outcome = await call('list_changes', args, signal)
    if (outcome.kind === 'failed') return outcome
    changes.push(...outcome.result.changes.map((change) => ({ vault, change })))
    for (const { message } of outcome.result.damage ?? []) damage.add(message)
    total = outcome.result.total
    cursor = outcome.result.next_cursor
    if (cursor === undefined) break
  }
  return { kind: 'done', result: { changes, hasMore: cursor !== undefined, total, damage: [...damage] } }
}
