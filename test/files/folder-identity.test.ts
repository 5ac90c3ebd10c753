import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderIdentity } from '../../src/files/folder-identity.ts'
import { withFolder } from '../support/with-folder.ts'

test('a folder is itself under each of its names, and another one at its path is not; a file is none', () =>
  withFolder({ 'a/': '', 'b/': '', 'file.md': '' }, (folder) => {
    const at = (path: string) => join(folder, path)
    symlinkSync('a', at('way'))
    const a = folderIdentity(at('a'))
    expect(a).toMatch(/^\d+:\d+$/)
    expect(folderIdentity(at('way'))).toBe(a)
    expect(folderIdentity(at('b'))).not.toBe(a)
    expect([folderIdentity(at('file.md')), folderIdentity(at('none'))]).toEqual([null, null])
    renameSync(at('a'), at('moved'))
    mkdirSync(at('a'))
    expect(folderIdentity(at('moved'))).toBe(a)
    expect(folderIdentity(at('a'))).not.toBe(a)
    return Promise.resolve()
  }))
