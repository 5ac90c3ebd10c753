import { expect, test } from 'vitest'
import { VaultError } from '../../src/model/vault-error.ts'
import { parseRegistry, readRegistry } from '../../src/registry/read-registry.ts'
import { withFolder } from '../support/with-folder.ts'
import { toAgent } from '../support/to-agent.ts'

test('a missing file is an empty registry', () =>
  withFolder({}, async (folder) => {
    const registry = await readRegistry(folder)
    expect(registry.text).toBeNull()
    expect(registry.notices).toEqual([])
    expect(registry.config).toEqual({
      cluster: { url: null, schema: 'flint', inner: '127.0.0.1:0' },
      vaults: {},
      current_vault: null,
      registry: { roots: [] },
      search: { model: 'use-lite-en-v1', models_folder: null, paused: false },
      ingest: { allow_private: [] },
      mcp_server: { port: 1065, log_level: 'info', metrics: null, oauth: null },
    })
  }))

test('a file of no bytes is not believed: a crash may have emptied it', () =>
  withFolder({ 'config.yml': '' }, async (folder) => {
    await expect(readRegistry(folder)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message:
        'The registry `config.yml` cannot be used, and was left as it is. `config.yml` is empty, as a crash can leave it: write a setting or a comment (`# …`) into it, or remove it.',
    })
  }))

test('a file of comments, or of keys without values, is an empty registry', () => {
  const empty = parseRegistry('').config
  expect(parseRegistry('# nothing yet\n').config).toEqual(empty)
  expect(parseRegistry('vaults:\n  # none\nmcp_server:\n  port:\n').config).toEqual(empty)
})

test('unknown keys are passed over with a notice that names the nearest key', () => {
  const { config, notices } = parseRegistry(
    'curent_vault: a\nmcp_server: { prot: 1, auto_switch_vault: true }\nvaults: { a: { name: A, path: /a, tags: [x] } }\n',
  )
  expect(config.vaults).toEqual({ a: { name: 'A', path: '/a' } })
  expect([...notices].sort()).toEqual([
    'config.yml: `curent_vault` is not a setting and has no effect; did you mean `current_vault`?',
    'config.yml: `mcp_server.auto_switch_vault` has no effect: a call names its vault with `vault_id`.',
    'config.yml: `mcp_server.prot` is not a setting and has no effect; did you mean `port`?',
    'config.yml: `vaults.a.tags` is not a setting and has no effect.',
  ])
})

test.each([
  ['vaults: 3', '`vaults` is 3; write keys and values, indented below it.'],
  ['vaults: { My Notes: { name: a, path: /a } }', '`vaults.My Notes`: the key must be up to 64 of'],
  ['vaults: { a: { name: A } }', '`vaults.a.path` is missing; write the whole path of a folder'],
  ['vaults: { a: { name: A, path: notes } }', '`vaults.a.path` is "notes"; write the whole path of a folder'],
  ['vaults: { a: { name: 7, path: /a } }', '`vaults.a.name` is 7; write text, in quotes'],
  ['vaults: { a: , b: /notes }', '`vaults.b` is "/notes"; write name: and path:, indented below it.'],
  ['mcp_server: { port: 99999 }', '`mcp_server.port` is 99999; write a port number from 0 to 65535.'],
  [
    'mcp_server: { log_level: loud }',
    '`mcp_server.log_level` is "loud"; write silent, error, warn, info or debug.',
  ],
  [
    'registry: { roots: ~/vaults }',
    '`registry.roots` is "~/vaults"; write a list of such paths: ["~/vaults"].',
  ],
  ['- a', 'The file must hold keys and values'],
  ['a: 1\n\tb: 2', 'not valid YAML at line 2, column 1'],
  ['vaults:\n  a: {}\n  a: {}', 'not valid YAML at line 3'],
])('%j is refused with what to write instead', (text, message) => {
  const error = failure(text)
  expect(error.code).toBe('INVALID_ARGUMENT')
  expect(error.message).toContain(message)
  expect(error.message).toContain('config.yml')
  expect(toAgent(error.facts.hint)).toContain('flint config path')
})

test('every mistake is named at once', () => {
  expect(
    failure('vaults: { a: {}, b: { path: x } }\nmcp_server: { port: no }\n').facts['problems'],
  ).toHaveLength(5)
})

function failure(text: string): VaultError {
  try {
    parseRegistry(text)
  } catch (error) {
    if (error instanceof VaultError) return error
    throw error
  }
  throw new Error('It was accepted.')
}

test('a wrong value is told of once, as wrong, and not as missing', () => {
  expect(failure('vaults: { a: { name: A, path: notes } }').facts['problems']).toHaveLength(1)
})
