import { watchDisk } from '../support/watch-disk.ts'
import { randomUUID } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { chmod, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createIgnoreRules } from '../../src/files/ignore-rules.ts'
import { isInNestedVault, isOrLiesInVault, walkVault, type DiskState } from '../../src/files/walk-vault.ts'
import { keptName, temporaryName } from '../../src/model/temporary-name.ts'
import { asOrdinaryUser } from '../support/as-ordinary-user.ts'
import { withFolder } from '../support/with-folder.ts'

async function walk(root: string): Promise<DiskState> {
  const which = { ignored: createIgnoreRules([], []), isNoNote: () => false }
  return await walkVault(root, '', which, () => Promise.resolve())
}

test.skipIf(process.platform === 'win32')(
  'a folder that may not be read is named, and the others are looked at',
  () =>
    withFolder({ 'a.md': 'a', 'shut/b.md': 'b', 'z/c.md': 'c' }, async (folder) => {
      await chmod(folder, 0o755)
      await chmod(join(folder, 'shut'), 0o000)
      try {
        const { notes, unreadable } = await asOrdinaryUser(() => walk(folder))
        expect([...notes.paths].sort()).toEqual(['a.md', 'z/c.md'])
        expect(unreadable).toEqual(['shut'])
      } finally {
        await chmod(join(folder, 'shut'), 0o755)
      }
    }),
)

test('another vault inside this one is not walked, whether anybody has registered it or not', () =>
  withFolder(
    {
      'a.md': 'a',
      'inner/.flint-note/config.yml': '',
      'inner/b.md': 'b',
      'inner/deep/c.md': 'c',
      'plain/.flint-note/trash/d.md': 'no vault: it has no config',
      'plain/e.md': 'e',
    },
    async (folder) => {
      expect([...(await walk(folder)).notes.paths].sort()).toEqual(['a.md', 'plain/e.md'])
      const inside = ['a.md', 'plain/e.md', 'inner', 'inner/b.md', 'inner/deep/c.md']
      expect(inside.map((path) => isInNestedVault(folder, path))).toEqual([false, false, false, true, true])
      expect(inside.map((path) => isOrLiesInVault(folder, path))).toEqual([false, false, true, true, true])
      expect(isOrLiesInVault(join(folder, 'inner'), 'deep')).toBe(false)
    },
  ))

test('each entry is what its name and kind say, and links lead nowhere', () => {
  const [half, whole] = [temporaryName(randomUUID()), keptName(randomUUID())]
  return withFolder(
    {
      '.flint-note/config.yml': 'of this vault',
      '_description.md': 'no type: it describes nothing',
      'a.md': 'a',
      'sub/B.MD': 'b',
      'sub/_description.md': 'a type',
      'sub/deep/c.md': 'c',
      'sub/not.mdx': '',
      'board.canvas': '{}',
      'drafts/d.md': 'no note',
      'left out/e.md': '',
      'left-out.md': '',
      [`sub/${half}`]: '',
      [`sub/${whole}`]: '',
    },
    async (folder) => {
      await symlink(join(folder, 'a.md'), join(folder, 'link.md'))
      await symlink(join(folder, 'sub'), join(folder, 'linked'))
      const which = {
        ignored: createIgnoreRules(['left out/', 'left-out.md'], []),
        isNoNote: (path: string) => path.startsWith('drafts/'),
      }
      const told: (readonly string[])[] = []
      const turn = (found: readonly string[]) => Promise.resolve(void told.push(found))
      const all = await walkVault(folder, '', which, turn)
      const notes = ['a.md', 'sub/B.MD', 'sub/deep/c.md']
      expect([...all.notes.paths].sort()).toEqual(notes)
      const { size, mtimeMs, ino, ctimeMs } = lstatSync(join(folder, 'a.md'))
      const first = 4 * all.notes.paths.indexOf('a.md')
      expect(all.notes.stamps.slice(first, first + 4)).toEqual([size, mtimeMs, ino, ctimeMs])
      expect(size).toBe(1)
      const types = ['_description.md', 'sub/_description.md']
      expect([...all.files].sort()).toEqual([...types, 'board.canvas', 'drafts/d.md', 'sub/not.mdx'].sort())
      expect(all.canvases.paths).toEqual(['board.canvas'])
      expect([...all.typeFolders]).toEqual(['sub'])
      // What was written whole may be somebody's.
      expect([all.leftovers, all.unreadable]).toEqual([[`sub/${half}`], []])
      expect(told.map((found) => [...found].sort())).toEqual([notes])
      const below = await walkVault(folder, 'sub', which, turn)
      expect([...below.notes.paths].sort()).toEqual(['sub/B.MD', 'sub/deep/c.md'])
      expect([...below.typeFolders]).toEqual(['sub'])
      expect((await walkVault(folder, 'none', which, turn)).unreadable).toEqual(['none'])
      await expect(walkVault(join(folder, 'none'), '', which, turn)).rejects.toMatchObject({ code: 'ENOENT' })
    },
  )
})

test('other work gets its turn now and then, and hears of each note once', () =>
  withFolder(
    Object.fromEntries(Array.from({ length: 4_001 }, (_, number) => [`${number}.md`, ''])),
    async (folder) => {
      const told: number[] = []
      const which = { ignored: createIgnoreRules([], []), isNoNote: () => false }
      await walkVault(folder, '', which, (found) => Promise.resolve(void told.push(found.length)))
      expect(told).toEqual([2_000, 2_000, 1])
    },
  ))

test('of what cannot be looked at nothing is known; what has gone meanwhile is not there', () =>
  withFolder({ 'a.md': 'a', 'gone.md': '', 'shut.md': '', 'shut.canvas': '' }, async (folder) => {
    const fail = (code: string) => Object.assign(new Error(code), { code })
    const before = ({ name, path }: { readonly name: string; readonly path: string }) => {
      if (name === 'look' && path.includes('shut')) throw fail('EACCES')
      if (name === 'look' && path.includes('gone')) throw fail('ENOENT')
    }
    const { notes, files, canvases, unreadable } = await watchDisk({ before }, () => walk(folder))
    expect([notes.paths, [...files], canvases.paths]).toEqual([['a.md'], ['shut.canvas'], []])
    expect([...unreadable].sort()).toEqual(['shut.canvas', 'shut.md'])
  }))
