import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { PostgresVectorCache } from '../../src/cluster/postgres-vector-cache.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withPostgres } from '../support/with-postgres.ts'

const march = new Date('2026-03-01T12:00:00Z')
const daysLater = (days: number) => new Date(march.getTime() + days * 86_400_000)

function vectors(from: number, to: number, dimensions = 4) {
  return Array.from({ length: to - from }, (_, index) => ({
    hash: `hash ${from + index}`,
    vector: Float32Array.from({ length: dimensions }, (_one, at) => Math.fround((from + index) / (at + 3))),
  }))
}

const hashes = (from: number, to: number) => vectors(from, to).map(({ hash }) => hash)
const sorted = (found: readonly { readonly hash: string }[]) => found.map(({ hash }) => hash).sort()

describe.skipIf(noPostgres !== null)(noPostgres ?? 'the vectors that servers share', () => {
  test('come back to the bit, by model and hash, whichever server has kept them', () =>
    withPostgres(async (store) => {
      const [one, other] = [
        new PostgresVectorCache(store, () => march),
        new PostgresVectorCache(store, () => march),
      ]
      await one.keep('a', vectors(0, 600))
      await one.keep('b', vectors(0, 1, 3_072))
      expect(await other.find('a', hashes(598, 605))).toEqual(expect.arrayContaining(vectors(598, 600)))
      expect(await other.find('a', hashes(598, 605))).toHaveLength(2)
      expect(await other.find('b', hashes(0, 5))).toEqual(vectors(0, 1, 3_072))
      expect(await other.find('c', hashes(0, 5))).toEqual([])
      expect(await other.find('a', [])).toEqual([])
    }))

  test('are looked up one by one, however many there are of the model', () =>
    withPostgres(async (store) => {
      await new PostgresVectorCache(store, () => march).keep('a', vectors(0, 4_000))
      const looked = { seq_scan: 0, idx_tup_fetch: 0 }
      const run: typeof store.run = (work) =>
        store.db.transaction().execute(async (inOne) => {
          const counted = sql<typeof looked>`select seq_scan::int, idx_tup_fetch::int
            from pg_stat_xact_user_tables where relname = 'vector'`
          const [before] = (await counted.execute(inOne)).rows
          const result = await work(inOne)
          const [after] = (await counted.execute(inOne)).rows
          looked.seq_scan = after!.seq_scan - before!.seq_scan
          looked.idx_tup_fetch = after!.idx_tup_fetch - before!.idx_tup_fetch
          return result
        })
      const found = await new PostgresVectorCache({ run }, () => march).find('a', hashes(0, 1_000))
      expect(found).toHaveLength(1_000)
      expect(looked).toEqual({ seq_scan: 0, idx_tup_fetch: 1_000 })
      // Whose use is written down is looked up once more.
      await new PostgresVectorCache({ run }, () => daysLater(30)).find('a', hashes(0, 10))
      expect(looked).toEqual({ seq_scan: 0, idx_tup_fetch: 20 })
    }))

  test('are kept by two servers at once in any order', () =>
    withPostgres(async (store) => {
      const caches = Array.from({ length: 4 }, () => new PostgresVectorCache(store, () => march))
      const all = vectors(0, 400)
      await Promise.all(caches.map((cache, at) => cache.keep('a', at % 2 === 0 ? all : [...all].reverse())))
      expect(await caches[0]!.find('a', hashes(0, 400))).toHaveLength(400)
    }))

  test('are dropped when nobody has needed them for long, and the longest unused of too many', () =>
    withPostgres(async (store) => {
      const at = (days: number, limits = { maxAgeDays: 100, mostVectors: 1_000 }) =>
        new PostgresVectorCache(store, () => daysLater(days), limits)
      await at(0).keep('a', vectors(0, 10))
      await at(60).find('a', hashes(0, 5))
      // Keeping something is when a server that has just begun tidies up.
      await at(110).keep('a', vectors(10, 11))
      expect(sorted(await at(110).find('a', hashes(0, 11)))).toEqual(hashes(0, 5).concat('hash 10').sort())
      await at(111, { maxAgeDays: 100, mostVectors: 2 }).keep('a', vectors(11, 13))
      expect(sorted(await at(111).find('a', hashes(0, 13)))).toEqual(['hash 11', 'hash 12'])
    }))
})
