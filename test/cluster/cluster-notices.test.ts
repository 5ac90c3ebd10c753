import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { TokenBook } from '../../src/access/token-book.ts'
import { ClusterNotices } from '../../src/cluster/cluster-notices.ts'
import { postgresTokens } from '../../src/cluster/postgres-tokens.ts'
import { until } from '../support/until.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withPostgres } from '../support/with-postgres.ts'

/** A connection that the test ends as it likes. */
class Line extends EventEmitter {
  isEnded = false
  readonly connection = { stream: { destroy: () => undefined } }
  listening = () => Promise.resolve()

  query(): Promise<unknown> {
    return this.listening()
  }

  end(): Promise<void> {
    this.isEnded = true
    this.emit('end')
    return Promise.resolve()
  }
}

/** Notices over such connections, and all that were made. */
async function overLines(prepare: (line: Line, number: number) => void) {
  const lines: Line[] = []
  const connect = () => {
    const line = new Line()
    prepare(line, lines.push(line))
    return Promise.resolve(line)
  }
  return { lines, notices: await ClusterNotices.open({ connect, schema: 'flint' } as never, log) }
}

afterEach(() => {
  vi.useRealTimers()
})

test('a connection that ends while it begins to listen is ended, and another one made, not two', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { lines, notices } = await overLines((line, number) => {
    if (number !== 2) return
    line.listening = async () => {
      line.emit('end')
      throw new Error('cut')
    }
  })
  lines[0]!.emit('end')
  await vi.advanceTimersByTimeAsync(400)
  expect(lines.map(({ isEnded }) => isEnded)).toEqual([false, true])
  await vi.advanceTimersByTimeAsync(400)
  expect(lines).toHaveLength(3)
  await notices.close()
  expect(lines[2]!.isEnded).toBe(true)
})

test('a connection that is made while the notices are closed is ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const { lines, notices } = await overLines((line, number) => {
    if (number === 2) line.listening = () => promise
  })
  lines[0]!.emit('end')
  await vi.advanceTimersByTimeAsync(400)
  await notices.close()
  resolve(undefined)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(lines.map(({ isEnded }) => isEnded)).toEqual([false, true])
})

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
