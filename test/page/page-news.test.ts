import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { PageSessions } from '../../src/page/page-sessions.ts'
import { sendNews } from '../../src/page/page-news.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** A stream of news whose browser is gone by the time that something has been asked of the disk. */
async function leftDuring(
  leave: (browser: { destroy: () => void }, response: ServerResponse) => Promise<void>,
) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  const arrived = once(server, 'request')
  const browser = request({ port: address.port, host: '127.0.0.1' }).on('error', () => undefined)
  browser.end()
  const [, response]: ServerResponse[] = await arrived
  let followers = 0
  const follow = () => {
    followers += 1
    return () => void (followers -= 1)
  }
  try {
    await sendNews(response!, {
      person: { vaults: { known: () => Promise.resolve([{ id: 'main' }]) } as never },
      seesAll: true,
      hub: { followList: follow, follow: () => Promise.resolve(follow()) },
      questions: async () => {
        await leave(browser, response!)
        return { version: () => Promise.resolve(1), list: () => [] }
      },
      log,
      isValid: () => Promise.resolve(true),
      closing: new AbortController().signal,
    })
    return followers
  } finally {
    browser.destroy()
    server.close()
    server.closeAllConnections()
  }
}

test('a browser that leaves while its news begins leaves nothing behind that follows for it', async () => {
  const left = await leftDuring(async (browser, response) => {
    const closed = once(response, 'close')
    browser.destroy()
    await closed
  })
  expect(left).toBe(0)
  expect(await leftDuring(() => Promise.resolve())).toBe(2)
})

test('a session lasts a day after its last call, however long a tab listens', async () => {
  let now = new Date('2026-11-29T08:00:00Z')
  const later = (hours: number) => (now = new Date(now.getTime() + hours * 3_600_000))
  const none = () => Promise.resolve(null)
  const sessions = new PageSessions({ findPerson: none, findPersonAgain: none }, () => now)
  const { cookie, place } = (await sessions.enter(sessions.newKey()))!
  const session = (await sessions.find(cookie, place))!
  later(23)
  expect(await sessions.find(cookie, place)).not.toBeNull()
  later(23)
  expect(await sessions.isAsBefore(cookie, session)).toBe(true)
  later(2)
  expect(await sessions.isAsBefore(cookie, session)).toBe(false)
  expect(await sessions.find(cookie, place)).toBeNull()
})
