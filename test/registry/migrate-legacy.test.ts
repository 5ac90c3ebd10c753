import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrateRegistryText } from '../../src/registry/migrate-registry.ts'
import { parseRegistry } from '../../src/registry/read-registry.ts'
import { createHub, type VaultHub } from '../../src/registry/vault-hub.ts'
import { parseVaultConfig } from '../../src/settings/read-vault-config.ts'
import { openVault } from '../../src/vault/open-vault.ts'
import { lines } from '../support/lines.ts'
import { withFolder } from '../support/with-folder.ts'

const now = new Date('2026-01-02T03:04:05Z')
const ignore = () => undefined

/** A hub as a process in this folder has it. */
async function withHub(cwd: string, folder: string, use: (hub: VaultHub) => Promise<void>): Promise<void> {
  const hub = createHub({
    configFolder: join(folder, 'config'),
    dataFolder: join(folder, 'data'),
    cwd,
    env: { HOME: folder, FLINT_CONFIG_DIR: join(folder, 'config') },
    vault: null,
    openVault: (options) => openVault(options),
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    now: () => now,
  })
  try {
    await use(hub)
  } finally {
    await hub.close()
  }
}

const workspace = lines(
  'version: 1.1.0',
  'database: { schema_version: 2.0.0 }',
  '# ours',
  'workspace_root: .',
  'default_note_type: general # the usual one',
  'mcp_server:',
  '  port: 3000',
  '  log_level: info',
  'search:',
  '  index_enabled: true',
  '  index_path: .flint-note/search-index.json',
  '  max_results: 50',
  'deletion:',
  '  max_bulk_delete: 7',
)

test('an old workspace is a vault for who starts flint in it, and is not put on the list or changed for that', () =>
  withFolder(
    { 'My Notes/.flint-note/config.yml': workspace, 'My Notes/general/a.md': 'A\n' },
    async (folder) => {
      const root = join(folder, 'My Notes')
      await withHub(join(root, 'general'), folder, async (hub) => {
        const current = await hub.current()
        expect(current).toMatchObject({
          id: 'my-notes',
          registered: false,
          source: 'project',
          name: 'My Notes',
        })
        const { config } = await hub.open(current?.id ?? expect.fail())
        expect(config.deletion.max_bulk_delete).toBe(7)
      })
      expect(await readdir(join(folder, 'config'))).toEqual([])
      expect(await readFile(join(root, '.flint-note/config.yml'), 'utf8')).toBe(workspace)
    },
  ))

test('old keys are taken out of its config when it is on the list and opened, once, and a copy is kept', () =>
  withFolder({ 'a/.flint-note/config.yml': workspace, 'a/n.md': 'N\n' }, async (folder) => {
    await mkdir(join(folder, 'config'))
    const entry = { name: 'A', path: join(folder, 'a') }
    await writeFile(join(folder, 'config/config.yml'), JSON.stringify({ vaults: { a: entry } }))
    await withHub(join(folder, 'a'), folder, async (hub) => {
      const { config, reading } = await hub.open((await hub.current())?.id ?? expect.fail())
      expect(reading.notices).toEqual([expect.stringContaining('search.index_path')])
      expect(config).toMatchObject({ default_note_type: 'general', deletion: { max_bulk_delete: 7 } })
    })
    const file = join(folder, 'a/.flint-note/config.yml')
    const text = await readFile(file, 'utf8')
    expect(text).toBe(
      lines(
        '# ours',
        'workspace_root: .',
        'default_note_type: general # the usual one',
        'search:',
        '  index_enabled: true',
        '  index_path: .flint-note/search-index.json',
        'deletion:',
        '  max_bulk_delete: 7',
      ),
    )
    const { notices, problems } = parseVaultConfig(text)
    expect({ notices, problems }).toEqual({
      notices: [expect.stringContaining('search.index_path')],
      problems: [],
    })
    const copies = async () =>
      (await readdir(join(folder, 'data'), { recursive: true })).filter((path) => path.endsWith('config.yml'))
    expect(await copies()).toHaveLength(1)
    expect(await readFile(join(folder, 'data', (await copies())[0] ?? ''), 'utf8')).toBe(workspace)
    await withHub(join(folder, 'a'), folder, async (hub) => {
      await hub.open((await hub.current())?.id ?? expect.fail())
    })
    expect(await readFile(file, 'utf8')).toBe(text)
    expect(await copies()).toHaveLength(1)
  }))

