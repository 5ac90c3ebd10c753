import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import type { VaultNews } from '../../src/offers/resources/vault-news.ts'
import type { Elsewhere } from '../../src/server/elsewhere.ts'
import { mostSubscriptions, Subscriptions } from '../../src/server/subscriptions.ts'
import { withVaults } from '../support/with-vault.ts'
import { listen, withHttp } from './http-server.ts'

const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent }

/** The same news, and how many listen to them. */
function counted(news: VaultNews) {
  let listeners = 0
  const count = (stop: () => void) => {
    listeners += 1
    return () => {
      listeners -= 1
      stop()
    }
  }
  const counting: VaultNews = {
    follow: async (id, listener) => count(await news.follow(id, listener)),
    followList: (listener) => count(news.followList(listener)),
  }
  return { news: counting, listeners: () => listeners }
}

test('a client that goes before its stream has begun is forgotten with all that it wanted to hear', () =>
  withVaults({ main: { 'a.md': 'One\n' } }, async ({ hub }) => {
    const { news, listeners } = counted(hub)
    const subscriptions = new Subscriptions({
      vaults: hub,
      now: () => new Date(),
      log,
      news: () => Promise.resolve(news),
    })
    const resourceSubscriptions = ['flint-note://main/notes/a.md']
    const request = (wanted: object) => ({
      ...listen.body,
      params: { ...listen.body.params, notifications: wanted },
    })
    const stays = Symbol('stays')
    await subscriptions.listen(request({ resourceSubscriptions }), stays)
    const before = listeners()
    expect(before).toBeGreaterThan(0)
    const goes = Symbol('goes')
    const begun = subscriptions.listen(request({ resourceSubscriptions, resourcesListChanged: true }), goes)
    await subscriptions.unsubscribe(goes)
    await begun
    expect(listeners()).toBe(before)
    await subscriptions.unsubscribe(stays)
    expect(listeners()).toBe(0)
    await subscriptions.close()
  }))

test('a client that goes while it is found out which server it listens to takes no place of others', async () => {
  let leave = silent
  const elsewhere: Pick<Elsewhere, 'passStream'> = {
    async passStream(_vaults, _call, response) {
      leave()
      if (!response.destroyed) await once(response, 'close')
      return false
    },
  }
  const notPassed = () => {
    throw new Error('No call is passed on.')
  }
  const passing = { limitsOf: () => '', grantWithin: notPassed }
  const shared = { elsewhere: elsewhere as Elsewhere, inner: createServer(), passing }
  await withHttp(
    { work: {} },
    async (server) => {
      const notes = Array.from(
        { length: mostSubscriptions / 2 + 1 },
        (_, note) => `flint-note://work/notes/${note}.md`,
      )
      const body = {
        ...listen.body,
        params: { ...listen.body.params, notifications: { resourceSubscriptions: notes } },
      }
      const ask = async (signal: AbortSignal) =>
        await fetch(server.url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...listen.headers,
            'mcp-method': listen.body.method,
          },
          body: JSON.stringify(body),
          signal,
        })
      const gone = new AbortController()
      leave = () => {
        gone.abort()
      }
      await ask(gone.signal).catch(silent)
      const staying = new AbortController()
      elsewhere.passStream = () => Promise.resolve(false)
      const { status } = await ask(staying.signal)
      staying.abort()
      expect(status).toBe(200)
    },
    { shared },
  )
})
