import { closeSync, mkdirSync, openSync, renameSync, symlinkSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Bounds, locatePath, mayLieAt, relativeTo } from '../../src/files/locate-path.ts'
import { isOwnPlace } from '../../src/files/own-places.ts'
import { asOrdinaryUser } from '../support/as-ordinary-user.ts'
import { withFolder } from '../support/with-folder.ts'

/** A vault with these files beside whatever else there is, and links in it. */
async function withBounds(
  files: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>>,
  use: (bounds: Bounds, top: string, told: string[]) => Promise<void> | void,
): Promise<void> {
  await withFolder({ 'vault/': '', ...files }, async (top) => {
    const root = join(top, 'vault')
    for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path))
    const told: string[] = []
    await use({ root, check: (path) => void told.push(path), isOwn: isOwnPlace }, top, told)
  })
}

test.skipIf(process.platform === 'win32')('an absolute path by a link to the vault is one in the vault', () =>
  withBounds({ 'vault/in/a.md': '', 'other/b.md': '' }, { link: 'in' }, ({ root }, top) => {
    for (const [name, target] of [
      ['to-vault', root],
      ['to-folder', join(root, 'in')],
      ['to-other', join(top, 'other')],
    ] as const)
      symlinkSync(target, join(top, name))
    const inVault = (named: string) => relativeTo(root, join(top, named))
    expect(inVault('to-vault')).toBe('')
    expect(inVault('to-vault/in/a.md')).toBe('in/a.md')
    expect(inVault('to-vault/new/b.md')).toBe('new/b.md')
    // Links in the vault are followed later, as in any path.
    expect(inVault('to-vault/link/a.md')).toBe('link/a.md')
    expect(inVault('to-folder/a.md')).toBe('in/a.md')
    for (const named of ['to-other/b.md', 'other/b.md', 'to-nothing/a.md'])
      expect(() => inVault(named), named).toThrow(expect.objectContaining({ code: 'OUTSIDE_VAULT' }))
    expect(() => relativeTo(root, `${top}/to-vault/../other/b.md`)).toThrow('out of the vault')
  }),
)

describe.skipIf(process.platform === 'win32')('a path as it is named', () => {
  test.each([
    ['a/b.md', 'a/b.md'],
    ['./a//b.md', 'a/b.md'],
    ['a/./b/', 'a/b'],
    ['', ''],
    ['.', ''],
    ['/home/vault', ''],
    ['/home/vault/a/b.md', 'a/b.md'],
    ['/home/vault/a/../b.md', 'b.md'],
    ['a..b/..c/d...md', 'a..b/..c/d...md'],
    ['100 %.md', '100 %.md'],
    ['a%20b.md', 'a%20b.md'],
    ['Q: a question.md', 'Q: a question.md'],
    ['C:', 'C:'],
    ['notes/Q:/answer.md', 'notes/Q:/answer.md'],
    ['1:/one.md', '1:/one.md'],
    ['a\\b.md', 'a\\b.md'],
    ['aux.md', 'aux.md'],
  ])('%j is %j in the vault', (named, path) => {
    expect(relativeTo('/home/vault', named)).toBe(path)
  })

  test.each([
    '..',
    '../a.md',
    'a/../../b.md',
    'a/../b.md',
    'a/..',
    '%2e%2e/a.md',
    'a/%2E%2E%2Fb.md',
    '..\\a.md',
    'a\\..\\b.md',
    '%2e.%5Ca.md',
    '%2Fetc/passwd',
    'C:\\a.md',
    'c:/a.md',
    'c%3A/a.md',
    '/etc/passwd',
    '/home/vault-two/a.md',
    '/home/vault/../a.md',
    '/home',
    '/',
  ])('%j leads out of the vault', (named) => {
    expect(() => relativeTo('/home/vault', named)).toThrow(expect.objectContaining({ code: 'OUTSIDE_VAULT' }))
  })

  test('a NUL character is in no path', () => {
    expect(() => relativeTo('/home/vault', 'a\0.md')).toThrow(
      expect.objectContaining({ code: 'INVALID_PATH' }),
    )
  })
})

