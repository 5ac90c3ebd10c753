import { expect, test } from 'vitest'
import { readGrant, type TokenWish } from '../../src/access/read-grant.ts'
import { withVaults } from '../support/with-vault.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const wish: TokenWish = { name: 'laptop', readOnly: false, person: false }

/** Reads grants over two vaults: `a` has the folder `projects/site`, `b` has `diary`. */
const withGrants = (
  use: (grant: (more: Partial<TokenWish>) => ReturnType<typeof readGrant>) => Promise<void>,
) =>
  withVaults({ a: { 'a.md': '# A\n' }, b: { 'b.md': '# B\n' } }, async ({ hub }) => {
    const roots = new Map((await hub.known()).map(({ id, root }) => [root, String(id)]))
    const folders = ['a projects/site', 'a projects', 'b diary']
    const isFolderIn = (root: string, path: string) =>
      Promise.resolve(folders.includes(`${roots.get(root) ?? '?'} ${path}`))
    await use((more) => readGrant({ ...wish, ...more }, { vaults: hub, isFolderIn, now }))
  })

test('what is not said of a token limits nothing', () =>
  withGrants(async (grant) => {
    const nothing = { name: 'laptop', vaults: null, folder: null, expires: null }
    expect(await grant({})).toEqual({ ...nothing, readOnly: false, person: false })
    expect(await grant({ readOnly: true })).toEqual({ ...nothing, readOnly: true, person: false })
    expect(await grant({ person: true })).toEqual({ ...nothing, readOnly: false, person: true })
  }))

test('its vaults are those that are named, each once; none that is unknown', () =>
  withGrants(async (grant) => {
    expect((await grant({ vaults: ['b', 'a', 'b'] })).vaults).toEqual(['b', 'a'])
    // Whoever names none shall not get all.
    expect((await grant({ vaults: [] })).vaults).toEqual([])
    await expect(grant({ vaults: ['a', 'c'] })).rejects.toMatchObject({ code: 'VAULT_NOT_FOUND' })
  }))

test('its folder is one that a vault of this token has', () =>
  withGrants(async (grant) => {
    expect((await grant({ folder: 'projects/site///' })).folder).toBe('projects/site')
    expect((await grant({ folder: 'diary' })).folder).toBe('diary')
    expect((await grant({ folder: 'diary', vaults: ['a', 'b'] })).folder).toBe('diary')
    const elsewhere = grant({ folder: 'diary', vaults: ['a'] })
    await expect(elsewhere).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      facts: { folder: 'diary', known_vaults: ['a'] },
    })
    for (const folder of [
      '',
      '/',
      '//',
      '.',
      '..',
      '../b',
      'projects/../..',
      '/projects',
      'a//b',
      'a\\b',
      'a\0',
    ])
      await expect(grant({ folder }), JSON.stringify(folder)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      })
  }))

test('a name is one line of letters, digits and a few signs, at most 64 long', () =>
  withGrants(async (grant) => {
    for (const name of ['a', '7', 'Änne', 'a b', 'me@home', 'a.b_c-d', 'x'.repeat(64)])
      expect((await grant({ name })).name).toBe(name)
    for (const name of [
      '',
      ' a',
      '-a',
      '.a',
      'x'.repeat(65),
      'a\nb',
      'a\n',
      'a/b',
      'a\u001b[2J',
      'a\u202eb',
      'a"',
    ])
      await expect(grant({ name }), JSON.stringify(name)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  }))

const hour = 3_600_000

test.each([
  ['10min', hour / 6],
  ['1h', hour],
  ['6months', 180 * 24 * hour],
  ['36h', 36 * hour],
  ['1d', 24 * hour],
  ['99999h', 99_999 * hour],
  ['2w', 14 * 24 * hour],
  ['1y', 365 * 24 * hour],
])('a token for %s ends so much later', (expires, ms) =>
  withGrants(async (grant) => {
    expect((await grant({ expires })).expires).toBe(new Date(now.getTime() + ms).toISOString())
  }),
)

test('a date means the whole of that day here, a time that very time', () =>
  withGrants(async (grant) => {
    const end = new Date(2027, 0, 31, 23, 59, 59)
    expect((await grant({ expires: '2027-01-31' })).expires).toBe(end.toISOString())
    const time = '2026-03-01T12:00:00.001Z'
    expect((await grant({ expires: time })).expires).toBe(time)
  }))

test('a time that is over, is now, or is none makes no token', () =>
  withGrants(async (grant) => {
    const times = ['', '0h', '0d', '2026-02-28', '2026-03-01T12:00:00.000Z', '2001-01-01', 'soon', 'May 2030']
    const odd = [
      '2030-13-01',
      '2030-02-30x',
      '100000h',
      '1m',
      '1.5h',
      '-1h',
      '+1h',
      ' 1h',
      '1h ',
      '1hh',
      'x1h',
      '1',
      '١h',
    ]
    for (const expires of [...times, ...odd])
      await expect(grant({ expires }), expires).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  }))
