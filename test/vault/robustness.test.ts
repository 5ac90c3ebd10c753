import { execFileSync } from 'node:child_process'
import { readFile, utimes } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withVault } from '../support/with-vault.ts'
import { touch, touchDate } from '../../src/markdown/edit/touch.ts'

const deep = (levels: number) =>
  `---\ntitle: x\na: ${'['.repeat(levels)}${']'.repeat(levels)}\n---\ndeepword\n`

test('a note that is nested without end is text, and spoils no other note', () =>
  withVault({ 'good.md': 'deepword, too', 'a.md': deep(2_000), 'b.md': deep(20_000) }, async ({ call }) => {
    expect((await call('search_notes', { query: 'deepword' })).total).toBe(3)
    expect((await call('list_notes')).total).toBe(3)
    for (let round = 0; round < 6; round++) {
      for (const identifier of ['a.md', 'b.md']) {
        expect((await call('append_to_note', { identifier, content: 'more' })).error).toBeUndefined()
      }
    }
    const { unparsable } = await call('get_vault_info', { detailed: true })
    expect(unparsable.map(({ path }: { path: string }) => path)).toEqual(['a.md', 'b.md'])
  }))

test('notes in encodings of older editors are found with their letters and links, and keep their bytes', () => {
  const utf16 = Buffer.from('\uFEFF# Fenster\r\n\r\nGrün [[b]]\r\n', 'utf16le')
  const latin = Buffer.from('# Latein\n\nBläulich [[b]]\n', 'latin1')
  return withVault({ 'u.md': utf16, 'l.md': latin, 'b.md': '# B\n' }, async ({ call, at }) => {
    for (const [query, path] of [
      ['grün', 'u.md'],
      ['bläulich', 'l.md'],
    ])
      expect((await call('search_notes', { query, mode: 'keyword' })).results).toMatchObject([{ path }])
    expect((await call('get_backlinks', { identifier: 'b' })).backlinks).toMatchObject([
      { path: 'l.md', excerpt: 'Bläulich [[b]]' },
      { path: 'u.md', excerpt: 'Grün [[b]]' },
    ])
    expect((await call('append_to_note', { identifier: 'u', content: 'x' })).error.code).toBe('CONFLICT')
    await call('move_note', { identifier: 'u', to: 'v.md' })
    expect(await readFile(at('v.md'))).toEqual(utf16)
  })
})

test.skipIf(process.platform === 'win32')('a named pipe is no note, and nobody waits for it', () =>
  withVault({ 'a.md': 'a' }, async ({ call, at }) => {
    execFileSync('mkfifo', [at('pipe.md')])
    expect((await call('get_note', { identifier: 'pipe.md' })).error).toMatchObject({ code: 'INVALID_PATH' })
    expect((await call('list_notes')).total).toBe(1)
  }),
)

test.skipIf(process.platform !== 'linux')('a vault where no folder can be made is refused at once', () =>
  withVault({}, async ({ call }) => {
    for (const path of ['/proc/nope/x', '/']) {
      const { error } = await call('create_vault', { vault_id: 'x', name: 'X', path })
      expect(error).toMatchObject({ code: 'INVALID_PATH' })
    }
    expect((await call('list_vaults')).vaults).toHaveLength(1)
  }),
)

test("flint's own folders are no vaults", () =>
  withVault({}, async ({ call, folder }) => {
    const { error } = await call('create_vault', { vault_id: 'x', name: 'X', path: `${folder}/config/notes` })
    expect(error).toMatchObject({ code: 'INVALID_PATH' })
  }))

test('no folder may be called like the description of a note type', () =>
  withVault({}, async ({ call, at }) => {
    for (const directory of ['sub/_description.md', '_description.md', '_description.md/deeper']) {
      const { error } = await call('create_note', { directory, title: 't', content: 'x' })
      expect(error).toMatchObject({ code: 'INVALID_PATH' })
    }
    expect((await call('create_note', { directory: 'sub', title: 't', content: 'x' })).error).toBeUndefined()
    expect(at('sub')).toBeTruthy()
  }))