describe.skipIf(process.platform === 'win32')('where a path leads', () => {
  test('an entry lies where the links above it lead, and is followed by its own link', () =>
    withBounds(
      { 'vault/real/sub/a.md': 'a\n', 'vault/b.md': 'b\n' },
      { team: 'real', deep: 'team/sub', self: '.', 'real/soft.md': '../b.md' },
      (bounds) => {
        for (const [path, entry, resolved] of [
          ['b.md', 'b.md', 'b.md'],
          ['./new//n.md', 'new/n.md', 'new/n.md'],
          ['team', 'team', 'real'],
          ['team/sub/a.md', 'real/sub/a.md', 'real/sub/a.md'],
          ['team/new.md', 'real/new.md', 'real/new.md'],
          ['deep/x/y.md', 'real/sub/x/y.md', 'real/sub/x/y.md'],
          ['team/soft.md', 'real/soft.md', 'b.md'],
          ['self', 'self', ''],
          ['self/team/soft.md', 'real/soft.md', 'b.md'],
          ['', '', ''],
        ] as const)
          expect(locatePath(bounds, path)).toEqual({ path, absolute: join(bounds.root, entry), resolved })
      },
    ))

  test('what may be touched is asked for the name, the entry and what it leads to, each once', () =>
    withBounds(
      { 'vault/real/a.md': 'a\n', 'vault/b.md': 'b\n' },
      { team: 'real', 'real/soft.md': '../b.md' },
      (bounds, _top, told) => {
        for (const [path, asked] of [
          ['real/a.md', ['real/a.md']],
          ['./new.md', ['new.md']],
          ['team/a.md', ['team/a.md', 'real/a.md']],
          ['team/new.md', ['team/new.md', 'real/new.md']],
          ['team/soft.md', ['team/soft.md', 'real/soft.md', 'b.md']],
        ] as const) {
          locatePath(bounds, path)
          expect(told.splice(0), path).toEqual(asked)
        }
        for (const refused of ['team/soft.md', 'real/soft.md', 'b.md']) {
          const check = (path: string) => {
            if (path === refused) throw new Error(`not ${path}`)
          }
          expect(() => locatePath({ ...bounds, check }, 'team/soft.md')).toThrow(`not ${refused}`)
        }
      },
    ))

  test('from one of flint’s own places a link may lead to another of them, and nowhere else that is hidden', () =>
    withBounds(
      { 'vault/.flint-note/trash/a.md': 'a\n', 'vault/.git/config': '' },
      {
        '.flint-note/trash/again.md': 'a.md',
        '.flint-note/trash/config.md': '../../.git/config',
        'bin.md': '.flint-note/trash/a.md',
      },
      (bounds) => {
        expect(locatePath(bounds, '.flint-note/trash/again.md').resolved).toBe('.flint-note/trash/a.md')
        for (const path of ['.flint-note/trash/config.md', 'bin.md', '.git/config', '.git/none'])
          expect(() => locatePath(bounds, path), path).toThrow(
            expect.objectContaining({ code: 'INVALID_PATH' }),
          )
      },
    ))

  test('where a link to nothing leads is held against the limits as where another one does', () =>
    withBounds({}, { 'a.md': 'far/b.md', far: 'farther', 'c.md': 'a.md' }, (bounds, _top, told) => {
      for (const path of ['a.md', 'c.md']) {
        told.length = 0
        expect(() => locatePath(bounds, path)).toThrow('leads to something that is not there')
        expect(told).toEqual([path, path, 'farther/b.md'])
      }
    }))

  test('a link that leads out, into a folder of a like name, nowhere or in a circle is refused, and so is what lies behind', () =>
    withBounds(
      { 'vault-two/a.md': 'a\n' },
      {
        ...{ out: '..', like: '../vault-two', 'far.md': '../nowhere.md' },
        ...{ gone: 'nowhere', 'gone.md': 'nowhere.md', round: 'round' },
      },
      (bounds, top) => {
        for (const path of ['out', 'out/a.md', 'like', 'like/a.md', 'like/new.md', 'far.md']) {
          const outside = { code: 'OUTSIDE_VAULT', facts: expect.objectContaining({ path }) }
          expect(() => locatePath(bounds, path), path).toThrow(expect.objectContaining(outside))
        }
        for (const path of ['round', 'round/a.md', 'gone', 'gone/a.md', 'gone.md'])
          expect(() => locatePath(bounds, path), path).toThrow(
            expect.objectContaining({ code: 'INVALID_PATH' }),
          )
        // No path of this machine is told to somebody who did not give it.
        try {
          locatePath(bounds, 'like/a.md')
        } catch (error) {
          expect(JSON.stringify(error)).not.toContain(top)
        }
      },
    ))

  test('a name too long for the drive leads to nothing, as does one below a file', () =>
    withBounds({ 'vault/a.md': 'a\n' }, {}, (bounds) => {
      for (const path of [`${'long'.repeat(100)}.md`, `${'long'.repeat(100)}/b.md`, 'a.md/b.md'])
        expect(locatePath(bounds, path).resolved).toBe(path)
    }))

  test('what the system does not let flint look at is told as such', () =>
    withBounds({ 'vault/shut/a.md': 'a\n' }, {}, async (bounds, top) => {
      for (const folder of [top, bounds.root]) await chmod(folder, 0o755)
      await chmod(join(bounds.root, 'shut'), 0o000)
      try {
        await asOrdinaryUser(() => {
          expect(() => locatePath(bounds, 'shut/a.md')).toThrow(
            expect.objectContaining({ code: 'PERMISSION_DENIED' }),
          )
          return Promise.resolve()
        })
      } finally {
        await chmod(join(bounds.root, 'shut'), 0o755)
      }
    }))

  test('of a vault whose folder is gone nothing is said but that', () =>
    withBounds({}, {}, (bounds, top) => {
      const away = { ...bounds, root: join(top, 'away/vault') }
      for (const path of ['', 'a.md', 'a/b.md'])
        expect(() => locatePath(away, path), path).toThrow(
          expect.objectContaining({
            code: 'VAULT_UNAVAILABLE',
            facts: { hint: { kind: 'check-folder' } },
          }),
        )
    }))
})

