import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow } from '../../src/files/files-below.ts'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { withFolder } from '../support/with-folder.ts'

test('every file below a folder is named, hidden ones too, folders and what lies beside it are not', () =>
  withFolder(
    { 'a/one.md': '', 'a/b/c/two.md': '', 'a/b/.hidden': '', 'a/empty/': '', 'ab/three.md': '' },
    async (root) => {
      const files = new VaultFiles(root)
      const below = async (folder: string) => [...(await filesBelow(files, folder))].sort()
      expect(await below('a')).toEqual(['a/b/.hidden', 'a/b/c/two.md', 'a/one.md'])
      expect(await below('a/b/c')).toEqual(['a/b/c/two.md'])
      expect(await below('a/empty')).toEqual([])
      expect(await below('nowhere')).toEqual([])
    },
  ))

test.skipIf(process.platform === 'win32')('a link below a folder is named, and not what it leads to', () =>
  withFolder({ 'vault/a/one.md': '', 'vault/b/two.md': '', 'outside/secret.md': '' }, async (top) => {
    symlinkSync('../../outside', join(top, 'vault/a/out'))
    symlinkSync('../b', join(top, 'vault/a/way'))
    symlinkSync('b', join(top, 'vault/c'))
    const files = new VaultFiles(join(top, 'vault'))
    expect([...(await filesBelow(files, 'a'))].sort()).toEqual(['a/one.md', 'a/out', 'a/way'])
    expect(await filesBelow(files, 'c')).toEqual(['c/two.md'])
    await expect(filesBelow(files, 'a/out')).rejects.toMatchObject({ code: 'OUTSIDE_VAULT' })
  }),
)
