import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hashFiles, hashOf } from '../../support/hash-files.ts'
import { column } from '../../support/plain.ts'
import { withVault } from '../../support/with-vault.ts'
import { sampleVault } from '../sample-vault.ts'

const leeks = sampleVault['garden/leeks.md']
const vault = { id: 'main', name: 'The main vault', is_current: true }
const settings = (text: string) => ({ ...sampleVault, '.flint-note/config.yml': text })

test('without confirm nothing happens, and the answer says what would', () =>
  withVault(sampleVault, async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    const { error } = await call('delete_note', { identifier: 'Leeks' })
    expect(error).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      would: {
        id: 'garden/leeks.md',
        archive_path: 'archives/garden/leeks.md',
        mode: 'archive',
        deleted: false,
        backlink_count: 1,
      },
      hint: expect.stringContaining('confirm: true'),
    })
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test('a note is archived, and its reason kept', () =>
  withVault(sampleVault, async ({ call, read }) => {
    const result = await call('delete_note', { identifier: 'Leeks', reason: 'All eaten', confirm: true })
    expect(result).toEqual({
      vault,
      id: 'garden/leeks.md',
      old_path: 'garden/leeks.md',
      new_path: 'archives/garden/leeks.md',
      archive_path: 'archives/garden/leeks.md',
      mode: 'archive',
      deleted: true,
      backlinks: [
        {
          id: 'recipes/leek-soup.md',
          target: 'garden/leeks.md',
          line_number: 13,
          context: 'Needs three [[Leeks]] and some [[stock]].',
        },
      ],
      backlink_count: 1,
      links_break: false,
      updated_references: [],
      change_id: expect.any(String),
      content_hash: expect.any(String),
      diff: expect.stringContaining('+archived_reason: All eaten'),
      lines_changed: '+1 -0',
      updated_reference_count: 0,
    })
    const text = await read('archives/garden/leeks.md')
    expect(text.replace('archived_reason: All eaten\n', '')).toBe(leeks)
    expect(result.content_hash).toBe(hashOf(text))
    expect(column((await call('list_notes')).notes, 'id')).not.toContain('garden/leeks.md')
    expect((await call('search_notes', { query: 'sown march' })).results).toEqual([])
    expect((await call('search_notes', { query: 'sown march', include_archived: true })).total).toBe(1)
  }))

test('a dry run shows what archiving does to the notes whose links follow', () =>
  withVault(
    { 'a.md': '# A\n', 'b.md': '# B\n\n[it](a.md)\n', 't/_description.md': '# t\n' },
    async ({ call }) => {
      const rewritten = [{ path: 'b.md', diff: expect.stringContaining('+[it](archives/a.md)') }]
      for (const [tool, args] of [
        ['delete_note', { identifier: 'a.md' }],
        ['bulk_delete_notes', { pattern: 'a*' }],
      ] as const) {
        const planned = await call(tool, { ...args, mode: 'archive', dry_run: true })
        expect(planned).toMatchObject({ updated_reference_count: 1, changes: rewritten })
        const trashed = await call(tool, { ...args, mode: 'trash', dry_run: true })
        expect(trashed).not.toHaveProperty('changes')
      }
      const done = await call('delete_note', { identifier: 'a.md', mode: 'archive', confirm: true })
      expect(done).toMatchObject({ updated_reference_count: 1 })
      expect(done).not.toHaveProperty('changes')
    },
  ))

test('what is archived already cannot be archived again', () =>
  withVault(sampleVault, async ({ call }) => {
    const args = { identifier: 'archives/garden/leeks.md', confirm: true }
    await call('delete_note', { identifier: 'Leeks', confirm: true })
    expect((await call('delete_note', args)).error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      hint: expect.stringContaining('permanent'),
    })
    expect((await call('delete_note', { ...args, mode: 'permanent' })).deleted).toBe(true)
  }))

test('two notes of one name both find room in the archive', () =>
  withVault({ 'a.md': 'First', 'archives/a.md': 'Older' }, async ({ call, read }) => {
    const { archive_path } = await call('delete_note', { identifier: 'a.md', confirm: true })
    expect(archive_path).toBe('archives/a 2.md')
    expect(await read('archives/a.md')).toBe('Older')
    expect(await read('archives/a 2.md')).toBe('First')
  }))

test('the trash lies in .flint-note and is no part of the vault', () =>
  withVault(sampleVault, async ({ call, read }) => {
    const result = await call('delete_note', { identifier: 'Leeks', mode: 'trash', confirm: true })
    expect(result).toMatchObject({ mode: 'trash', new_path: '.flint-note/trash/garden/leeks.md' })
    expect(result).not.toHaveProperty('archive_path')
    expect(await read('.flint-note/trash/garden/leeks.md')).toBe(leeks)
    // A vault that was adopted is often in git, which must not take the trash in.
    expect(await read('.flint-note/.gitignore')).toContain('*')
    expect((await call('get_note', { identifier: 'Leeks' })).error.code).toBe('NOT_FOUND')
    expect((await call('list_notes')).total).toBe(2)
  }))