const oldRegistry = lines(
  '# mine',
  '',
  'version: 1.0.0',
  'current_vault: Work',
  'vaults:',
  '  Work:',
  '    id: Work',
  '    name: Work Notes',
  '    path: /notes/work # there',
  "    created: '2024-01-01T00:00:00Z'",
  "    last_accessed: '2024-01-15T10:30:00Z'",
  'settings:',
  '  auto_switch_on_create: true',
)

test('an old registry is brought up to date with a copy beside it', () =>
  withFolder({ 'config/config.yml': oldRegistry, 'notes/': '' }, async (folder) => {
    await withHub(folder, folder, async (hub) => {
      expect(await hub.known()).toMatchObject([
        { id: 'work', name: 'Work Notes', root: '/notes/work', lastUsed: '2024-01-15T10:30:00Z' },
      ])
      expect(await hub.current()).toMatchObject({ id: 'work' })
      expect(await hub.notices()).toEqual([])
    })
    const files = await readdir(join(folder, 'config'))
    expect(files).toEqual(['config.2026-01-02T03-04-05.000Z.backup.yml', 'config.yml'])
    expect(await readFile(join(folder, 'config', files[0] ?? ''), 'utf8')).toBe(oldRegistry)
    const text = await readFile(join(folder, 'config/config.yml'), 'utf8')
    expect(text).toMatch(/^# mine\n/)
    expect(migrateRegistryText(text)).toBeNull()
  }))

test('every key of the documented registry is read; what has no effect is told and stays', async () => {
  const text = lines(
    'vaults:',
    '  work:',
    '    name: "Work Notes"',
    '    path: "~/work-notes"',
    '    description: "Projects"',
    '    last_used: "2024-01-15T10:30:00Z"',
    'current_vault: "work"',
    'mcp_server:',
    '  port: 3000',
    '  log_level: "info"',
    '  auto_switch_vault: true',
  )
  const { config, notices } = parseRegistry(text)
  expect(config).toMatchObject({
    vaults: { work: { name: 'Work Notes', description: 'Projects', last_used: '2024-01-15T10:30:00Z' } },
    current_vault: 'work',
    mcp_server: { port: 3000, log_level: 'info' },
  })
  expect(notices).toEqual([expect.stringContaining('auto_switch_vault')])
  expect(migrateRegistryText(text)).toBeNull()
  await withFolder({ 'config/config.yml': text }, async (folder) => {
    await withHub(folder, folder, async (hub) => {
      expect(await hub.notices()).toHaveLength(1)
    })
    expect(await readdir(join(folder, 'config'))).toEqual(['config.yml'])
  })
})

test('every key of the documented vault config is read; the seat of the index is told', () => {
  const { config, notices, problems } = parseVaultConfig(
    lines(
      'vault_id: "work"',
      'workspace_root: "."',
      'default_note_type: "ideas"',
      'search:',
      '  index_enabled: false',
      '  index_path: ".jade-note/search-index.json"',
      'note_types:',
      '  auto_create_directories: false',
      '  require_descriptions: false',
      'metadata:',
      '  validate_on_create: false',
      '  validate_on_update: false',
      '  strict_validation: true',
      'deletion:',
      '  require_confirmation: false',
      '  create_backups: false',
      '  backup_path: ".flint-note/backups"',
      '  allow_note_type_deletion: false',
      '  max_bulk_delete: 3',
    ),
  )
  expect(problems).toEqual([])
  expect(notices).toEqual([expect.stringContaining('search.index_path')])
  expect(config).toMatchObject({
    vault_id: 'work',
    workspace_root: '.',
    default_note_type: 'ideas',
    search: { index_enabled: false },
    note_types: { auto_create_directories: false, require_descriptions: false },
    metadata: { validate_on_create: false, validate_on_update: false, strict_validation: true },
    deletion: {
      create_backups: false,
      backup_path: '.flint-note/backups',
      allow_note_type_deletion: false,
      max_bulk_delete: 3,
    },
    permissions: { destructive: 'allow' },
  })
})

test('what no migration can mend is told and left as it is', () =>
  withFolder(
    { 'config/config.yml': 'version: 1\nvaults:\n  work: { name: 3, path: x }\n' },
    async (folder) => {
      const file = join(folder, 'config/config.yml')
      const text = await readFile(file, 'utf8')
      await withHub(folder, folder, async (hub) => {
        await expect(hub.known()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
        // Mended by its owner, it is read by the next call.
        await writeFile(file, 'vaults: {}\n')
        expect(await hub.known()).toEqual([])
        await writeFile(file, text)
      })
      expect(await readdir(join(folder, 'config'))).toEqual(['config.yml'])
    },
  ))
