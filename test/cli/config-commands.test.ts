import { existsSync } from 'node:fs'
import { lstat, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { clientNames } from '../../src/cli/clients/client-names.ts'
import { addTwoVaults, mainFile, twoFolders, withFlint } from './with-flint.ts'

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
    const narrow = await run(['config', 'print', '--client', 'zed', '--toolsets', 'core', '--read-only'])
    expect(JSON.parse(narrow.stdout).context_servers.flint.args.slice(1)).toEqual([
      'serve',
      '--toolsets',
      'core',
      '--read-only',
    ])
  }))

test('config print knows a server at an address, and who has no words for one', () =>
  withFlint({}, async ({ run, json }) => {
    const url = ['--url', 'http://127.0.0.1:1065/mcp']
    const { clients } = await json(['config', 'print', ...url, '--token', 'secret'])
    const names = clients.map(({ client }: { client: string }) => client)
    expect(names).toEqual(clientNames.filter((name) => name !== 'claude-desktop'))
    expect(clients[0].text).toBe(
      "claude mcp add flint --scope user --transport http http://127.0.0.1:1065/mcp --header 'Authorization: Bearer secret'",
    )
    const none = await run(['config', 'print', '--client', 'claude-desktop', ...url])
    expect(none).toMatchObject({ code: 2 })
    expect(none.stderr).toContain('Leave out --url: it then starts flint itself.')
  }))

test.each([
  [['--token', 'x'], 'Give its --url, too.'],
  [['--url', 'localhost:1065'], 'is no address of a server'],
  [['--url', 'http://a/mcp', '--read-only'], 'flint token create --read-only'],
  [['--toolsets', 'cor'], 'core'],
  [['--write'], 'Name one with --client'],
  [['--write', '--client', 'claude-code'], 'Run the line that flint config print'],
])('config print %j says what to give instead', (args, words) =>
  withFlint({}, async ({ run }) => {
    const { code, stderr } = await run(['config', 'print', ...args])
    expect(code).toBe(2)
    expect(stderr).toContain(words)
  }),
)

test('config print --write shows the change first, writes it on a yes, and nothing a second time', () =>
  withFlint(
    { 'home/.cursor/mcp.json': '{\n  // mine\n  "mcpServers": {}\n}\n' },
    async ({ run, json, folder }) => {
      const write = ['config', 'print', '--client', 'cursor', '--write']
      const file = join(folder, 'home/.cursor/mcp.json')
      const asked = await run(write)
      expect(asked.code).toBe(4)
      expect(asked.stderr).toContain('+++ ~/.cursor/mcp.json')
      expect(asked.stderr).toContain('Run the command again with --yes.')
      expect(await readFile(file, 'utf8')).toBe('{\n  // mine\n  "mcpServers": {}\n}\n')
      expect(await json([...write, '--yes'])).toMatchObject({ written: true, path: file })
      expect(await readFile(file, 'utf8')).toContain('{\n  // mine\n  "mcpServers": {\n    "flint": {\n')
      const again = await run(write)
      expect(again).toMatchObject({ code: 0, stdout: '~/.cursor/mcp.json says so already.\n' })
    },
  ))

test('a client’s file that is not there yet is made, for its user alone', () =>
  withFlint({}, async ({ run, folder }) => {
    const { code } = await run(['config', 'print', '--client', 'goose', '--write', '--yes'])
    expect(code).toBe(0)
    const file = join(folder, 'home/.config/goose/config.yaml')
    expect(load(await readFile(file, 'utf8'))).toMatchObject({
      extensions: { flint: { args: [mainFile, 'serve'] } },
    })
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
  }))

