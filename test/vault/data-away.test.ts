import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { standInFor } from '../../src/vault/stand-in.ts'
import { asOrdinaryUser, openToAll } from '../support/as-ordinary-user.ts'
import { withVault } from '../support/with-vault.ts'

test.skipIf(process.platform === 'win32')(
  'a vault whose data could not be kept for a while is written to as soon as it can be',
  () =>
    withVault(
      { 'a.md': '# A\n' },
      async ({ hub, call, folder, restart, read }) => {
        const { root } = await hub.find('main')
        const append = () => call('append_to_note', { identifier: 'a.md', content: 'more' })
        const permissions = async () => (await call('get_vault_info', { detailed: true })).permissions
        const data = join(folder, 'data')
        await append()
        await restart(async () => {
          openToAll(folder)
          await chmod(folder, 0o755)
          await chmod(data, 0o000)
        })
        await asOrdinaryUser(async () => {
          expect((await append()).error).toMatchObject({ code: 'PERMISSION_DENIED' })
          expect(await permissions()).toMatchObject({
            write: 'deny',
            destructive: 'deny',
            read_only: expect.stringContaining('cannot be written (EACCES). Mend its permissions'),
          })
        })
        const place = await asOrdinaryUser(() => Promise.resolve(standInFor(data, root)?.folder ?? ''))
        await chmod(data, 0o777)
        await asOrdinaryUser(async () => {
          expect((await append()).change_id).toEqual(expect.any(String))
          expect(await permissions()).toMatchObject({ write: 'allow' })
          expect(await permissions()).not.toHaveProperty('read_only')
        })
        expect(await read('a.md')).toBe('# A\nmore\nmore\n')
        await rm(place, { recursive: true })
      },
      { stores: 'own' },
    ),
)