test('half a character is refused instead of being written as something else', () =>
  withVault({ 'a.md': 'a' }, async ({ call, read }) => {
    const { error } = await call('append_to_note', { identifier: 'a', content: '\ud800lone' })
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(await read('a.md')).toBe('a')
  }))

test('content comes back as it was given, whatever it begins with', () =>
  withVault({ 'a.md': '---\na: 1\n---\nbody\n' }, async ({ call }) => {
    for (const content of ['\nnew\n', 'plain', '\n\n\ntwo', '']) {
      const { content_hash } = await call('get_note', { identifier: 'a' })
      await call('update_note', { identifier: 'a', content, content_hash })
      expect((await call('get_note', { identifier: 'a' })).content).toBe(content)
    }
  }))

test('temporary files of a process that was killed are swept away, those of a living one are not', () =>
  withVault({ 'a.md': 'a' }, async ({ call, at, read, write }) => {
    const name = (digit: string) => `.flint-${digit.repeat(8)}-1111-1111-1111-111111111111.tmp`
    await write(name('a'), 'old')
    await utimes(at(name('a')), 1, 1)
    await write(name('b'), 'young')
    await call('list_notes')
    await expect(read(name('a'))).rejects.toThrow('ENOENT')
    expect(await read(name('b'))).toBe('young')
  }))

test.each([
  ['2020-01-01', '2026-03-04'],
  ['2020-01-01T10:00:00Z', '2026-03-04T05:06:07Z'],
  ['2020-01-01T10:00:00.123Z', '2026-03-04T05:06:07.000Z'],
  [1653980552303, Date.parse('2026-03-04T05:06:07Z')],
  ['01/02/2020', null],
  ['2020-01-01T10:00Z', '2026-03-04T05:06Z'],
  ['2020-01-01T10:00:00+02:00', '2026-03-04T07:06:07+02:00'],
  ['2020-01-01T10:00:00.1234-0530', '2026-03-03T23:36:07.0000-0530'],
  ['2020-01-01 10:00:00 +20:00', '2026-03-05 01:06:07 +20:00'],
  ['2020-01-01T10:00:00 CET', null],
  [17, null],
  [1706693400, null],
  [20240230093000, null],
  [null, null],
])('a date is touched in the form it has: %s', (before, after) => {
  expect(touchDate(before, new Date('2026-03-04T05:06:07Z'))).toBe(after)
})

test('a compact stamp stays one, as a number and as text', () => {
  const now = new Date(2026, 2, 4, 5, 6, 7)
  expect(touchDate(20240131093000, now)).toBe(20260304050607)
  expect(touchDate(202001011000, now)).toBe(202603040506)
  expect(touchDate('20240131093000', now)).toBe('20260304050607')
})

test('a local time stays one', () => {
  const now = new Date(2026, 2, 4, 5, 6, 7)
  expect(touchDate('2020-01-01 10:00', now)).toBe('2026-03-04 05:06')
  expect(touchDate('2020-01-01T10:00:00', now)).toBe('2026-03-04T05:06:07')
  expect(touchDate('2020-01-01T10:00:00.12', now)).toBe('2026-03-04T05:06:07.00')
})

test('what stands before the time of a change stays, and a time that another key shares is left', () => {
  const now = new Date('2026-03-04T05:06:07Z')
  const touched = (yaml: string) => touch(`---\n${yaml}\n---\n`, now).slice(4, -5)
  expect(touched('updated: &u 2020-01-01 # c')).toBe('updated: &u 2026-03-04 # c')
  expect(touched('updated: !!str 2020-01-01T10:00:00Z')).toBe('updated: !!str 2026-03-04T05:06:07Z')
  const shared = 'updated: &u 2020-01-01\nseen: *u'
  expect(touched(shared)).toBe(shared)
})
