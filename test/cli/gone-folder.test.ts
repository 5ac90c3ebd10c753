import { execFile } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { serveFlint } from '../support/served-flint.ts'
import { addTwoVaults, mainFile, twoFolders, withFlint } from './with-flint.ts'

const gone = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"'

test.skipIf(process.platform === 'win32')(
  'in a working directory that was deleted only what needs one fails, and says so',
  () =>
    withFlint(twoFolders, async (flint) => {
      await addTwoVaults(flint)
      const { folder: cwd, env } = flint
      const run = async (...args: readonly string[]): Promise<{ stdout: string; stderr: string }> =>
        await promisify(execFile)('sh', ['-c', gone, 'sh', process.execPath, mainFile, ...args], {
          cwd,
          env,
        }).catch((error: unknown) => Object(error))
      expect((await run('--version')).stdout).toMatch(/^\d+\./)
      expect(JSON.parse((await run('list', '--json')).stdout)).toMatchObject({ current_vault: 'ideas' })
      expect((await run('show', 'lamp')).stdout).toContain('A lamp of walnut.')
      expect((await run('search', 'walnut')).stdout).toContain('lamp')
      const said =
        'error: The working directory is not there any more. (NOT_FOUND)\n' +
        'Go to a folder that is there, such as with cd ~, or give whole paths.\n'
      for (const words of [['init'], ['create', 'q', 'Q', '../q'], ['notes', '--vault', '../tours']])
        expect([words, (await run(...words)).stderr]).toEqual([words, said])
      expect(JSON.parse((await run('init', '--json')).stdout)).toMatchObject({ error: { code: 'NOT_FOUND' } })
    }),
)

test('a server whose working directory is deleted opens further vaults, and its own settings stay', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const cwd = join(flint.folder, 'start/below')
    await mkdir(cwd, { recursive: true })
    const env = { FLINT_CONFIG_DIR: '../../.config', FLINT_DATA_DIR: '../../.data' }
    const { call } = await serveFlint(flint, ['--log-file', 'flint.log'], { cwd, env })
    expect(await call('search_notes', { query: 'walnut', vault_id: 'ideas' })).toMatchObject({ total: 2 })
    expect(await readdir(cwd)).toEqual(['flint.log'])
    await rm(cwd, { recursive: true })
    for (const vault_id of ['ideas', 'tours'])
      expect(await call('list_notes', { vault_id })).toMatchObject({ total: expect.any(Number) })
  }))
