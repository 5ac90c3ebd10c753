import { execFile } from 'node:child_process'
import { lstat, mkdir, readdir, readFile, rename, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { RegistryConfig } from '../../src/registry/registry-schema.ts'
import { changeRegistry } from '../../src/registry/change-registry.ts'
import { readRegistry } from '../../src/registry/read-registry.ts'
import { withFolder } from '../support/with-folder.ts'

const addVaultsScript = fileURLToPath(new URL('../fixtures/add-vaults.mjs', import.meta.url))
const run = promisify(execFile)

function addVault(id: string, path: string): (config: RegistryConfig) => RegistryConfig {
  return (config) => ({ ...config, vaults: { ...config.vaults, [id]: { name: id, path } } })
}

test('the first change makes the folder and a file that explains itself', () =>
  withFolder({}, async (folder) => {
    const config = join(folder, 'deep/flint-note')
    await changeRegistry(config, addVault('work', '~/work'))
    const text = await readFile(join(config, 'config.yml'), 'utf8')
    expect(text).toBe(`# The vaults that flint knows. You may edit this file; flint keeps your comments.
# Every setting is shown in config.example.yml of flint-note.

vaults:
  work:
    name: work
    path: ~/work
`)
    expect(await readdir(config)).toEqual(['config.yml'])
  }))

const written = `# my vaults
mcp_server:
  log_level: 'warn' # quieter
  auto_switch_vault: true

vaults:
  # the office
  work:
    path: "~/work"
    name: "Work Notes"
    colour: red
  home: { name: Home, path: ~/home }

current_vault: "work" # today
`

test('a change keeps comments, key order, quotes and unknown keys', () =>
  withFolder({ 'config.yml': written }, async (folder) => {
    await changeRegistry(folder, (config) => ({
      ...config,
      current_vault: 'home',
      vaults: { ...config.vaults, work: { ...config.vaults['work']!, last_used: '2026-01-02T03:04:05Z' } },
    }))
    const text = await readFile(join(folder, 'config.yml'), 'utf8')
    expect(text).toBe(
      written
        .replace('current_vault: "work"', 'current_vault: "home"')
        .replace('    colour: red\n', '    colour: red\n    last_used: 2026-01-02T03:04:05Z\n'),
    )
  }))

test('a vault that is removed takes its own lines along and no others', () =>
  withFolder({ 'config.yml': written }, async (folder) => {
    await changeRegistry(folder, (config) => {
      const { home, ...vaults } = config.vaults
      expect(home?.path).toBe('~/home')
      return { ...config, vaults }
    })
    expect(await readFile(join(folder, 'config.yml'), 'utf8')).toBe(
      written.replace('  home: { name: Home, path: ~/home }\n', ''),
    )
  }))

test('ids that look like numbers, null or booleans are changed and removed like any other', () =>
  withFolder({ 'config.yml': 'vaults:\n  2024: {name: Year, path: /y}\n' }, async (folder) => {
    await changeRegistry(folder, addVault('null', '/n'))
    await changeRegistry(folder, addVault('true', '/t'))
    await changeRegistry(folder, (config) => ({ ...config, current_vault: '2024' }))
    expect(Object.keys((await readRegistry(folder)).config.vaults)).toEqual(['2024', 'null', 'true'])
    await changeRegistry(folder, (config) => ({ ...config, vaults: {} }))
    const { config } = await readRegistry(folder)
    expect(config).toMatchObject({ vaults: {}, current_vault: '2024' })
  }))

test('Windows line endings stay', () =>
  withFolder({ 'config.yml': '# mine\r\ncurrent_vault: a # b\r\n' }, async (folder) => {
    await changeRegistry(folder, (config) => ({ ...config, current_vault: 'c' }))
    expect(await readFile(join(folder, 'config.yml'), 'utf8')).toBe('# mine\r\ncurrent_vault: c # b\r\n')
  }))

test('a change that changes nothing writes nothing', () =>
  withFolder({ 'config.yml': 'current_vault:   a\n' }, async (folder) => {
    const file = join(folder, 'config.yml')
    await utimes(file, 1, 1)
    await changeRegistry(folder, (config) => ({ ...config }))
    expect((await lstat(file)).mtimeMs).toBe(1000)
  }))

test.each([
  ['broken YAML', 'vaults: [\n', 'not valid YAML at line 2'],
  ['a wrong value', 'mcp_server: { port: "80" }\n', '`mcp_server.port` is "80"; write a port number'],
])('a file with %s is never overwritten', (_, text, message) =>
  withFolder({ 'config.yml': text }, async (folder) => {
    await expect(changeRegistry(folder, addVault('a', '/a'))).rejects.toThrow(message)
    expect(await readFile(join(folder, 'config.yml'), 'utf8')).toBe(text)
    expect(await readdir(folder)).toEqual(['config.yml'])
  }),
)

test('a registry behind a symbolic link stays behind it', () =>
  withFolder({ 'dotfiles/flint.yml': 'current_vault: a\n', 'config/': '' }, async (folder) => {
    const link = join(folder, 'config/config.yml')
    await symlink(join(folder, 'dotfiles/flint.yml'), link)
    await changeRegistry(join(folder, 'config'), (config) => ({ ...config, current_vault: 'b' }))
    expect((await lstat(link)).isSymbolicLink()).toBe(true)
    expect(await readFile(join(folder, 'dotfiles/flint.yml'), 'utf8')).toBe('current_vault: b\n')
  }))

test('a file that an editor saves meanwhile is read again, not overwritten', () =>
  withFolder({ 'config.yml': 'current_vault: a\n' }, async (folder) => {
    const file = join(folder, 'config.yml')
    let calls = 0
    // The edit comes while the change is being made, from a program that knows no lock.
    const { readFileSync, writeFileSync } = await import('node:fs')
    await changeRegistry(folder, (config) => {
      calls += 1
      if (calls === 1) writeFileSync(file, `${readFileSync(file, 'utf8')}mcp_server: { port: 99 }\n`)
      return { ...config, current_vault: 'b' }
    })
    expect(await readFile(file, 'utf8')).toBe('current_vault: b\nmcp_server: { port: 99 }\n')
    expect(calls).toBe(2)
  }))

test('eight processes at once lose no vault, even where a dead one left its lock', () =>
  withFolder({ 'config.yml': '# kept\nvaults: {}\n' }, async (folder) => {
    await mkdir(join(folder, 'config.yml.lock'))
    await utimes(join(folder, 'config.yml.lock'), 1, 1)
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    await Promise.all(names.map((name) => run(process.execPath, [addVaultsScript, folder, name, '5'])))
    const { config, text } = await readRegistry(folder)
    const expected = names.flatMap((name) => [0, 1, 2, 3, 4].map((number) => `${name}-${number}`))
    expect(Object.keys(config.vaults).sort()).toEqual(expected)
    expect(text).toContain('# kept\n')
    expect(await readdir(folder)).toEqual(['config.yml'])
  }))

test('readers see the old file or the new one, never half of it', () =>
  withFolder({ 'config.yml': 'vaults: {}\n' }, async (folder) => {
    const state = { isDone: false }
    const writing = Array.from({ length: 30 }, (_, number) => addVault(`v${number}`, `/v/${number}`))
      .reduce<Promise<unknown>>(
        (last, change) => last.then(() => changeRegistry(folder, change)),
        Promise.resolve(),
      )
      .finally(() => (state.isDone = true))
    let seen = 0
    while (!state.isDone) {
      const count = Object.keys((await readRegistry(folder)).config.vaults).length
      expect(count).toBeGreaterThanOrEqual(seen)
      seen = count
    }
    await writing
    expect(Object.keys((await readRegistry(folder)).config.vaults)).toHaveLength(30)
  }))

test('a file that is replaced by renaming another over it is still changed in place', () =>
  withFolder({ 'config.yml': 'current_vault: a\n' }, async (folder) => {
    await writeFile(join(folder, 'new.yml'), 'current_vault: b # by hand\n')
    await rename(join(folder, 'new.yml'), join(folder, 'config.yml'))
    await changeRegistry(folder, (config) => ({ ...config, current_vault: 'c' }))
    expect(await readFile(join(folder, 'config.yml'), 'utf8')).toBe('current_vault: c # by hand\n')
  }))
