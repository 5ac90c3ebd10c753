import { spawnSync } from 'node:child_process'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { thisProcess } from '../../src/own-files/process-identity.ts'
import { withOne } from '../support/with-clones.ts'

for (const [where, NODE_OPTIONS] of [
  ['on Linux', ''],
  ['on Windows, which has no numbers of users', '--import="data:text/javascript,delete process.getuid"'],
] as const)
  test(`what a process has left that was killed is removed, and nothing of one that lives: ${where}`, () =>
    withOne({ 'n.md': '# N\n' }, async (ada, flint) => {
      const TMPDIR = join(flint.folder, 'temporary')
      const own = thisProcess()
      const owners = {
        'flint-git-dead': { ...own, pid: spawnSync('true').pid },
        'flint-git-alive': own,
        'flint-git-elsewhere': { ...own, host: 'elsewhere' },
        'flint-git-begun': null,
        'flint-git-half': '{"host":"he',
        'flint-git-old-half': '{"host":"he',
      }
      for (const [name, owner] of Object.entries(owners)) {
        await mkdir(join(TMPDIR, name, 'tree'), { recursive: true })
        if (owner === null) continue
        const written = typeof owner === 'string' ? owner : JSON.stringify(owner)
        await writeFile(join(TMPDIR, name, 'owner'), written)
      }
      await utimes(join(TMPDIR, 'flint-git-old-half'), 0, 0)
      await ada.write('new.md', 'new\n')
      const env = {
        FLINT_CONFIG_DIR: `${ada.folder}.config`,
        FLINT_DATA_DIR: `${ada.folder}.data`,
        TMPDIR,
        NODE_OPTIONS,
      }
      expect((await flint.run(['sync'], { cwd: ada.folder, env, isProcess: true })).code).toBe(0)
      expect((await readdir(TMPDIR)).sort()).toEqual([
        'flint-git-alive',
        'flint-git-begun',
        'flint-git-elsewhere',
        'flint-git-half',
      ])
    }))
