import { rename, rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { mostSubscriptions } from '../../src/server/subscriptions.ts'
import { until } from '../support/until.ts'
import { eras, withResources } from './resource-client.ts'

const noteA = 'flint-note://main/notes/a.md'
const noteB = 'flint-note://main/notes/b.md'

test.each(eras)('%s: an edit from outside is told to who subscribed to that note, and to no other', (era) =>
  withResources(
    era,
    { main: { 'a.md': 'One\n', 'b.md': 'One\n' } },
    async ({ subscribe, notices, write, ask }) => {
      await subscribe(noteA)
      await write('b.md', 'Two\n')
      await write('a.md', 'Two\n')
      await until('the notice', () => notices.length > 0)
      expect(notices).toEqual([noteA])
      const { contents } = await ask('resources/read', { uri: noteA })
      expect(contents[0].text).toBe('Two\n')
    },
  ),
)

test.each(eras)('%s: a write by flint, a deletion and a rename are told, too', (era) =>
  withResources(
    era,
    { main: { 'a.md': 'One\n', 'b.md': 'One\n' } },
    async ({ subscribe, notices, call, at }) => {
      await subscribe(noteA, noteB)
      await call('append_to_note', { identifier: 'a.md', content: 'More' })
      await until('the first notice', () => notices.length === 1)
      await rm(at('a.md'))
      await until('the second notice', () => notices.length === 2)
      await rename(at('b.md'), at('c.md'))
      await until('the third notice', () => notices.length === 3)
      expect(notices).toEqual([noteA, noteA, noteB])
    },
  ),
)

test.each(eras)('%s: many saves in a row are one notice, and a save of the same text none', (era) =>
  withResources(
    era,
    { main: { 'a.md': 'One\n', 'b.md': 'One\n' } },
    async ({ subscribe, notices, write }) => {
      await subscribe(noteA, noteB)
      await write('a.md', 'One\n')
      for (let count = 0; count < 20; count += 1) await write('b.md', `Save ${count}\n`)
      await until('the notice', () => notices.length > 0)
      await write('b.md', 'The last\n')
      await until('the next notice', () => notices.length > 1)
      expect(notices).toEqual([noteB, noteB])
    },
  ),
)

test.each(eras)('%s: a vault that nobody has opened is opened and followed', (era) =>
  withResources(era, { main: {}, other: { 'x.md': 'One\n' } }, async ({ subscribe, notices, write, hub }) => {
    await subscribe('flint-note://other/notes/x.md')
    expect((await hub.opened()).map(({ id }) => id)).toContain('other')
    await write('x.md', 'Two\n', 'other')
    await until('the notice', () => notices.length > 0)
    expect(notices).toEqual(['flint-note://other/notes/x.md'])
  }),
)

test.each(eras)('%s: a vault that is opened anew is followed on', (era) =>
  withResources(era, { main: {}, other: { 'x.md': 'One\n' } }, async ({ subscribe, notices, write, hub }) => {
    await subscribe('flint-note://other/notes/x.md')
    const [before] = (await hub.opened()).filter(({ id }) => id === 'other')
    // Its description is part of the open vault, which is therefore closed.
    await hub.admin.update('other', { description: 'Another one' })
    await write('x.md', 'Two\n', 'other')
    await until('the notice', () => notices.length > 0)
    const [after] = (await hub.opened()).filter(({ id }) => id === 'other')
    expect(after).not.toBe(before)
    expect(notices).toEqual(['flint-note://other/notes/x.md'])
  }),
)

test.each(eras)(
  '%s: what is said of the active vault changes with its notes, and when another one is active',
  (era) =>
    withResources(
      era,
      { main: { 'a.md': 'One\n' }, other: { 'x.md': 'Two words\n' } },
      async ({ subscribe, notices, write, hub }) => {
        const uris = ['stats', 'recent', 'types', 'current-vault'].map((name) => `flint-note://${name}`)
        const vault = await hub.open((await hub.find('main')).id)
        await vault.index.settled(10_000)
        await subscribe(...uris, 'flint-note://sql-schema')
        await write('folder/b.md', 'New\n')
        await until('four notices', () => notices.length >= 4)
        expect(notices.toSorted()).toEqual(uris.toSorted())
        await hub.admin.switchTo('other')
        await until('four more notices', () => notices.length >= 8)
        notices.length = 0
        await write('y.md', 'New\n', 'other')
        await until('a notice of the other vault', () => notices.includes('flint-note://stats'))
        expect(notices).not.toContain('flint-note://sql-schema')
      },
    ),
)

test.each(eras)('%s: the list of vaults changes when one is made', (era) =>
  withResources(era, { main: {} }, async ({ subscribe, listenToList, notices, call, folder }) => {
    await subscribe('flint-note://vaults')
    await listenToList()
    await call('create_vault', { vault_id: 'new', name: 'New', path: `${folder}/new` })
    await until('both notices', () => notices.length >= 2)
    expect(notices.toSorted()).toEqual(['flint-note://vaults', 'list'])
  }),
)

test.each(eras)('%s: the list changes when a note comes, goes or moves, and not when one is edited', (era) =>
  withResources(
    era,
    { main: { 'a.md': 'One\n', 'b.md': 'One\n' } },
    async ({ listenToList, notices, write, at, hub }) => {
      const vault = await hub.open((await hub.find('main')).id)
      await vault.index.settled(10_000)
      await listenToList()
      await write('a.md', 'Edited\n')
      await until('the edit is indexed', () =>
        vault.index.query(({ db }) => Promise.resolve(isIndexed(db, 'a.md', 7))),
      )
      await write('c.md', 'New\n')
      await until('the first notice', () => notices.length === 1)
      await rename(at('b.md'), at('d.md'))
      await until('the second notice', () => notices.length === 2)
      await rm(at('c.md'))
      await until('the third notice', () => notices.length === 3)
      expect(notices).toEqual(['list', 'list', 'list'])
    },
  ),
)

test('2025: after unsubscribing there are no notices', () =>
  withResources(
    '2025',
    { main: { 'a.md': 'One\n', 'b.md': 'One\n' } },
    async ({ ask, subscribe, notices, write }) => {
      await subscribe(noteA, noteB)
      await ask('resources/unsubscribe', { uri: noteA })
      await write('a.md', 'Two\n')
      await write('b.md', 'Two\n')
      await until('the notice', () => notices.length > 0)
      await write('b.md', 'Three\n')
      await until('the next notice', () => notices.length > 1)
      expect(notices).toEqual([noteB, noteB])
    },
  ))

test('2025: what cannot be read cannot be subscribed to', () =>
  withResources('2025', { main: { '.hidden.md': 'x' } }, async ({ ask }) => {
    for (const uri of ['flint-note://main/notes/missing.md', 'flint-note://main/notes/.hidden.md', 'x']) {
      expect((await ask('resources/subscribe', { uri })).error).toMatchObject({ code: -32002, data: { uri } })
    }
  }))

test('2025: too many subscriptions are refused', () =>
  withResources('2025', { main: { 'a.md': 'One\n' } }, async ({ ask, subscriptions }) => {
    const many = Array.from({ length: mostSubscriptions }, (_, n) => `flint-note://none/notes/${n}.md`)
    expect(await subscriptions.subscribe('somebody', many)).toBe(true)
    expect((await ask('resources/subscribe', { uri: noteA })).error).toMatchObject({ code: -32602 })
    await subscriptions.unsubscribe('somebody')
    expect((await ask('resources/subscribe', { uri: noteA })).error).toBeUndefined()
  }))

test('2026: too many subscriptions are refused, not taken in silence', () =>
  withResources('2026', { main: { 'a.md': 'One\n' } }, async ({ subscribe, subscriptions }) => {
    const many = Array.from({ length: mostSubscriptions }, (_, n) => `flint-note://none/notes/${n}.md`)
    expect(await subscriptions.subscribe('somebody', many)).toBe(true)
    await expect(subscribe(noteA)).rejects.toThrow('There are 1,000 subscriptions already.')
    await subscriptions.unsubscribe('somebody')
    await subscribe(noteA)
  }))

test.each(eras)('%s: where nobody sends notices clients are not told that they can subscribe', (era) =>
  withResources(
    era,
    { main: {} },
    async ({ ask }) => {
      expect((await ask('resources/list')).resources).toHaveLength(6)
      if (era === '2025') {
        expect((await ask('resources/subscribe', { uri: 'flint-note://stats' })).error).toBeDefined()
      }
    },
    { subscriptions: undefined },
  ),
)

function isIndexed(
  db: { prepare: (sql: string) => { get: (path: string) => unknown } },
  path: string,
  size: number,
): boolean {
  const row = db.prepare('SELECT size FROM note WHERE path = ?').get(path)
  return JSON.stringify(row) === JSON.stringify({ size })
}