test('a stale hash deletes nothing; an unknown note neither', () =>
  withVault(sampleVault, async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    const stale = { identifier: 'Leeks', content_hash: hashOf('old'), confirm: true }
    expect((await call('delete_note', stale)).error.code).toBe('CONTENT_HASH_MISMATCH')
    expect((await call('delete_note', { identifier: 'nothing', confirm: true })).error.code).toBe('NOT_FOUND')
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test('a dry run needs no confirmation and changes nothing', () =>
  withVault(sampleVault, async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    for (const mode of ['archive', 'trash', 'permanent']) {
      const plan = await call('delete_note', { identifier: 'Leeks', mode, dry_run: true })
      expect(plan).toMatchObject({ mode, deleted: false, dry_run: true, backlink_count: 1 })
    }
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

describe("the vault's settings", () => {
  test('default_mode says how', () =>
    withVault(settings('deletion:\n  default_mode: trash\n'), async ({ call }) => {
      expect(await call('delete_note', { identifier: 'Leeks', confirm: true })).toMatchObject({
        mode: 'trash',
      })
    }))

  test('require_confirmation: false asks nobody', () =>
    withVault(settings('deletion:\n  require_confirmation: false\n'), async ({ call }) => {
      expect(await call('delete_note', { identifier: 'Leeks' })).toMatchObject({ deleted: true })
    }))

  test('permissions.destructive beats require_confirmation', () =>
    withVault(
      settings('deletion:\n  require_confirmation: false\npermissions:\n  destructive: ask\n'),
      async ({ call }) => {
        expect((await call('delete_note', { identifier: 'Leeks' })).error.code).toBe('CONFIRMATION_REQUIRED')
      },
    ))

  test('what is removed for good is backed up in the data folder first', () =>
    withVault(sampleVault, async ({ call, folder }) => {
      const result = await call('delete_note', { identifier: 'Leeks', mode: 'permanent', confirm: true })
      expect(result).toMatchObject({ deleted: true, mode: 'permanent' })
      expect(result).not.toHaveProperty('new_path')
      expect(existsSync(join(folder, 'main/garden/leeks.md'))).toBe(false)
      const backups = Object.entries(await hashFiles(join(folder, 'data'))).filter(([path]) =>
        path.endsWith('leeks.md'),
      )
      expect(backups).toEqual([[expect.stringContaining('/backups/'), hashOf(leeks)]])
    }))

  test('a backup that cannot be written keeps the note', () =>
    withVault(settings('deletion:\n  backup_path: journal.md\n'), async ({ call, read }) => {
      const { error } = await call('delete_note', { identifier: 'Leeks', mode: 'permanent', confirm: true })
      expect(error).toMatchObject({ code: 'PERMISSION_DENIED', hint: expect.stringContaining('backup_path') })
      expect(await read('garden/leeks.md')).toBe(leeks)
    }))

  test('backup_path says where, create_backups whether', async () => {
    await withVault(settings('deletion:\n  backup_path: .flint-note/backups\n'), async ({ call, at }) => {
      await call('delete_note', { identifier: 'Leeks', mode: 'permanent', confirm: true })
      const [stamp = ''] = readdirSync(at('.flint-note/backups'))
      expect(existsSync(at(`.flint-note/backups/${stamp}/garden/leeks.md`))).toBe(true)
    })
    await withVault(settings('deletion:\n  create_backups: false\n'), async ({ call, folder }) => {
      await call('delete_note', { identifier: 'Leeks', mode: 'permanent', confirm: true })
      expect(Object.keys(await hashFiles(folder)).filter((path) => path.endsWith('leeks.md'))).toEqual([])
    })
  })
})

describe('a note that is not UTF-8', () => {
  const bytes = Buffer.concat([Buffer.from('# Caf'), Buffer.from([0xe9]), Buffer.from('\n\nold text\n')])
  const files = { 'old/latin.md': bytes, 'index.md': 'To [[latin]].\n' }
  const refusal = { code: 'CONFLICT', hint: expect.stringContaining('trash') }

  for (const [mode, to] of [
    ['archive', 'archives/old/latin.md'],
    ['trash', '.flint-note/trash/old/latin.md'],
  ] as const) {
    test(`goes to the ${mode} with all its bytes, and comes back`, () =>
      withVault(files, async ({ call, at }) => {
        const { change_id } = await call('delete_note', { identifier: 'old/latin.md', mode, confirm: true })
        expect(readFileSync(at(to))).toEqual(bytes)
        expect(existsSync(at('old/latin.md'))).toBe(false)
        await call('undo_change', { change_id })
        expect(readFileSync(at('old/latin.md'))).toEqual(bytes)
      }))
  }

  test('is not removed for good, nor given a reason: neither could keep its bytes', () =>
    withVault(files, async ({ call, at }) => {
      const args = { identifier: 'old/latin.md', confirm: true }
      expect((await call('delete_note', { ...args, mode: 'permanent' })).error).toMatchObject(refusal)
      expect((await call('delete_note', { ...args, reason: 'Old' })).error).toMatchObject({
        code: 'CONFLICT',
        hint: expect.stringContaining('reason'),
      })
      expect(readFileSync(at('old/latin.md'))).toEqual(bytes)
    }))

  test('is deleted among others, too', () =>
    withVault({ ...files, 'old/b.md': '# B\n' }, async ({ call, at }) => {
      const args = { pattern: 'old/**', mode: 'trash', confirm: true }
      expect(await call('bulk_delete_notes', args)).toMatchObject({ deleted: true, note_count: 2 })
      expect(readFileSync(at('.flint-note/trash/old/latin.md'))).toEqual(bytes)
    }))
})
