import { chmod, mkdir, rm, symlink } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { asOrdinaryUser } from '../support/as-ordinary-user.ts'
import { lines } from '../support/lines.ts'
import { until } from '../support/until.ts'
import { withVault, withVaults, type Vaults } from '../support/with-vault.ts'
import { speak } from '../dialects/speak.ts'

const config = '.flint-note/config.yml'
const conflict = lines(
  '<<<<<<< HEAD',
  'permissions: { write: deny }',
  '=======',
  'permissions: { write: allow }',
  '>>>>>>> theirs',
)
const mergedDenial = { 'a.md': '# A\n', [config]: conflict }
const readOnly =
  'Vault "main" is read-only until its settings can be read. .flint-note/config.yml: The file is not valid YAML at line'

const expectNotices = async ({ call }: Vaults, count: number) => {
  const { notices = [] } = await call('list_notes')
  expect(notices).toHaveLength(count)
}

const create = async ({ call }: Vaults) =>
  await call('create_note', { path: 'new.md', title: 'New', content: 'x' })

test('a vault whose settings are a merge conflict is not written, and every result says why', () =>
  withVault(mergedDenial, async (vault) => {
    const refused = await create(vault)
    expect(refused.error).toMatchObject({
      code: 'PERMISSION_DENIED',
      message: expect.stringMatching(
        /^create_note is not allowed while the settings of vault "main" cannot be read\. \.flint-note\/config\.yml: The file is not valid YAML at line \d/,
      ),
      hint: expect.stringContaining('mends that file'),
    })
    const told = { notices: [expect.stringContaining(readOnly)] }
    expect(refused).toMatchObject(told)
    expect(await vault.call('get_note', { identifier: 'a.md' })).toMatchObject({ content: '# A\n', ...told })
    expect(await vault.call('list_notes')).toMatchObject({ total: 1, ...told })
    expect(await vault.call('list_notes')).toMatchObject(told)
    expect(await vault.call('get_note', { identifier: 'none.md' })).toMatchObject({
      error: { code: 'NOT_FOUND' },
      ...told,
    })
    const plan = await vault.call('delete_note', { identifier: 'a.md', dry_run: true })
    expect(plan).toMatchObject({ dry_run: true, ...told })
    const deleted = await vault.call('delete_note', { identifier: 'a.md', confirm: true })
    expect(deleted.error.code).toBe('PERMISSION_DENIED')
    expect(await vault.read('a.md')).toBe('# A\n')
    await expect(vault.read('new.md')).rejects.toThrow()
  }))

test('of several vaults the one that is read-only says so', () =>
  withVaults({ main: mergedDenial, other: { 'b.md': '# B\n' } }, async ({ call }) => {
    const { vaults } = await call('list_notes', { vault_id: '*' })
    expect(vaults).toEqual([
      expect.objectContaining({ id: 'main', notices: [expect.stringContaining(readOnly)] }),
      expect.not.objectContaining({ notices: expect.anything() }),
    ])
  }))

const own = { content: 'x' }

test.each([
  ['kiln', 'create_note', { path: 'new.md', ...own }],
  ['notes-app', 'create_note', { relative_path: 'new.md', ...own }],
  ['flint-note', 'create_note', { path: 'new.md', title: 'New', ...own }],
  ['obsidian-vault-mcp', 'note_upsert', { repository_name: 'main', path: 'new.md', ...own }],
] as const)('the dialect of %s does not write either, and says why', (dialect, tool, args) =>
  withVault(mergedDenial, async (vault) => {
    expect(await speak(dialect, vault)(tool, args)).toMatchObject({
      isError: true,
      notices: [expect.stringContaining(readOnly)],
    })
    await expect(vault.read('new.md')).rejects.toThrow()
  }),
)

test.each([
  ['a list', '- write: deny\n'],
  ['two documents', 'name: A\n---\npermissions: { write: deny }\n'],
  ['a key that comes twice', 'permissions: { write: deny }\npermissions: { write: allow }\n'],
  ['a word that is no permission', 'permissions: { write: no }\n'],
  ['another case', 'permissions: { write: DENY }\n'],
  ['a misspelt key', 'permissions: { writes: deny }\n'],
  ['a misspelt section', 'permission: { write: deny }\n'],
  ['no section', 'permissions: deny\n'],
  ['a deletion that is no setting', 'deletion: { allow_note_type_deletion: never }\n'],
  ['notes that lie elsewhere', 'workspace_root: ./notes/\n'],
])('settings that hold %s leave the vault read-only', (_what, text) =>
  withVault({ 'a.md': '# A\n', [config]: text }, async (vault) => {
    expect((await create(vault)).error.code).toBe('PERMISSION_DENIED')
    expect((await vault.call('list_notes')).notices).toEqual([expect.stringContaining(config)])
  }),
)

test('settings that are a folder, or a link to nothing, leave the vault read-only', () =>
  withVault({ 'a.md': '# A\n' }, async (vault) => {
    await mkdir(vault.at(config), { recursive: true })
    expect((await create(vault)).error.message).toContain('`.flint-note/config.yml` cannot be read (EISDIR)')
    await vault.restart(async () => {
      await rm(vault.at(config), { recursive: true })
      await symlink('nowhere.yml', vault.at(config))
    })
    expect((await create(vault)).error.message).toContain('is a link to a file that is not there')
  }))

test.skipIf(process.platform === 'win32')(
  'settings that may not be read leave the vault read-only',
  async () => {
    await withVault({ 'a.md': '# A\n' }, async (vault) => {
      await vault.write(config, 'permissions: { write: deny }\n')
      await chmod(vault.at(config), 0o600)
      await chmod(vault.folder, 0o777)
      for (const path of ['', 'a.md', '.flint-note']) await chmod(vault.at(path), 0o777)
      await chmod(vault.at(config), 0)
      await asOrdinaryUser(async () => {
        expect((await create(vault)).error).toMatchObject({
          code: 'PERMISSION_DENIED',
          message: expect.stringContaining('`.flint-note/config.yml` cannot be read (EACCES)'),
        })
      })
    })
  },
)

test('a wrong value that decides nothing keeps nobody from writing', () =>
  withVault({ [config]: 'history: { max_size_mb: much }\nserach: {}\n' }, async (vault) => {
    expect(await create(vault)).not.toHaveProperty('error')
  }))

test('settings that break while the vault is open make it read-only at once; what could be read last stays in force', () =>
  withVault(
    { [config]: 'workspace_root: notes\n', 'notes/a.md': '# A\n', 'private.md': '# Private\n' },
    async (vault) => {
      expect(await create(vault)).not.toHaveProperty('error')
      await vault.write(config, conflict)
      await expectNotices(vault, 1)
      expect((await create(vault)).error.code).toBe('PERMISSION_DENIED')
      expect((await vault.call('list_notes')).total).toBe(2)
      await vault.write(config, 'workspace_root: notes\n')
      await expectNotices(vault, 0)
      expect(await vault.call('append_to_note', { identifier: 'a.md', content: 'x' })).not.toHaveProperty(
        'error',
      )
    },
  ))

test('settings that are changed while the vault is open count at once', () =>
  withVault({ 'a.md': '# A\n', 'sub/b.md': '# B\n' }, async (vault) => {
    expect((await vault.call('list_notes')).total).toBe(2)
    await vault.write(config, 'workspace_root: sub\npermissions: { write: deny }\n')
    await until('they count', async () => (await vault.call('list_notes')).total === 1)
    expect((await create(vault)).error).toMatchObject({
      code: 'PERMISSION_DENIED',
      permission: 'permissions.write',
    })
  }))
