import { describe, expect, test, vi } from 'vitest'
import { TokenBook } from '../../src/access/token-book.ts'
import { ClusterNotices } from '../../src/cluster/cluster-notices.ts'
import { postgresTokens } from '../../src/cluster/postgres-tokens.ts'
import { until } from '../support/until.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withPostgres } from '../support/with-postgres.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const grant = { name: 'reader', vaults: null, folder: null, readOnly: false, expires: null }

describe.skipIf(noPostgres !== null)(noPostgres ?? 'what a server is told by the others', () => {
  test('counts for a second: who was paused for longer asks whether a token was revoked', () =>
    withPostgres(async (store) => {
      const notices = await ClusterNotices.open(store, log)
      const books = [notices, notices].map(
        (own) => new TokenBook(postgresTokens(store, own), () => new Date()),
      )
      const [book, other] = books
      try {
        const { text } = await book!.create(grant)
        expect(await book!.find(text)).toMatchObject({ name: 'reader' })
        const read = vi.spyOn(store, 'run')
        await until('it need not ask any more', async () => {
          read.mockClear()
          return (await book!.find(text)) !== null && read.mock.calls.length === 0
        })
        await other!.revoke('reader')
        // The notice may lie in its socket unread.
        const later = performance.now() + 1_000
        vi.spyOn(performance, 'now').mockReturnValue(later)
        expect(notices.isLive).toBe(false)
        expect(await book!.find(text)).toBeNull()
      } finally {
        vi.restoreAllMocks()
        await notices.close()
      }
    }))
})
