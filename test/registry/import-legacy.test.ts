import { readdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { configFolder, dataFolder, expandHome } from '../../src/registry/config-folder.ts'
import { importLegacy } from '../../src/registry/import-legacy.ts'
import { withFolder } from '../support/with-folder.ts'

// The platform's folders come from the process itself, so these tests move them within it.
const before = { ...process.env }
afterEach(() => {
  for (const name of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME']) {
    if (before[name] === undefined) Reflect.deleteProperty(process.env, name)
    else process.env[name] = before[name]
  }
})

const old = '# from before\nvaults:\n  work: { name: Work, path: ~/work }\n'

test('the folders can be chosen, with ~ for the home folder', () => {
  const env = { HOME: '/home/ada', FLINT_CONFIG_DIR: '~/flint', FLINT_DATA_DIR: '/data' }
  expect(configFolder(env)).toBe(join('/home/ada', 'flint'))
  expect(dataFolder(env)).toBe('/data')
  expect(expandHome('~', env)).toBe('/home/ada')
  expect(expandHome('~ada/x', env)).toBe('~ada/x')
})

test.runIf(process.platform === 'linux')('without a choice they are the platform’s own', () => {
  process.env['XDG_CONFIG_HOME'] = '/xdg/config'
  Reflect.deleteProperty(process.env, 'XDG_DATA_HOME')
  expect(configFolder({})).toBe('/xdg/config/flint-note')
  expect(dataFolder({ FLINT_DATA_DIR: '' })).toBe(join(homedir(), '.local/share/flint-note'))
})

test.runIf(process.platform === 'linux').each([
  ['.config/flint-note/config.yml', {}],
  ['.flint-note/config.yml', {}],
  ['Roaming/flint-note/config.yml', { APPDATA: true }],
])('a registry at ~/%s is copied once and stays as it is', (place, { APPDATA }: { APPDATA?: boolean }) =>
  withFolder({ [place]: old }, async (home) => {
    process.env['XDG_CONFIG_HOME'] = join(home, 'new')
    const env = { HOME: home, ...(APPDATA === true ? { APPDATA: join(home, 'Roaming') } : {}) }
    expect(await importLegacy(env)).toBe(join(home, place))
    expect(await readFile(join(home, 'new/flint-note/config.yml'), 'utf8')).toBe(old)
    expect(await readFile(join(home, place), 'utf8')).toBe(old)
    expect(await importLegacy(env)).toBeNull()
    expect(await readdir(join(home, 'new/flint-note'))).toEqual(['config.yml'])
  }),
)

test.runIf(process.platform === 'linux')(
  'a vault in the home folder, or a chosen folder, imports nothing',
  () =>
    withFolder(
      { '.flint-note/config.yml': 'vault_id: home\n', 'b/.flint-note/config.yml': old },
      async (home) => {
        process.env['XDG_CONFIG_HOME'] = join(home, 'new')
        expect(await importLegacy({ HOME: home })).toBeNull()
        expect(
          await importLegacy({ HOME: join(home, 'b'), FLINT_CONFIG_DIR: join(home, 'chosen') }),
        ).toBeNull()
        expect(await readdir(home)).toEqual(['.flint-note', 'b'])
      },
    ),
)
