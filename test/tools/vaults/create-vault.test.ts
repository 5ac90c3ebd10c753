import { watchDisk } from '../../support/watch-disk.ts'
import { existsSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashFiles } from '../../support/hash-files.ts'
import { column } from '../../support/plain.ts'
import { withVaults } from '../../support/with-vault.ts'

test('a new vault has types, a welcome note and its settings', () =>
  withVaults({}, async ({ call, folder, hub }) => {
    const path = join(folder, 'new/notes')
    const result = await call('create_vault', {
      vault_id: 'new',
      name: 'New notes',
      path,
      description: 'For tests.',
    })
    expect(result).toEqual({
      vault: {
        id: 'new',
        name: 'New notes',
        path: (await hub.find('new')).root,
        description: 'For tests.',
        last_used: expect.any(String),
        is_current: true,
        registered: true,
        source: 'registered',
        note_count: 1,
      },
      adopted: false,
      note_types: expect.any(Array),
      welcome_note: 'general/welcome.md',
      message: expect.any(String),
    })
    expect(column(result.note_types, 'name')).toEqual([
      'daily',
      'general',
      'goals',
      'projects',
      'reading',
      'todos',
    ])
    for (const { agent_instructions } of result.note_types) expect(agent_instructions).toMatch(/^- /)
    expect((await call('get_note', { identifier: result.welcome_note })).title).toBe('Welcome to New notes')
    expect(existsSync(join(path, '.flint-note/config.yml'))).toBe(true)
    const note = await call('create_note', { type: 'todos', title: 'Water the plants' })
    expect(note).toMatchObject({ type: 'todos', agent_instructions: expect.any(String) })
    expect((await call('get_note', { identifier: note.id })).metadata).toMatchObject({
      priority: 'low',
      status: 'not_started',
    })
    expect((await call('create_note', { title: 'Anything' })).type).toBe('general')
  }))

test('a folder of notes is adopted untouched', () =>
  withVaults({}, async ({ call, folder }) => {
    const path = join(folder, 'old')
    await mkdir(join(path, 'deep/er'), { recursive: true })
    await writeFile(join(path, 'deep/er/note.md'), '# Old\n')
    const before = await hashFiles(path)
    const result = await call('create_vault', { vault_id: 'old', name: 'Old', path })
    expect(result).toMatchObject({ adopted: true, note_types: [], vault: { note_count: 1 } })
    expect(result).not.toHaveProperty('welcome_note')
    expect(await hashFiles(path)).toEqual(before)
  }))

test('a repository without notes is adopted as it is, too; a new one has room for types', () =>
  withVaults({}, async ({ call, folder }) => {
    const path = join(folder, 'code')
    await mkdir(join(path, 'src/deep'), { recursive: true })
    await mkdir(join(path, '.git'), { recursive: true })
    await writeFile(join(path, '.git/HEAD'), 'ref: refs/heads/main\n')
    await writeFile(join(path, '.gitignore'), 'dist\n')
    const created = await call('create_vault', { vault_id: 'new', name: 'New', path })
    expect(created).toMatchObject({ adopted: false, welcome_note: 'general/welcome.md' })
    const other = join(folder, 'other')
    await mkdir(join(other, 'src/deep'), { recursive: true })
    await writeFile(join(other, 'src/deep/main.rs'), 'fn main() {}\n')
    for (const note_types of ['default', 'zk']) {
      const result = await call('create_vault', {
        vault_id: note_types,
        name: 'Code',
        path: other,
        note_types,
      })
      expect(result).toMatchObject({ adopted: true, note_types: [] })
      await call('remove_vault', { vault_id: note_types })
    }
    const top = new Set(Object.keys(await hashFiles(other)).map((file) => file.split('/')[0]))
    top.delete('.flint-note')
    expect([...top]).toEqual(['src'])
  }))

test('a zk vault has its folders, templates and inbox; one with none has nothing but settings', () =>
  withVaults({}, async ({ call, folder }) => {
    await call('create_vault', { vault_id: 'zk', name: 'Zk', path: join(folder, 'zk'), note_types: 'zk' })
    const files = Object.keys(await hashFiles(join(folder, 'zk')))
    expect(files).toEqual(
      expect.arrayContaining(['inbox.md', 'daily/', 'projects/', 'archives/', '.zk/config.toml']),
    )
    await call('create_vault', {
      vault_id: 'bare',
      name: 'Bare',
      path: join(folder, 'bare'),
      note_types: 'none',
    })
    expect(Object.keys(await hashFiles(join(folder, 'bare')))).toEqual([
      '.flint-note/',
      '.flint-note/.gitignore',
      '.flint-note/config.yml',
    ])
  }))

