import { join } from 'node:path'
import { load } from 'js-yaml'
import { parse as parseToml } from 'smol-toml'
import { expect, test } from 'vitest'
import { clientConfig, flintCommand } from '../../src/cli/client-config.ts'
import { clientNames } from '../../src/cli/client-names.ts'
import { addTwoVaults, mainFile, twoFolders, withFlint } from './with-flint.ts'

const installed = flintCommand({
  env: {},
  vault: null,
  main: '/usr/lib/node_modules/flint-note/dist/src/cli/main.js',
})

test('an installed flint is started by its name, a checkout by its whole path', () => {
  expect(installed).toEqual({ command: 'npx', args: ['-y', 'flint-note', 'serve'], env: {} })
  expect(flintCommand({ env: { FLINT_CONFIG_DIR: '/c', OTHER: 'x' }, vault: 'work' })).toEqual({
    command: process.execPath,
    args: [mainFile, 'serve', '--vault', 'work'],
    env: { FLINT_CONFIG_DIR: '/c' },
  })
})

test('the lines for each client', () => {
  expect(
    clientNames.map((name) => Object.values(clientConfig(name, installed)).join('\n')).join('\n\n'),
  ).toMatchSnapshot()
})

test('what each client reads is the same command, whatever is in it', () => {
  const odd = { command: '/opt/my node', args: ["it's", 'a "b" \\ c'], env: { A: 'b c' } }
  for (const name of clientNames) {
    const { text } = clientConfig(name, odd)
    if (name === 'claude-code') {
      expect(text).toBe(
        String.raw`claude mcp add flint --scope user --env 'A=b c' -- '/opt/my node' 'it'\''s' 'a "b" \ c'`,
      )
      continue
    }
    const read: Readonly<Record<string, { flint: object }>> =
      name === 'codex' ? (parseToml(text) as never) : JSON.parse(text)
    expect(Object.values(read)[0]?.flint).toMatchObject(odd)
  }
})

test('config print gives one client bare lines to paste, or all of them', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, json, folder } = flint
    await addTwoVaults(flint)
    const one = await run(['config', 'print', '--client', 'cursor', '--vault', 'tours'])
    expect(JSON.parse(one.stdout).mcpServers.flint.args).toEqual([mainFile, 'serve', '--vault', 'tours'])
    expect(one.stderr).toContain('.cursor/mcp.json')
    const { clients } = await json(['config', 'print', '--vault', join(folder, 'home')])
    expect(clients.map(({ client }: { client: string }) => client)).toEqual(clientNames)
    expect(clients[1].text).toContain(join(folder, 'home'))
    expect(await run(['config', 'print', '--client', 'emacs'])).toMatchObject({ code: 2 })
  }))

test('config show prints the settings in force as YAML, those of a vault where one is named', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const { stdout } = await flint.run(['config', 'show'])
    expect(load(stdout)).toMatchObject({ current_vault: 'ideas', mcp_server: { port: 1065 } })
    const shown = await flint.json(['config', 'show', '--vault', 'tours'])
    expect(shown.vault).toMatchObject({ id: 'tours', config: { deletion: { default_mode: 'archive' } } })
    expect(shown.files.registry).toBe(join(flint.folder, '.config/config.yml'))
  }))
