import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHub, type VaultHub } from '../../src/registry/vault-hub.ts'
import { callTool } from '../../src/call/call-tool.ts'
import { allTools } from '../../src/tools/index.ts'
import { openVault } from '../../src/vault/open-vault.ts'
import { hashFiles } from '../support/hash-files.ts'
import { lines } from '../support/lines.ts'
import { withFolder } from '../support/with-folder.ts'
import type { Json } from '../support/with-vault.ts'

const reaching = lines(
  'vault_id: clone',
  'workspace_root: notes',
  'index: { path: ../elsewhere, ignore: [drafts] }',
  'deletion:',
  '  backup_path: /elsewhere',
  '  max_bulk_delete: 5000',
  '  default_mode: permanent',
  '  create_backups: false',
  'permissions: { write: ask, destructive: allow }',
  'history: { max_age_days: 1, max_size_mb: 1, git: on }',
)

interface Clone {
  readonly folder: string
  readonly hub: VaultHub
  readonly call: (tool: string, args?: object) => Promise<Json>
}

/** A process that was started in `clone`, which nobody has registered. */
async function inClone(
  files: Readonly<Record<string, string>>,
  use: (clone: Clone) => Promise<void>,
  prepare: (folder: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await withFolder({ 'clone/a.md': '# A\n', ...files }, async (folder) => {
    await prepare(folder)
    const ignore = () => undefined
    const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
    const hub = createHub({
      configFolder: join(folder, 'config'),
      dataFolder: join(folder, 'data'),
      cwd: join(folder, 'clone'),
      env: { HOME: folder, FLINT_CONFIG_DIR: join(folder, 'config') },
      vault: null,
      openVault: (options) => openVault(options),
      log,
      now: () => new Date(),
    })
    const call = async (tool: string, args: object = {}) => {
      const result = await callTool(allTools, tool, args, {
        vaults: hub,
        session: { id: 'test' },
        log,
        now: () => new Date(),
        signal: new AbortController().signal,
        strictOutput: true,
        mayReadAnywhere: true,
      })
      return JSON.parse(result.text)
    }
    try {
      await use({ folder, hub, call })
    } finally {
      await hub.close()
    }
  })
}

test('settings of a vault that nobody has registered reach nothing outside and allow no more than the defaults', () =>
  inClone(
    { 'clone/.flint-note/config.yml': reaching, 'private/diary.md': 'zanzibar\n', 'clone/b.md': '# B\n' },
    async ({ folder, hub, call }) => {
      const { config, root } = await hub.open((await hub.current())?.id ?? expect.fail())
      expect(root).toBe(join(folder, 'clone'))
      expect(config).toMatchObject({
        workspace_root: '.',
        index: { path: null, ignore: ['drafts'] },
        deletion: { default_mode: 'archive', create_backups: true, backup_path: null, max_bulk_delete: 10 },
        permissions: { write: 'ask', destructive: 'ask' },
        // A pull would drop what the user has to undo with.
        history: { max_age_days: 90, max_size_mb: 200, git: 'off' },
      })
      expect((await call('search_notes', { query: 'zanzibar' })).results).toEqual([])
      const rows = await call('search_notes_sql', { query: 'SELECT path FROM notes ORDER BY path' })
      expect(rows.results).toEqual([{ path: 'a.md' }, { path: 'b.md' }])
      expect((await call('delete_note', { identifier: 'a.md' })).error.code).toBe('CONFIRMATION_REQUIRED')
      expect((await readdir(folder)).sort()).toEqual(['clone', 'config', 'data', 'private'])
      const { settings_ignored } = await call('get_vault_info')
      expect(settings_ignored).toEqual(
        [
          '`workspace_root` is "notes", which counts only once the vault is registered; until then it is ".".',
          '`index.path` is "../elsewhere", which counts only once the vault is registered; until then it is null.',
          '`deletion.default_mode` is "permanent", which counts only once the vault is registered; until then it is "archive".',
          '`deletion.create_backups` is false, which counts only once the vault is registered; until then it is true.',
          '`deletion.backup_path` is "/elsewhere", which counts only once the vault is registered; until then it is null.',
          '`deletion.max_bulk_delete` is 5000, which counts only once the vault is registered; until then it is 10.',
          '`permissions.destructive` is "allow", which counts only once the vault is registered; until then it is "ask".',
          '`history.max_age_days` is 1, which counts only once the vault is registered; until then it is 90.',
          '`history.max_size_mb` is 1, which counts only once the vault is registered; until then it is 200.',
          '`history.git` is "on", which counts only once the vault is registered; until then it is "off".',
        ].map((sentence) => `.flint-note/config.yml: ${sentence}`),
      )
    },
    (folder) => symlink('../private', join(folder, 'clone/notes')),
  ))

test('what narrows holds, and a folder of its own may be where the notes are', () =>
  inClone(
    {
      'clone/.flint-note/config.yml': lines(
        'workspace_root: notes',
        'deletion: { max_bulk_delete: 3 }',
        'permissions: { write: deny, destructive: deny, scope: working_directory }',
      ),
      'clone/notes/inner.md': '# Inner\n',
    },
    async ({ folder, hub, call }) => {
      const vault = await hub.open((await hub.current())?.id ?? expect.fail())
      expect(vault.root).toBe(join(folder, 'clone/notes'))
      expect(vault.reading.ignored).toEqual([])
      expect(vault.config.deletion.max_bulk_delete).toBe(3)
      expect(vault.config.permissions).toEqual({
        write: 'deny',
        destructive: 'deny',
        scope: 'working_directory',
      })
      expect(await call('get_vault_info')).not.toHaveProperty('settings_ignored')
    },
  ))

test.each(['notes/.hidden', '.git', 'missing'])('notes cannot be in %s of such a vault', (place) =>
  inClone(
    {
      'clone/.flint-note/config.yml': `workspace_root: ${place}\n`,
      'clone/.git/x.md': '',
      'clone/notes/.hidden/x.md': '',
    },
    async ({ folder, hub }) => {
      const vault = await hub.open((await hub.current())?.id ?? expect.fail())
      expect(vault.root).toBe(join(folder, 'clone'))
      expect(vault.reading.ignored).toHaveLength(1)
    },
  ),
)

test('its settings are not read where a link leads out of it, and it is read-only where that is its own config', () =>
  inClone(
    {
      'private/app.json': '{"useMarkdownLinks": true}',
      'private/daily.json': '{"folder": "zanzibar"}',
      'private/zk.toml': '[extra]\nzanzibar = "zanzibar"\n',
      'private/config.yml': 'description: zanzibar\nzanzibar: 1\n',
      'clone/.obsidian/': '',
      'clone/.zk/': '',
      'clone/.flint-note/': '',
      'clone/inside.json': '{"folder": "days"}',
    },
    async ({ hub, call }) => {
      const vault = await hub.open((await hub.current())?.id ?? expect.fail())
      expect(vault.settings).toMatchObject({ linkStyle: 'wikilink', dailyFolder: 'days', zk: { extra: {} } })
      expect(vault.reading.problems).toEqual(
        ['.flint-note/config.yml', '.obsidian/app.json', '.zk/config.toml'].map(
          (file) => `\`${file}\` leads out of the vault, and is read only once the vault is registered.`,
        ),
      )
      for (const tool of ['list_vaults', 'get_vault_info', 'get_current_vault'])
        expect(
          JSON.stringify(await call(tool, tool === 'get_vault_info' ? { detailed: true } : {})),
        ).not.toContain('zanzibar')
      expect((await call('create_note', { title: 'X' })).error).toMatchObject({ code: 'PERMISSION_DENIED' })
    },
    async (folder) => {
      const at = (path: string) => join(folder, 'clone', path)
      await symlink('../../private/config.yml', at('.flint-note/config.yml'))
      await symlink('../../private/app.json', at('.obsidian/app.json'))
      await symlink('../inside.json', at('.obsidian/daily-notes.json'))
      await symlink('../../private/zk.toml', at('.zk/config.toml'))
    },
  ))

test('once its user registers it all of its settings count, at once', () =>
  inClone(
    { 'clone/.flint-note/config.yml': 'vault_id: clone\npermissions: { destructive: allow }\n' },
    async ({ folder, call }) => {
      expect((await call('delete_note', { identifier: 'a.md' })).error.code).toBe('CONFIRMATION_REQUIRED')
      const path = join(folder, 'clone')
      expect((await call('create_vault', { vault_id: 'clone', name: 'Mine', path })).error).toBeUndefined()
      expect(await call('get_vault_info')).not.toHaveProperty('settings_ignored')
      expect((await call('delete_note', { identifier: 'a.md' })).error).toBeUndefined()
    },
  ))

test('a config that is a device, a pipe or endless keeps nobody waiting', () =>
  inClone(
    { 'clone/.flint-note/': '', 'clone/sub/': '' },
    async ({ call }) => {
      expect((await call('get_note', { identifier: 'a.md' })).content).toBe('# A\n')
    },
    async (folder) => {
      await symlink('/dev/zero', join(folder, 'clone/.flint-note/config.yml'))
    },
  ))

test.each([
  ['holds itself', 'vault_id: clone\nname: &a { b: *a }\n'],
  [
    'stands for billions of values',
    lines('a0: &a0 [x]', ...Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)),
  ],
  ['is nested without end', '['.repeat(20_000)],
])('a config that %s is damaged like any other', (_, text) =>
  inClone({ 'clone/.flint-note/config.yml': text }, async ({ call }) => {
    expect((await call('get_note', { identifier: 'a.md' })).content).toBe('# A\n')
    expect((await call('create_note', { title: 'X' })).error.code).toBe('PERMISSION_DENIED')
  }),
)

test('opening such a vault writes nothing into it, and nothing it names is made', () =>
  inClone(
    {
      'clone/.flint-note/config.yml': lines(
        'version: 1',
        'index: { path: ../elsewhere }',
        'deletion: { backup_path: ../backups }',
      ),
    },
    async ({ folder, hub, call }) => {
      const before = await hashFiles(join(folder, 'clone'))
      await hub.open((await hub.current())?.id ?? expect.fail())
      await call('list_notes')
      expect(await hashFiles(join(folder, 'clone'))).toEqual(before)
      expect((await readdir(folder)).sort()).toEqual(['clone', 'config', 'data'])
      expect((await call('list_vaults')).vaults).toMatchObject([{ id: 'clone', registered: false }])
    },
  ))

test('a tool of kiln goes on asking before it writes, whatever a stranger says; what narrows is said', () =>
  inClone(
    { 'clone/.flint-note/config.yml': 'permissions: { write: allow, destructive: ask }\n' },
    async ({ hub }) => {
      const { reading } = await hub.open((await hub.current())?.id ?? expect.fail())
      expect(reading.said).toEqual({ destructive: 'ask' })
      expect(reading.ignored).toEqual([])
    },
  ))
