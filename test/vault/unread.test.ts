import { chmod, rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { asOrdinaryUser, openToAll } from '../support/as-ordinary-user.ts'
import { until } from '../support/until.ts'
import { withVault } from '../support/with-vault.ts'

const told = {
  state: 'ready',
  message: expect.stringMatching(/does not let flint read it: shut\. .*permissions/),
}

test.skipIf(process.platform === 'win32')(
  'a folder that may not be read is named by what is asked of the index, until it may or is gone',
  () =>
    withVault(
      { 'a.md': 'walnut\n', 'shut/b.md': 'walnut\n', 'shut/c.md': 'amber\n', 'lost+found/x.png': '' },
      async (vaults) => {
        const { call, folder, at, restart, write } = vaults
        const { id } = await vaults.hub.find('main')
        const search = () => call('search_notes', { query: 'hidden', mode: 'keyword' })
        const shut = () =>
          restart(async () => {
            await write('shut/d.md', 'hidden\n')
            openToAll(folder)
            await chmod(folder, 0o755)
            await chmod(at('shut'), 0o000)
            // A drive's own, which nobody misses.
            await chmod(at('lost+found'), 0o000)
          })
        await call('list_notes')
        await shut()
        await asOrdinaryUser(async () => {
          expect(await search()).toMatchObject({ total: 0, freshness: told })
          expect(await call('list_notes')).toMatchObject({ total: 3, freshness: told })
          expect((await call('check_vault_health')).freshness).toMatchObject(told)
          const info = await call('get_vault_info', { detailed: true })
          expect(info.index).toMatchObject({ state: 'ready', freshness: told.message })
          const inside = (await vaults.hub.open(id)).view({ within: { folders: ['other'], by: ['token'] } })
          expect(inside.index.freshness).toMatchObject({ message: null, unread: [] })
        })
        await restart(() => chmod(at('shut'), 0o777))
        await asOrdinaryUser(async () => {
          const found = await search()
          expect(found.total).toBe(1)
          expect(found).not.toHaveProperty('freshness')
        })
        await shut()
        await asOrdinaryUser(async () => {
          expect(await search()).toMatchObject({ total: 1, freshness: told })
        })
        await rm(at('shut'), { recursive: true })
        await until('the folder is known to be gone', async () => !('freshness' in (await search())))
      },
      { stores: 'own' },
    ),
)
