import { chmod, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderIdentity } from '../../src/files/folder-identity.ts'
import { FolderAway, FolderNow } from '../../src/sync/folder-now.ts'
import { asOrdinaryUser } from '../support/as-ordinary-user.ts'
import { withFolder } from '../support/with-folder.ts'

const folderNow = (root: string) =>
  new FolderNow({
    ...{ root, identity: folderIdentity(root) ?? '', indexFile: '', excluded: [] },
    ...{ ignore: ['drafts/**'], noNotes: ['raw/**'], nestedVaults: ['other'] },
  })

const files = {
  ...{
    'a.md': '',
    'raw/paper.md': '',
    'raw/p.pdf': '',
    'typed/_description.md': '',
    'drafts/d.md': '',
    'other/o.md': '',
    'pic.png': '',
  },
  ...{ 'own/.flint-note/config.yml': 'vault_id: own\n', 'own/n.md': '', 'f.md/': '', 'shut/s.md': '' },
}

/** Whether the index forgets it as a note, and among the other files, where a note is none. */
const expected: readonly (readonly [string, boolean, boolean])[] = [
  ['a.md', false, true],
  ['raw/paper.md', true, false],
  ['raw/p.pdf', true, false],
  ['pic.png', false, false],
  ['typed/_description.md', true, false],
  ['drafts/d.md', true, true],
  ['other/o.md', true, true],
  ['own/n.md', true, true],
  // A folder, a link and nothing at all.
  ['f.md', true, true],
  ['link.md', true, true],
  ['gone.md', true, true],
  ['a.md/b.md', true, true],
  // Nobody can tell.
  ['shut/s.md', false, true],
  ['shut/t.png', false, false],
]

test.skipIf(process.platform === 'win32')(
  'gone is what is not there, is no file or belongs to no part of the vault; what may not be looked at is not gone',
  () =>
    withFolder(files, async (root) => {
      await symlink('a.md', join(root, 'link.md'))
      await chmod(root, 0o755)
      await chmod(join(root, 'shut'), 0o000)
      try {
        const now = folderNow(root)
        const told = await asOrdinaryUser(() =>
          Promise.resolve(expected.map(([path]) => [path, now.isNoteGone(path), now.isFileGone(path)])),
        )
        expect(told).toEqual(expected)
        expect(['a.md', 'f.md', 'link.md', 'gone.md'].map((path) => now.hasFile(path))).toEqual([
          true,
          false,
          false,
          false,
        ])
        expect(['f.md', 'raw', 'a.md', 'gone'].map((path) => now.hasFolder(path))).toEqual([
          true,
          true,
          false,
          false,
        ])
      } finally {
        await chmod(join(root, 'shut'), 0o755)
      }
    }),
)

test('a folder that is away, or is another one, is no vault without notes', () =>
  withFolder({ 'vault/a.md': '' }, async (top) => {
    const root = join(top, 'vault')
    const now = folderNow(root)
    now.expectThere()
    await rename(root, join(top, 'away'))
    const isAway = () => {
      expect(() => {
        now.expectThere()
      }).toThrow(FolderAway)
    }
    isAway()
    await mkdir(root)
    isAway()
    now.accept(folderIdentity(root) ?? '')
    now.expectThere()
    await rm(root, { recursive: true })
    isAway()
  }))

test('what a killed process left is removed once it is old, and no sooner', () =>
  withFolder({ 'old.tmp': '', 'fresh.tmp': '' }, async (root) => {
    const now = folderNow(root)
    const before = new Date(Date.now() - 61_000)
    await utimes(join(root, 'old.tmp'), before, before)
    await writeFile(join(root, 'fresh.tmp'), '')
    for (const name of ['old.tmp', 'fresh.tmp', 'gone.tmp']) now.removeLeftover(name)
    expect(['old.tmp', 'fresh.tmp'].map((name) => existsSync(join(root, name)))).toEqual([false, true])
  }))
