import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashFiles } from '../../support/hash-files.ts'
import { unwatched } from '../../support/unwatched.ts'
import { withVault } from '../../support/with-vault.ts'
import { sampleVault } from '../sample-vault.ts'

const vault = {
  ...sampleVault,
  'meals/_description.md':
    '# Meals\n\n## Purpose\nWhat is eaten.\n\n## Metadata Schema\n- servings: How many (required, number, min: 1)\n',
  'recipes/deep/stock.md': '---\nservings: 2\n---\n\n# stock\n\nFor [the soup](../leek-soup.md).\n',
}
const type_name = 'recipes'

test('a type with notes is kept unless told what becomes of them', () =>
  withVault(vault, async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    const { error } = await call('delete_note_type', { type_name, action: 'error', confirm: true })
    expect(error).toMatchObject({
      code: 'CONFLICT',
      note_count: 2,
      examples: ['recipes/deep/stock.md', 'recipes/leek-soup.md'],
      hint: expect.stringContaining('migrate'),
    })
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test('a note that was saved a moment ago keeps its type, whoever watches', () =>
  withVault({ 'empty/_description.md': '# Empty\n', 'a.md': 'a\n' }, async (vaults) => {
    await unwatched(vaults, async () => {
      await vaults.write('empty/new.md', 'new\n')
      const args = { type_name: 'empty', action: 'error', confirm: true }
      expect((await vaults.call('delete_note_type', args)).error).toMatchObject({
        code: 'CONFLICT',
        examples: ['empty/new.md'],
      })
      expect(await vaults.read('empty/_description.md')).toBe('# Empty\n')
    })
  }))

test('a type without notes goes, and its folder with it', () =>
  withVault({ 'empty/_description.md': '# Empty\n' }, async ({ call, folder }) => {
    const result = await call('delete_note_type', { type_name: 'empty', action: 'error', confirm: true })
    expect(result).toMatchObject({ type_name: 'empty', deleted: true, note_count: 0 })
    expect(existsSync(`${folder}/main/empty`)).toBe(false)
    expect((await call('get_note_type_info', { type_name: 'empty' })).error.code).toBe('TYPE_NOT_FOUND')
  }))

test('migrating moves every note to the other type and keeps the links', () =>
  withVault(vault, async ({ call, read, folder }) => {
    const result = await call('delete_note_type', {
      type_name,
      action: 'migrate',
      target_type: 'meals',
      confirm: true,
    })
    expect(result).toMatchObject({
      deleted: true,
      target_type: 'meals',
      note_count: 2,
      notes: [
        { id: 'recipes/deep/stock.md', new_path: 'meals/deep/stock.md' },
        { id: 'recipes/leek-soup.md', new_path: 'meals/leek-soup.md' },
      ],
      links_break: false,
    })
    expect(await read('meals/leek-soup.md')).toBe(
      vault['recipes/leek-soup.md'].replace('type: recipes', 'type: meals'),
    )
    expect(await read('garden/leeks.md')).toContain('[[leek-soup|the soup]]')
    expect(await read('meals/deep/stock.md')).toContain('[the soup](../leek-soup.md)')
    expect(existsSync(`${folder}/main/recipes/_description.md`)).toBe(false)
    expect((await call('get_note', { identifier: 'meals/leek-soup.md' })).type).toBe('meals')
  }))

test('notes that do not fit the other type stay where they are, all of them', () =>
  withVault({ ...vault, 'recipes/bad.md': '# Bad\n' }, async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    const { error } = await call('delete_note_type', {
      type_name,
      action: 'migrate',
      target_type: 'meals',
      confirm: true,
    })
    expect(error).toMatchObject({
      code: 'VALIDATION_FAILED',
      note_count: 1,
      notes: [{ id: 'recipes/bad.md', fields: [{ field: 'servings' }] }],
    })
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test('notes whose old type refuses what the new one wants are moved and corrected as the hint says', () => {
  const described = (options: string) =>
    `# T\n\n## Purpose\nText.\n\n## Metadata Schema\n- status: State (required, select, options: ["${options}"])\n`
  const files = {
    'old/_description.md': described('open'),
    'new/_description.md': described('planning'),
    'old/k.md': '---\nstatus: open\n---\ntext\n',
  }
  return withVault(files, async ({ call }) => {
    const migrate = { type_name: 'old', action: 'migrate', target_type: 'new', confirm: true }
    const { error } = await call('delete_note_type', migrate)
    expect(error).toMatchObject({
      code: 'VALIDATION_FAILED',
      hint: expect.stringContaining('Move these notes with move_note and new_type "new"'),
    })
    expect((await call('move_note', { identifier: 'old/k.md', new_type: 'new' })).error).toBeUndefined()
    const { content_hash } = await call('get_note', { identifier: 'new/k.md' })
    const update = { identifier: 'new/k.md', metadata: { status: 'planning' }, content_hash }
    expect((await call('update_note', update)).error).toBeUndefined()
    expect((await call('delete_note_type', migrate)).error).toBeUndefined()
  })
})

test('a note that lies at the other place already is not replaced', () =>
  withVault({ ...vault, 'meals/leek-soup.md': '# Mine\n' }, async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    const { error } = await call('delete_note_type', {
      type_name,
      action: 'migrate',
      target_type: 'meals',
      confirm: true,
    })
    expect(error.code).toBe('ALREADY_EXISTS')
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test('deleting takes the notes as the vault deletes notes, and other files stay', () =>
  withVault({ ...vault, 'recipes/photo.png': 'png' }, async ({ call, read, folder }) => {
    const result = await call('delete_note_type', { type_name, action: 'delete', confirm: true })
    expect(result).toMatchObject({ action: 'delete', deleted: true, note_count: 2, links_break: false })
    expect(await read('archives/recipes/leek-soup.md')).toBe(vault['recipes/leek-soup.md'])
    expect(await read('recipes/photo.png')).toBe('png')
    const backups = Object.keys(await hashFiles(`${folder}/data`)).filter(
      (path) => path.includes('/backups/') && path.endsWith('.md'),
    )
    expect(backups).toEqual([expect.stringMatching(/recipes\/_description\.md$/)])
  }))

test('more notes than the vault allows are not deleted, but may move', () =>
  withVault({ ...vault, '.flint-note/config.yml': 'deletion:\n  max_bulk_delete: 1\n' }, async ({ call }) => {
    const deleted = await call('delete_note_type', { type_name, action: 'delete', confirm: true })
    expect(deleted.error).toMatchObject({ code: 'CONFLICT', note_count: 2, max_bulk_delete: 1 })
    const moved = await call('delete_note_type', {
      type_name,
      action: 'migrate',
      target_type: 'meals',
      confirm: true,
    })
    expect(moved.note_count).toBe(2)
  }))

test('bad input: an unknown type, no target, itself as target, a vault that forbids it', () =>
  withVault(vault, async ({ call, write, restart, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    const code = async (args: object) =>
      (await call('delete_note_type', { confirm: true, ...args })).error.code
    expect(await code({ type_name: 'nothing', action: 'error' })).toBe('TYPE_NOT_FOUND')
    expect(await code({ type_name, action: 'migrate' })).toBe('INVALID_ARGUMENT')
    expect(await code({ type_name, action: 'delete', target_type: 'meals' })).toBe('INVALID_ARGUMENT')
    expect(await code({ type_name, action: 'migrate', target_type: type_name })).toBe('INVALID_ARGUMENT')
    expect(await code({ type_name, action: 'migrate', target_type: 'nothing' })).toBe('TYPE_NOT_FOUND')
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
    await write('.flint-note/config.yml', 'deletion:\n  allow_note_type_deletion: false\n')
    await restart()
    expect(await code({ type_name, action: 'migrate', target_type: 'meals' })).toBe('PERMISSION_DENIED')
  }))

test('without confirm nothing happens, and the answer says what would', () =>
  withVault(vault, async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    const { error } = await call('delete_note_type', { type_name, action: 'delete' })
    expect(error).toMatchObject({ code: 'CONFIRMATION_REQUIRED', would: { note_count: 2, deleted: false } })
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test('notes that are not UTF-8 go along as they are, unless their text would have to change', () => {
  const bytes = Buffer.concat([Buffer.from('# Caf'), Buffer.from([0xe9]), Buffer.from('\n')])
  const typed = Buffer.concat([Buffer.from('---\ntype: old\n---\n'), bytes])
  const files = { 'old/_description.md': '# Old\n', 'new/_description.md': '# New\n', 'old/latin.md': bytes }
  return withVault({ ...files, 'old/typed.md': typed }, async ({ call, at, write }) => {
    const migrate = { type_name: 'old', action: 'migrate', target_type: 'new' }
    for (const how of [{ confirm: true }, { dry_run: true }])
      expect((await call('delete_note_type', { ...migrate, ...how })).error).toMatchObject({
        code: 'CONFLICT',
      })
    expect(await readFile(at('old/typed.md'))).toEqual(typed)
    await write('old/typed.md', bytes)
    await call('delete_note_type', { ...migrate, confirm: true })
    expect(await readFile(at('new/latin.md'))).toEqual(bytes)
    await call('delete_note_type', { type_name: 'new', action: 'delete', confirm: true })
    expect(await readFile(at('archives/new/latin.md'))).toEqual(bytes)
  })
})
