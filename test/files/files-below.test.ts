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
