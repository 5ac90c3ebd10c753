import { mkdir, rename, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { withVault } from '../support/with-vault.ts'

const told = (which: string) => ({
  state: 'ready',
  message: `Left out, as the name is no UTF-8: ${which}. Rename what is to be found, for example with convmv.`,
})

test.runIf(process.platform === 'linux')(
  'files and folders whose names are no UTF-8 are counted and named, until they are renamed',
  () =>
    withVault(
      { 'a.md': 'walnut\n', 'caf\uFFFD.md': 'walnut, and a sound name\n', 'sub/b.md': 'walnut\n' },
      async ({ call, at, restart }) => {
        const odd = (name: string) => Buffer.from(at(name), 'latin1')
        const list = () => call('list_notes')
        await call('list_notes')
        await restart(async () => {
          await writeFile(odd('caf\xe9.md'), 'walnut\n')
          await writeFile(odd('sub/na\xefve.md'), 'walnut\n')
          await writeFile(odd('.\xe9.md'), 'hidden\n')
          await mkdir(odd('\xc9tudes'))
          await writeFile(odd('\xc9tudes/in.md'), 'walnut\n')
        })
        const all = told(String.raw`3 files and folders, caf\xe9.md, sub/na\xefve.md, \xc9tudes`)
        expect(await list()).toMatchObject({ total: 3, freshness: all })
        const info = await call('get_vault_info', { detailed: true })
        expect(info.index).toMatchObject({ notes: 3, freshness: all.message })

        await rename(odd('sub/na\xefve.md'), at('sub/naïve.md'))
        await rename(odd('\xc9tudes'), at('Études'))
        await until('the others are found', async () => (await list()).total === 5)
        expect(await list()).toMatchObject({ freshness: told(String.raw`1 file or folder, caf\xe9.md`) })

        await rename(odd('caf\xe9.md'), at('café.md'))
        await until('it is found', async () => (await list()).total === 6)
        expect(await list()).not.toHaveProperty('freshness')

        await writeFile(odd('late\xe9.md'), 'walnut\n')
        await until('it is told', async () => 'freshness' in (await list()))
        expect((await list()).freshness).toMatchObject(told(String.raw`1 file or folder, late\xe9.md`))
      },
      { stores: 'own' },
    ),
)