test('switch_to makes it active at once; without it the active one stays', () =>
  withVaults({ first: {} }, async ({ call, folder }) => {
    const make = (vault_id: string, more: object = {}) =>
      call('create_vault', { vault_id, name: vault_id, path: join(folder, vault_id), ...more })
    expect((await make('second')).vault.is_current).toBe(false)
    expect((await call('get_current_vault')).vault.id).toBe('first')
    expect((await make('third', { switch_to: true })).vault.is_current).toBe(true)
    expect((await call('get_current_vault')).vault.id).toBe('third')
  }))

test('a bad id, an id or folder that is taken, and a path that is a file are refused', () =>
  withVaults({ first: {} }, async ({ call, folder, at }) => {
    await writeFile(join(folder, 'file'), 'x')
    const before = await hashFiles(folder)
    const cases: readonly (readonly [object, string])[] = [
      [{ vault_id: 'Bad Id', path: join(folder, 'x') }, 'INVALID_ARGUMENT'],
      [{ vault_id: '../up', path: join(folder, 'x') }, 'INVALID_ARGUMENT'],
      [{ vault_id: 'first', path: join(folder, 'x') }, 'ALREADY_EXISTS'],
      [{ vault_id: 'again', path: at('') }, 'ALREADY_EXISTS'],
      [{ vault_id: 'file', path: join(folder, 'file') }, 'INVALID_PATH'],
      [{ vault_id: 'below', path: join(folder, 'file/below') }, 'INVALID_PATH'],
    ]
    for (const [args, code] of cases) {
      const { error } = await call('create_vault', { name: 'X', ...args })
      expect(error, JSON.stringify(args)).toMatchObject({ code, hint: expect.any(String) })
    }
    expect(await hashFiles(folder)).toEqual(before)
  }))

test('no vault is made in what is hidden in another one, nor where git, Obsidian, zk or flint keep their files', () =>
  withVaults({ first: { '.git/hooks/pre-push': '' } }, async ({ call, folder, at }) => {
    await mkdir(join(folder, 'repository/.git/hooks'), { recursive: true })
    await symlink('.git/hooks', at('templates'))
    await symlink(join(folder, 'nowhere'), at('dangling'))
    await symlink(join(folder, 'repository'), at('out'))
    await symlink(join(folder, 'repository'), join(folder, 'short'))
    const before = await hashFiles(folder)
    const paths = [
      at('.flint-note/inner'),
      at('.hidden'),
      at('notes/.hidden/inner'),
      at('templates'),
      at('templates/inner'),
      at('dangling'),
      at('dangling/inner'),
      at('out'),
      at('out/inner'),
      join(folder, 'repository/.git'),
      join(folder, 'repository/.GIT/hooks'),
      join(folder, 'repository/.git./hooks/inner'),
      join(folder, 'short/.git/hooks'),
      join(folder, 'new/.obsidian/plugins'),
      join(folder, 'config/inner'),
      join(folder, 'data'),
    ]
    for (const path of paths) {
      const { error } = await call('create_vault', { vault_id: 'x', name: 'X', path })
      expect(error, path).toMatchObject({ code: 'INVALID_PATH', hint: expect.any(String) })
      expect(error.message, path).toMatch(/^That (?:folder|path) (?:cannot be|leads out) /)
    }
    expect(await hashFiles(folder)).toEqual(before)
  }))

test('a vault below a hidden folder that is in no vault is one like any other', () =>
  withVaults({}, async ({ call, folder }) => {
    const path = join(folder, '.notes/vault')
    expect((await call('create_vault', { vault_id: 'x', name: 'X', path })).error).toBeUndefined()
    expect((await call('create_note', { title: 'A', vault_id: 'x' })).error).toBeUndefined()
  }))

test('where the list of vaults cannot be written, nothing is made', () =>
  withVaults({ main: {} }, async ({ call, folder }) => {
    const refused = Object.assign(new Error('no'), { code: 'EACCES' })
    const before = ({ name, path }: { readonly name: string; readonly path: string }) => {
      if (name === 'make' && path.includes('config.yml')) throw refused
    }
    await watchDisk({ before }, async () => {
      const path = join(folder, 'new')
      expect((await call('create_vault', { vault_id: 'new', name: 'New', path })).error).toMatchObject({
        code: 'PERMISSION_DENIED',
        message: 'The folder of `config.yml` cannot be written (EACCES); nothing was changed.',
      })
      expect(existsSync(path)).toBe(false)
    })
  }))