test('config print --remove shows the change, and takes flint out on a yes', () =>
  withFlint({ 'home/.cursor/mcp.json': '{\n  "mcpServers": {}\n}\n' }, async ({ run, json, folder }) => {
    const file = join(folder, 'home/.cursor/mcp.json')
    await run(['config', 'print', '--client', 'cursor', '--write', '--yes'])
    const remove = ['config', 'print', '--client', 'cursor', '--remove']
    const asked = await run(remove)
    expect(asked.code).toBe(4)
    expect(asked.stderr).toContain('-    "flint": {')
    expect(await json([...remove, '--yes'])).toMatchObject({ written: true, path: file })
    expect(await readFile(file, 'utf8')).toBe('{\n  "mcpServers": {}\n}\n')
    expect((await run(remove)).stdout).toBe('~/.cursor/mcp.json says nothing of flint.\n')
    expect((await run(['config', 'print', '--remove'])).stderr).toContain('Name one with --client')
  }))

test('config print --remove makes no file where there is none', () =>
  withFlint({}, async ({ run, json, folder }) => {
    const remove = ['config', 'print', '--client', 'cursor', '--remove']
    for (const more of [[], ['--yes']])
      expect(await run([...remove, ...more])).toMatchObject({
        code: 0,
        stdout: '~/.cursor/mcp.json says nothing of flint.\n',
      })
    expect(await json([...remove, '--yes'])).toMatchObject({ written: false })
    expect(existsSync(join(folder, 'home/.cursor'))).toBe(false)
  }))

test.each([null, '', '# c\n', 'model = "o3"\n', '[tui]\n'])(
  'config print --write puts flint into a file of Codex that says %j',
  (text) =>
    withFlint({}, async ({ run, folder }) => {
      const file = join(folder, 'home/.codex/config.toml')
      await mkdir(join(folder, 'home/.codex'))
      if (text !== null) await writeFile(file, text)
      const write = ['config', 'print', '--client', 'codex', '--write', '--yes']
      expect(await run(write)).toMatchObject({ code: 0, stderr: '' })
      const written = await readFile(file, 'utf8')
      expect(written.startsWith(text ?? '')).toBe(true)
      expect(parse(written)['mcp_servers']).toMatchObject({ flint: { args: [mainFile, 'serve'] } })
      expect(await run([...write, '--url', 'http://127.0.0.1:1065/mcp'])).toMatchObject({ code: 0 })
      expect(parse(await readFile(file, 'utf8'))['mcp_servers']).toEqual({
        flint: { url: 'http://127.0.0.1:1065/mcp' },
      })
    }),
)

test.skipIf(process.platform === 'win32')(
  'a link among one’s own files is followed and stays, one that leads out is refused',
  () =>
    withFlint(
      { 'home/dotfiles/mcp.json': '{}\n', 'elsewhere/settings.json': '{}\n' },
      async ({ run, folder }) => {
        const link = join(folder, 'home/.cursor/mcp.json')
        await mkdir(join(folder, 'home/.cursor'))
        await symlink('../dotfiles/mcp.json', link)
        const own = await run(['config', 'print', '--client', 'cursor', '--write', '--yes'])
        expect(own.code).toBe(0)
        expect((await lstat(link)).isSymbolicLink()).toBe(true)
        expect(await readFile(join(folder, 'home/dotfiles/mcp.json'), 'utf8')).toContain('flint')
        await symlink(join(folder, 'elsewhere'), join(folder, 'home/.gemini'))
        const out = await run(['config', 'print', '--client', 'gemini', '--write', '--yes'])
        expect(out.code).toBe(4)
        expect(out.stderr).toContain('it is a link that leads out of your home folder')
        expect(await readFile(join(folder, 'elsewhere/settings.json'), 'utf8')).toBe('{}\n')
      },
    ),
)

test('a client’s file that cannot be read is refused and stays', () =>
  withFlint({}, async ({ run, folder }) => {
    const file = join(folder, 'home/.codex/config.toml')
    await mkdir(join(folder, 'home/.codex'))
    await writeFile(file, 'model = \n')
    const { code, stderr } = await run(['config', 'print', '--client', 'codex', '--write', '--yes'])
    expect(code).toBe(4)
    expect(stderr).toContain('~/.codex/config.toml was not written: it is no valid TOML')
    expect(await readFile(file, 'utf8')).toBe('model = \n')
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
