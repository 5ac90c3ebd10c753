import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createIgnoreRules } from '../../src/files/ignore-rules.ts'
import { walkVault, type DiskState } from '../../src/files/walk-vault.ts'
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
        expect([...notes.keys()].sort()).toEqual(['a.md', 'z/c.md'])
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
      expect([...(await walk(folder)).notes.keys()].sort()).toEqual(['a.md', 'plain/e.md'])
    },
  ))
