import { appendFile, chmod, cp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { standInFor } from '../../src/vault/stand-in.ts'
import { asOrdinaryUser, openToAll } from '../support/as-ordinary-user.ts'
import { canMount, fillDrive, mountDrive } from '../support/small-drive.ts'
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

test.skipIf(!canMount)(
  'a vault is read and searched where the disk of its data is full, and written to once there is room (needs root)',
  () =>
    withVault(
      { 'a.md': '# A\n\n[[b]]\n', 'b.md': '# B\n\nwalnut\n' },
      async ({ hub, call, folder, restart, read }) => {
        const { root } = await hub.find('main')
        const data = join(folder, 'data')
        await call('list_notes', {})
        let unmount = (): Promise<unknown> => Promise.resolve()
        let filling = ''
        await restart(async () => {
          await rename(data, `${data}.before`)
          unmount = await mountDrive(data)
          await cp(`${data}.before`, data, { recursive: true })
          filling = await fillDrive(data)
        })
        let place = ''
        try {
          await appendFile(join(root, 'b.md'), 'chestnut\n')
          expect((await call('search_notes', { query: 'chestnut' })).results).toHaveLength(1)
          expect((await call('get_backlinks', { identifier: 'b.md' })).backlinks).toHaveLength(1)
          const { content, notices } = await call('get_note', { identifier: 'a.md' })
          expect(content).toContain('# A')
          expect(notices).toEqual([expect.stringContaining('read-only here')])
          const append = () => call('append_to_note', { identifier: 'a.md', content: 'more' })
          expect((await append()).error).toMatchObject({
            code: 'PERMISSION_DENIED',
            hint: 'The vault can be read meanwhile. Make room there, or name another one in FLINT_DATA_DIR.',
          })

          place = standInFor(data, root)?.folder ?? ''
          await restart(async () => {
            await rm(place, { recursive: true })
            await writeFile(place, 'taken')
          })
          expect((await call('get_note', { identifier: 'a.md' })).content).toContain('# A')
          expect((await call('get_note', { identifier: join(root, 'a.md') })).content).toContain('# A')
          expect((await call('list_notes', {})).error).toMatchObject({
            code: 'INDEX_UNAVAILABLE',
            message:
              'The index of this vault is out of reach. The disk on which flint keeps its data is full.',
            hint: expect.stringContaining('Notes can still be read by id. Make room there'),
          })

          await rm(filling)
          expect((await append()).change_id).toEqual(expect.any(String))
          expect(await read('a.md')).toContain('more')
        } finally {
          await hub.close()
          await unmount()
          if (place !== '') await rm(place, { recursive: true, force: true })
        }
      },
      { stores: 'own' },
    ),
)
