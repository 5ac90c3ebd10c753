import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { configFolder, dataFolder, modelsFolder } from '../../src/registry/config-folder.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test.runIf(process.platform === 'linux')(
  'a relative folder of XDG is ignored, an absolute one is not',
  () => {
    for (const name of ['CONFIG', 'DATA', 'CACHE']) vi.stubEnv(`XDG_${name}_HOME`, `rel/${name}`)
    expect(configFolder({})).toBe(join(homedir(), '.config/flint-note'))
    expect(dataFolder({})).toBe(join(homedir(), '.local/share/flint-note'))
    expect(modelsFolder({}, null)).toBe(join(homedir(), '.cache/flint-note/models'))
    vi.stubEnv('XDG_CONFIG_HOME', '/etc/xdg')
    expect(configFolder({})).toBe('/etc/xdg/flint-note')
  },
)
