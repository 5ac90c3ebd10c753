import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashFiles } from '../../support/hash-files.ts'
import { column } from '../../support/plain.ts'
import { withVault } from '../../support/with-vault.ts'

const vault = {
  'drafts/one.md': '# One\n\nSee [[two]] and #old.\n',
  'drafts/two.md': '# Two\n\n#old #loved\n',
  'drafts/deep/three.md': '# Three\n',
  'kept.md': '# Kept\n\nReads [[one]] and [[drafts/deep/three|the third]].\n',
}

test('every note that fits is archived with its links, as one change', () =>
  withVault(vault, async ({ call, read }) => {
    const result = await call('bulk_delete_notes', { pattern: 'drafts/**', confirm: true })
    expect(result).toMatchObject({
      mode: 'archive',
      deleted: true,
      note_count: 3,
      notes: [
        { id: 'drafts/deep/three.md', new_path: 'archives/drafts/deep/three.md' },
        { id: 'drafts/one.md', new_path: 'archives/drafts/one.md' },
        { id: 'drafts/two.md', new_path: 'archives/drafts/two.md' },
      ],
      backlink_count: 2,
      links_break: false,
      change_id: expect.any(String),
    })
    // What is found by its name still is; what was found by its path is written anew.
    expect(await read('kept.md')).toContain('Reads [[one]] and [[')
    expect((await call('find_broken_links')).total).toBe(0)
    const { backlinks } = await call('get_backlinks', { identifier: 'archives/drafts/one.md' })
    expect(column(backlinks, 'id')).toEqual(['kept.md'])
  }))

test('type, tags and pattern must all fit', () =>
  withVault(vault, async ({ call }) => {
    const chosen = async (args: object) =>
      column((await call('bulk_delete_notes', { ...args, dry_run: true })).notes, 'id')
    expect(await chosen({ tags: ['old'] })).toEqual(['drafts/one.md', 'drafts/two.md'])
    expect(await chosen({ tags: ['old', 'loved'] })).toEqual(['drafts/two.md'])
    expect(await chosen({ type: 'drafts', pattern: 'drafts/*.md' })).toEqual([
      'drafts/one.md',
      'drafts/two.md',
    ])
    expect(await chosen({ pattern: '**/t*.md' })).toEqual(['drafts/deep/three.md', 'drafts/two.md'])
    expect(await chosen({ pattern: 'nothing/**' })).toEqual([])
  }))

test('a dry run and a call without confirm change nothing and say what would happen', () =>
  withVault(vault, async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    const plan = await call('bulk_delete_notes', { type: 'drafts', mode: 'trash', dry_run: true })
    expect(plan).toMatchObject({
      deleted: false,
      dry_run: true,
      note_count: 3,
      links_break: true,
      backlink_count: 2,
    })
    const { error } = await call('bulk_delete_notes', { type: 'drafts' })
    expect(error).toMatchObject({ code: 'CONFIRMATION_REQUIRED', would: { note_count: 3 } })
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test('no more notes than the vault allows are deleted in one call', () =>
  withVault(
    { ...vault, '.flint-note/config.yml': 'deletion:\n  max_bulk_delete: 2\n' },
    async ({ call, folder }) => {
      const before = await hashFiles(`${folder}/main`)
      const { error } = await call('bulk_delete_notes', { type: 'drafts', confirm: true })
      expect(error).toMatchObject({
        code: 'CONFLICT',
        note_count: 3,
        max_bulk_delete: 2,
        hint: expect.stringContaining('max_bulk_delete'),
      })
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
      expect(await call('bulk_delete_notes', { tags: ['old'], confirm: true })).toMatchObject({
        note_count: 2,
      })
    },
  ))

test('a choice without a limit is refused', () =>
  withVault(vault, async ({ call }) => {
    expect((await call('bulk_delete_notes', { confirm: true })).error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      hint: expect.stringContaining('pattern'),
    })
    expect((await call('bulk_delete_notes', { tags: [], confirm: true })).error.code).toBe('INVALID_ARGUMENT')
  }))

test('where one of them cannot be archived, none is', () =>
  withVault({ ...vault, 'archives/old.md': '# Old\n\n#old\n' }, async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    expect((await call('bulk_delete_notes', { tags: ['old'], confirm: true })).error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('archives/old.md'),
    })
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test('what is removed for good is backed up first', () =>
  withVault(vault, async ({ call, folder }) => {
    await call('bulk_delete_notes', { tags: ['old'], mode: 'permanent', confirm: true })
    expect(existsSync(join(folder, 'main/drafts/one.md'))).toBe(false)
    const backups = Object.keys(await hashFiles(join(folder, 'data'))).filter(
      (path) => path.includes('/backups/') && path.endsWith('.md'),
    )
    expect(backups.map((path) => path.split('/').at(-1)).sort()).toEqual(['one.md', 'two.md'])
  }))

test('where no note fits, nothing is deleted and nothing made', () =>
  withVault({ 'a.md': 'A\n' }, async ({ call }) => {
    const result = await call('bulk_delete_notes', { type: 'peple', mode: 'trash', confirm: true })
    expect([result.deleted, result.note_count]).toEqual([false, 0])
    expect((await call('list_changes')).total).toBe(0)
  }))
