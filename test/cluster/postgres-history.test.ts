import { sql } from 'kysely'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import type { FileChange } from '../../src/changes/change-plan.ts'
import { checkChanges } from '../../src/changes/check-changes.ts'
import { recoverChanges } from '../../src/changes/recover-changes.ts'
import { writeChanges } from '../../src/changes/write-changes.ts'
import { PostgresHistory } from '../../src/cluster/postgres-history.ts'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { Coordination } from '../../src/locks/coordination.ts'
import type { LeaseConnection } from '../../src/postgres/lease-connection.ts'
import { LeaseSession } from '../../src/postgres/lease-session.ts'
import { WriteTurns } from '../../src/vault/write-turns.ts'
import { replacement } from '../support/with-history.ts'
import { version } from '../support/change-files.ts'
import { takeLease } from '../support/postgres-stores.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withPostgres } from '../support/with-postgres.ts'
import { withFolder } from '../support/with-folder.ts'

const origin = { tool: 'test', time: new Date('2026-03-01T12:00:00Z') }
const server = { server: 'one', address: 'http://one' }
const quiet = { debug: () => null, info: () => null, warn: () => null, error: () => null }

describe.skipIf(noPostgres !== null)(noPostgres ?? 'the history of a vault that servers share', () => {
  /** Two servers, the first of which has the lease until it is put out. */
  const tried = (
    title: string,
    use: (given: {
      readonly first: PostgresHistory
      readonly putOut: () => Promise<void>
      readonly takeOver: () => Promise<PostgresHistory>
      readonly other: PostgresHistory
      readonly lease: LeaseConnection
    }) => Promise<void>,
  ) => {
    test(title, () =>
      withPostgres(async (store) => {
        const [session, next] = [
          await LeaseSession.open(store, server),
          await LeaseSession.open(store, server),
        ]
        const lease = await takeLease(session, 'main')
        await use({
          first: new PostgresHistory(store, lease),
          other: new PostgresHistory(store, await takeLease(next, 'other')),
          lease,
          async putOut() {
            await sql`select pg_terminate_backend(pid) from lease_session where id = ${session.id}`.execute(
              store.db,
            )
          },
          takeOver: async () => new PostgresHistory(store, await takeLease(next, 'main')),
        }).finally(() => Promise.all([session.close(), next.close()]))
      }),
    )
  }

  tried('knows nothing of other vaults, and numbers each by itself', async ({ first, other }) => {
    const id = await first.record(origin, [replacement('a.md', 'a\n')])
    expect(await other.record(origin, [replacement('a.md', 'other\n')])).toBe(id)
    await other.finish(id)
    expect(await first.begun()).toMatchObject([{ id }])
    expect(await first.steps(id)).toMatchObject([{ beforeText: 'a\n' }])
    expect((await first.list({ since: null, limit: 9, offset: 0 })).total).toBe(0)
  })

  tried('who has lost the lease records nothing, small or large', async ({ first, putOut, takeOver }) => {
    await first.record(origin, [replacement('a.md', 'a\n')])
    await putOut()
    const large = Array.from({ length: 300 }, (_, at) => replacement(`${at}.md`, `${at}\n`))
    for (const steps of [[replacement('a.md', 'a\n')], large])
      await expect(first.record(origin, steps)).rejects.toMatchObject({ code: 'LEASE_LOST' })
    for (const late of [first.finish('1'), first.reach('1', 1), first.abandon('1'), first.keep('1', [])])
      await expect(late).rejects.toMatchObject({ code: 'LEASE_LOST' })
    const next = await takeOver()
    expect((await next.begun()).map(({ id }) => id)).toEqual(['1'])
    await next.prune({ maxAgeDays: 0, maxSizeMb: 1_000 }, origin.time)
    expect(await next.steps('2')).toEqual([])
  })

  tried(
    'what a server that was put out has left half done is taken back by the next, and it touches no more',
    async ({ first, lease, putOut, takeOver }) => {
      await withFolder({ 'vault/a.md': 'a\n', 'vault/b.md': 'b\n', 'vault/c.md': 'c\n' }, async (top) => {
        const files = new VaultFiles(`${top}/vault`)
        const read = () => ['a', 'b', 'c'].map((name) => readFileSync(`${top}/vault/${name}.md`, 'utf8'))
        const door = { files, history: first, log: quiet, actor: null, now: () => origin.time }
        let looks = 0
        const lock = {
          isMine: () => !lease.lost.aborted,
          confirm: async () => {
            looks += 1
            // One file is in its place, and the next is about to be.
            if (looks === 2) await putOut()
            await lease.check()
          },
        }
        const writing = writeChanges(
          { ...door, locked: (work) => work(lock), index: () => undefined },
          lock,
          'test',
          [
            { kind: 'create', path: 'd.md', text: 'd\n' },
            { kind: 'replace', path: 'b.md', before: version('b\n'), text: 'B\n' },
          ],
        )
        await expect(writing).rejects.toMatchObject({ code: 'CONFLICT', facts: { change_id: '1' } })
        expect([...read(), await files.exists('d.md')]).toEqual(['a\n', 'b\n', 'c\n', true])
        const next = await takeOver()
        await recoverChanges({ files, history: next, log: quiet })
        expect(read()).toEqual(['a\n', 'b\n', 'c\n'])
        expect(await files.exists('d.md')).toBe(false)
        expect(await next.begun()).toEqual([])
        expect((await next.list({ since: null, limit: 9, offset: 0 })).total).toBe(0)
      })
    },
  )

  tried(
    'what the next one has found complete stays, though who was put out still had it as begun',
    async ({ first, lease, putOut, takeOver }) => {
      await withFolder({ 'vault/a.md': 'a\n', 'state/': '' }, async (top) => {
        const files = new VaultFiles(`${top}/vault`)
        const at = `${top}/vault/a.md`
        const change: FileChange = { kind: 'replace', path: 'a.md', before: version('a\n'), text: 'a\nb\n' }
        await first.record(origin, (await checkChanges(files, [change])).steps)
        await first.begun()
        writeFileSync(at, change.text)
        await putOut()
        await recoverChanges({ files, history: await takeOver(), log: quiet })
        writeFileSync(at, 'a\nb\nc\n')
        const coordination = new Coordination(`${top}/state`)
        const index = () => undefined
        const turns = new WriteTurns({ files, history: first, coordination, right: lease, index, log: quiet })
        const begun = vi.fn()
        // That it is put out it knows the second time at the latest.
        const lost = { code: 'LEASE_LOST' }
        await expect(turns.locked(begun)).rejects.toMatchObject(lost)
        await expect(turns.locked(begun)).rejects.toMatchObject(lost)
        await expect(turns.open(begun)).rejects.toMatchObject(lost)
        expect(begun).not.toHaveBeenCalled()
        expect(readFileSync(at, 'utf8')).toBe('a\nb\nc\n')
        coordination.close()
      })
    },
  )

  test('an actor with a NUL, which PostgreSQL takes in no text, is looked for as it is kept', () =>
    withPostgres(async (store) => {
      const session = await LeaseSession.open(store, server)
      const history = new PostgresHistory(store, await takeLease(session, 'home'))
      const asked = { since: null, actor: 'a\0b', limit: 5, offset: 0 }
      expect(await history.list(asked)).toEqual({ changes: [], total: 0 })
      await session.close()
    }))
})