test.skipIf(process.platform !== 'linux')(
  'an open file is read where it was found, also if it has moved to a visible place of the vault meanwhile',
  () =>
    withBounds({ 'vault/.git/': '', 'vault/notes/': '', 'vault-two/': '' }, {}, (bounds, top) => {
      for (const [from, to, isAllowed] of [
        ['vault/notes/a.md', 'vault/notes/a.md', true],
        ['vault/notes/a.md', 'vault/notes/.a.md', true],
        ['vault/notes/a.md', 'vault/b.md', true],
        ['vault/a.md', 'vault/notes/b.md', true],
        ['vault/notes/a.md', 'vault/.a.md', false],
        ['vault/notes/a.md', 'vault/.git/a.md', false],
        ['vault/notes/a.md', 'vault-two/a.md', false],
        ['vault/notes/a.md', 'a.md', false],
        ['vault/.flint-note/trash/a.md', 'vault/.flint-note/trash/a.md', true],
        ['vault/.flint-note/trash/a.md', 'vault/.flint-note/a.md', false],
      ] as const) {
        mkdirSync(dirname(join(top, from)), { recursive: true })
        const file = openSync(join(top, from), 'w')
        try {
          renameSync(join(top, from), join(top, to))
          expect(mayLieAt(bounds, join(top, from), file), `${from} ${to}`).toBe(isAllowed)
        } finally {
          closeSync(file)
        }
        expect(mayLieAt(bounds, join(top, from), file)).toBe(false)
      }
    }),
)

test.skipIf(process.platform !== 'linux')(
  'a vault that lies below a hidden folder, or whose name ends with a dot, has visible places',
  () =>
    withFolder({ '.home/vault./a.md': '', '.home/vault./sub/': '' }, (top) => {
      const root = join(top, '.home/vault.')
      const file = openSync(join(root, 'a.md'), 'r')
      try {
        renameSync(join(root, 'a.md'), join(root, 'sub/b.md'))
        const bounds = { root, check: () => undefined, isOwn: isOwnPlace }
        expect(mayLieAt(bounds, join(root, 'a.md'), file)).toBe(true)
      } finally {
        closeSync(file)
      }
      return Promise.resolve()
    }),
)
