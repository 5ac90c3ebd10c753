import { parse as parseToml } from 'smol-toml'
import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { clientConfig } from '../../../src/cli/clients/client-config.ts'
import { clientFiles, type Machine } from '../../../src/cli/clients/client-file.ts'
import { clientNames } from '../../../src/cli/clients/client-names.ts'
import { flintCommand, type FlintServer } from '../../../src/cli/clients/flint-server.ts'
import { mainFile } from '../with-flint.ts'

const command: FlintServer = {
  kind: 'command',
  command: '/opt/my node',
  args: ["it's", 'a "b" \\ c'],
  env: { A: 'b c' },
}
const address: FlintServer = { kind: 'address', url: 'http://127.0.0.1:1065/mcp', token: 'secret' }

test('flint is started by whole paths: no client fetches a name', () => {
  expect(flintCommand({ env: { FLINT_CONFIG_DIR: '/c', OTHER: 'x' }, vault: 'work' })).toEqual({
    kind: 'command',
    command: process.execPath,
    args: [mainFile, 'serve', '--vault', 'work'],
    env: { FLINT_CONFIG_DIR: '/c' },
  })
})

test('the lines for each client, by command and by address', () => {
  const lines = [command, address].flatMap((server) =>
    clientNames.flatMap((name) => Object.values(clientConfig(name, server) ?? {}).join('\n')),
  )
  expect(lines.join('\n\n')).toMatchSnapshot()
})

test('what each client reads is the same command, whatever is in it', () => {
  const { command: program, args, env } = command
  for (const [name, { format, section }] of Object.entries(clientFiles)) {
    const text = clientConfig(name as never, command)?.text ?? ''
    const read = format === 'toml' ? parseToml(text) : format === 'yaml' ? parseYaml(text) : JSON.parse(text)
    const { flint } = read[section]
    const words = [flint.command ?? flint.cmd, ...(flint.args ?? [])].flat()
    expect([name, words]).toEqual([name, [program, ...args]])
    expect(flint.env ?? flint.envs ?? flint.environment).toEqual(env)
  }
  expect(clientConfig('claude-code', command)?.text).toBe(
    String.raw`claude mcp add flint --scope user --env 'A=b c' -- '/opt/my node' 'it'\''s' 'a "b" \ c'`,
  )
})

const machines: Readonly<Record<string, Machine>> = {
  linux: { platform: 'linux', home: '/home/ada', env: {} },
  moved: { platform: 'linux', home: '/home/ada', env: { XDG_CONFIG_HOME: '/cfg', CODEX_HOME: '/codex' } },
  mac: { platform: 'darwin', home: '/Users/ada', env: {} },
  windows: {
    platform: 'win32',
    home: 'C:\\Users\\Ada Byron',
    env: { APPDATA: 'C:\\Users\\Ada Byron\\AppData\\Roaming' },
  },
}

test.each(Object.entries(machines))('where each client keeps its settings: %s', (_name, machine) => {
  const places = Object.entries(clientFiles).map(
    ([name, file]) => `${name}: ${file.places(machine).join(' or ')}`,
  )
  expect(places.join('\n')).toMatchSnapshot()
})
