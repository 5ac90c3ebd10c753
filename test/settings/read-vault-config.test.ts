import { mkdir } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import type { VaultId } from '../../src/model/ids.ts'
import { parseRegistry } from '../../src/registry/read-registry.ts'
import { parseVaultConfig, readVaultConfig } from '../../src/settings/read-vault-config.ts'
import { renderVaultConfig } from '../../src/settings/render-vault-config.ts'
import { withFolder } from '../support/with-folder.ts'

function example(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8')
}

test('the example of a vault’s config shows every key with its default, each with a comment', () => {
  const text = example('vault-config.example.yml')
  expect(load(text)).toEqual(parseVaultConfig('').config)
  expect(parseVaultConfig(text)).toEqual({
    config: parseVaultConfig('').config,
    said: { write: 'allow', destructive: 'ask' },
    notices: [],
    problems: [],
    fault: null,
  })
  expectComments(text)
})

test('the example of the registry shows every key with its default, each with a comment', () => {
  const text = example('config.example.yml')
  expect(load(text)).toEqual(parseRegistry('').config)
  expect(parseRegistry(text)).toEqual({ config: parseRegistry('').config, notices: [] })
  expectComments(text)
})

test('the entry that the registry’s example explains is one that is read', () => {
  const text = example('config.example.yml')
  const [entry] = /(?<=^#\n)(?:# {3}.*\n)+/m.exec(text) ?? ['']
  const { config, notices } = parseRegistry(entry.replace(/^# {3}/gm, ''))
  expect(notices).toEqual([])
  expect(Object.keys(config.vaults['work'] ?? {})).toEqual(['name', 'path', 'description', 'last_used'])
})

/** A key with a value has a comment of its own on the line above. */
function expectComments(text: string): void {
  const all = text.split('\n')
  const bare = all.filter((line, index) => /^ *\w+: \S/.test(line) && !/^ *#/.test(all[index - 1] ?? ''))
  expect(bare).toEqual([])
}

test('a vault without a config has the defaults', () =>
  withFolder({ 'a.md': '' }, async (root) => {
    expect(await readVaultConfig({ root, registered: true })).toEqual({
      exists: false,
      ignored: [],
      found: { text: null },
      ...parseVaultConfig(''),
    })
  }))

test('every key that is given counts, and the others keep their defaults', () => {
  const { config, notices, problems } = parseVaultConfig(`vault_id: work
workspace_root: notes
deletion:
  default_mode: trash
  backup_path: .flint-note/backups
index:
  ignore: [drafts]
`)
  expect([notices, problems]).toEqual([[], []])
  expect(config).toMatchObject({
    vault_id: 'work',
    workspace_root: 'notes',
    deletion: { default_mode: 'trash', backup_path: '.flint-note/backups', max_bulk_delete: 10 },
    index: { ignore: ['drafts'], poll: false },
  })
})

test.each([
  ['deletion: { require_confirmation: false }', 'allow'],
  ['deletion: { require_confirmation: true }', 'ask'],
  ['', 'ask'],
  ['deletion: { require_confirmation: false }\npermissions: { destructive: deny }', 'deny'],
  ['deletion: { require_confirmation: true }\npermissions: { destructive: allow }', 'allow'],
  ['deletion: { require_confirmation: false }\npermissions: { write: ask }', 'allow'],
])('permissions beat require_confirmation: %j', (text, destructive) => {
  expect(parseVaultConfig(text).config.permissions.destructive).toBe(destructive)
})

test('keys of other versions are passed over with a notice', () => {
  const { notices, problems } = parseVaultConfig('search: { index_path: x.json, index_enabeld: true }\n')
  expect(problems).toEqual([])
  expect([...notices].sort()).toEqual([
    '.flint-note/config.yml: `search.index_enabeld` is not a setting and has no effect; did you mean `index_enabled`?',
    '.flint-note/config.yml: `search.index_path` has no effect: use `index.path` to choose the folder of the index.',
  ])
})

test('a wrong value is named and has its default, and the right ones around it count', () => {
  const { config, problems } = parseVaultConfig(`vault_id: My Vault
workspace_root: ../elsewhere
metadata: { strict_validation: yes, validate_on_create: false }
deletion: often
index: { ignore: [a, 3, 4], reconcile_interval: -1 }
`)
  expect(config).toMatchObject({
    vault_id: null,
    workspace_root: '.',
    metadata: { strict_validation: false, validate_on_create: false },
    deletion: { default_mode: 'archive' },
    index: { ignore: [], reconcile_interval: 300 },
  })
  expect(problems.map((problem) => problem.replace('.flint-note/config.yml: ', ''))).toEqual([
    '`vault_id` is "My Vault"; write an id of up to 64 of a–z, 0–9, - and _, such as work-notes.',
    '`workspace_root` is "../elsewhere"; write a folder inside the vault, such as "." or "notes".',
    '`metadata.strict_validation` is "yes"; write true or false.',
    '`deletion` is "often"; write keys and values, indented below it.',
    '`index.ignore` is ["a",3,4]; write a list of paths, such as ["drafts", "*.tmp.md"].',
    '`index.reconcile_interval` is -1; write a whole number from 0 to 86400.',
  ])
})

test('a damaged config keeps no vault shut: it has the defaults and says why', () =>
  withFolder({ '.flint-note/config.yml': 'name: "x\n' }, async (root) => {
    const { config, exists, problems } = await readVaultConfig({ root, registered: true })
    expect(exists).toBe(true)
    expect(config).toEqual(parseVaultConfig('').config)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('.flint-note/config.yml: The file is not valid YAML at line')
  }))

test('a config that cannot be read is a problem that names no place outside the vault', () =>
  withFolder({}, async (root) => {
    await mkdir(join(root, '.flint-note/config.yml'), { recursive: true })
    const { exists, problems } = await readVaultConfig({ root, registered: true })
    expect(exists).toBe(true)
    expect(problems).toEqual(['`.flint-note/config.yml` cannot be read (EISDIR).'])
  }))

test('a config of no bytes is not believed: a crash may have emptied it', () =>
  withFolder({ '.flint-note/config.yml': '' }, async (root) => {
    const { problems, fault } = await readVaultConfig({ root, registered: true })
    expect(fault).toBe(
      '`.flint-note/config.yml` is empty, as a crash can leave it: write a setting or a comment (`# …`) into it, or remove it.',
    )
    expect(problems).toEqual([fault])
  }))

test('a config of comments alone says nothing', () =>
  withFolder({ '.flint-note/config.yml': '# mine\n' }, async (root) => {
    const { problems, fault } = await readVaultConfig({ root, registered: true })
    expect([problems, fault]).toEqual([[], null])
  }))

test('the config of a new vault is read back as it was meant, whatever the name', () => {
  const name = 'Ada\'s "notes": #1 \\ €\n'
  const text = renderVaultConfig({ id: 'ada' as VaultId, name, description: '' })
  const { config, notices, problems } = parseVaultConfig(text)
  expect([notices, problems]).toEqual([[], []])
  expect(config).toEqual({ ...parseVaultConfig('').config, vault_id: 'ada', name })
})

test.each([
  ['permissions: { destructive: ask }', { destructive: 'ask' }],
  ['permissions:\n  write: deny\n  destructive: "ask"', { write: 'deny', destructive: 'ask' }],
  ['permissions: { write: allow, destructive: confirm }', { write: 'allow', destructive: 'confirm' }],
  ['permissions: { write: confirm, destructive: allow }', { destructive: 'allow' }],
  ['permissions:\n  # destructive: ask', {}],
  ['deletion: { require_confirmation: true }', {}],
  ['permissions: [', {}],
  [renderVaultConfig({ id: 'new' as VaultId, name: 'New', description: '' }), {}],
])('what %j itself says of permission', (text, said) =>
  withFolder({ '.flint-note/config.yml': `${text}\n` }, async (root) => {
    expect((await readVaultConfig({ root, registered: true })).said).toEqual(said)
  }),
)
