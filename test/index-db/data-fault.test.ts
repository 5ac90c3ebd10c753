import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { dataError, dataFault } from '../../src/model/data-fault.ts'
import { VaultError } from '../../src/model/vault-error.ts'
import { writingConfig } from '../../src/registry/change-config-file.ts'
import { writeBackup } from '../../src/vault/write-backup.ts'
import { withFolder } from '../support/with-folder.ts'

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: as the system says it, write`), { code })
}

const otherwise = { message: 'The index cannot be opened.', hint: 'Call reindex_vault with confirm: true.' }

test.each([
  ['ENOSPC', 'full', 'Make room there'],
  ['EDQUOT', 'full', 'Make room there'],
  ['SQLITE_FULL', 'full', 'Make room there'],
  ['SQLITE_IOERR_SHMSIZE', 'full', 'Make room there'],
  ['EROFS', 'mounted read-only', 'Mount it for writing'],
  ['EACCES', 'cannot be written (EACCES)', 'Mend its permissions'],
  ['SQLITE_READONLY', 'cannot be written (SQLITE_READONLY)', 'Mend its permissions'],
  ['ENOTDIR', 'Something else lies', 'Move it away'],
  ['SQLITE_IOERR_WRITE', 'reports an error (SQLITE_IOERR_WRITE)', 'See to the drive'],
])('%s of flint\u2019s own data is named as what it is, with what mends it', (code, what, cure) => {
  const fault = dataFault(systemError(code))
  expect(fault?.reason).toContain(what)
  expect(fault?.cure).toMatch(new RegExp(`^${cure}, or name another one in FLINT_DATA_DIR\\.$`))
  expect(dataError(systemError(code), otherwise)).toMatchObject({
    code: 'INDEX_UNAVAILABLE',
    message: fault?.reason,
    facts: { hint: fault?.cure },
  })
})

test('any other error is told as whoever met it says', () => {
  expect(dataError(systemError('SQLITE_CORRUPT'), otherwise).message).toBe(otherwise.message)
})

test.each([
  ['ENOSPC', 'CONFLICT', 'no space left', 'Make room on its disk'],
  ['EDQUOT', 'CONFLICT', 'no space left', 'Make room on its disk'],
  ['EROFS', 'PERMISSION_DENIED', 'mounted read-only', 'Mount it for writing'],
  ['EACCES', 'PERMISSION_DENIED', 'cannot be written (EACCES)', 'Mend its permissions'],
])('%s of the config is named as what it is, and that nothing was changed', (code, kind, what, cure) =>
  withFolder({}, async (folder) => {
    const failed = writingConfig(folder, 'config.yml', () => Promise.reject(systemError(code)))
    await expect(failed).rejects.toMatchObject({
      code: kind,
      message: expect.stringMatching(new RegExp(`${what.replace(/[()]/g, '\\$&')}.*nothing was changed\\.$`)),
    })
    const hint = await failed.catch((error: unknown) =>
      error instanceof VaultError ? error.facts.hint : null,
    )
    expect(JSON.stringify(hint)).toContain(cure)
  }),
)

test.each(['ENOSPC', 'EDQUOT'])(
  '%s of a backup is named as what it is, and that nothing was removed',
  (code) =>
    withFolder({}, async (folder) => {
      const copied = new VaultError('VAULT_UNAVAILABLE', 'no space', {}, { cause: systemError(code) })
      for (const error of [systemError(code), copied])
        await expect(
          writeBackup(folder, 'a.md', () => Promise.reject(error), new Date()),
        ).rejects.toMatchObject({
          code: 'INDEX_UNAVAILABLE',
          message: expect.stringMatching(
            /^The disk on which flint keeps its data is full.*nothing was removed\.$/,
          ),
          facts: { path: 'a.md', hint: [expect.stringContaining('Make room'), { kind: 'check-backups' }] },
        })
      const left = await readdir(folder, { recursive: true, withFileTypes: true })
      expect(left.filter((entry) => entry.isFile())).toEqual([])
    }),
)
