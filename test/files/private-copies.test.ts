import fs from 'node:fs'
import { chmod, readdir, stat } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ContentHash } from '../../src/model/ids.ts'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { hashOf } from '../support/hash-files.ts'
import { withFolder } from '../support/with-folder.ts'

test('the copy of a private note beside it is private from its first byte, not only once it is written', () =>
  withFolder({ 'a.md': 'secret\n' }, async (folder) => {
    await chmod(join(folder, 'a.md'), 0o600)
    const { fchmodSync } = fs
    const umask = process.umask(0)
    // What it is made with is all that it has then.
    fs.fchmodSync = () => undefined
    syncBuiltinESMExports()
    try {
      const files = new VaultFiles(folder)
      const { discard } = await files.prepare('a.md', 'more secret\n', hashOf('secret\n') as ContentHash)
      const [copy = ''] = (await readdir(folder)).filter((name) => name.startsWith('.flint-'))
      expect((await stat(join(folder, copy))).mode & 0o777).toBe(0o600)
      await discard()
    } finally {
      fs.fchmodSync = fchmodSync
      syncBuiltinESMExports()
      process.umask(umask)
    }
  }))
