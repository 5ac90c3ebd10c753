import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withVault } from '../../support/with-vault.ts'

/** 11 MB: longer than notes are edited. */
const tooLong = `# Very long\n\nSee [other](other.md).\n${'A line of sixty characters or so, which says not very much.\n'.repeat(185_000)}The last line.\n`

const vault = {
  'long.md': tooLong,
  'other.md': '# Other\n',
  'a.md': '# A\n\nSee [[long|the long one]] and [it](./long.md).\n',
  'more/b.md': '# B\n',
}

test('a note of any length is moved, links to it follow, and nothing in it is changed', () =>
  withVault(vault, async ({ call, read }) => {
    const moved = await call('move_note', { identifier: 'long.md', to: 'more/longer.md' })
    expect(moved).toMatchObject({ new_id: 'more/longer.md', updated_references: [{ id: 'a.md', links: 2 }] })
    expect(moved.warnings).toEqual([
      'more/longer.md is longer than 10 MB, so that nothing in it was changed: links in it that name it or go out from its folder may lead elsewhere now.',
    ])
    expect(await read('more/longer.md')).toBe(tooLong)
    expect(await read('a.md')).toBe('# A\n\nSee [[longer|the long one]] and [it](./more/longer.md).\n')
    await call('undo_change', { change_id: moved.change_id })
    expect(await read('long.md')).toBe(tooLong)
    expect(await read('a.md')).toBe(vault['a.md'])
  }))

test('a folder moves with a note of any length in it', () =>
  withVault(
    { 'in/long.md': tooLong, 'in/other.md': '# Other\n', 'a.md': 'See [[in/long]].\n' },
    async ({ call, read }) => {
      const moved = await call('move_note', { identifier: 'in/', to: 'out', create_folders: true })
      expect(moved.error).toBeUndefined()
      expect(await read('out/long.md')).toBe(tooLong)
      expect(await read('a.md')).toBe('See [[long]].\n')
    },
  ))

test('of a long file that is no note nothing is said of links in it', () =>
  withVault({ ...vault, 'scan.pdf': tooLong }, async ({ call, read }) => {
    const moved = await call('move_note', { identifier: 'scan.pdf', to: 'more/scan.pdf' })
    expect(moved).toMatchObject({ new_id: 'more/scan.pdf' })
    expect(moved.warnings ?? []).toEqual([])
    expect(await read('more/scan.pdf')).toBe(tooLong)
  }))

test.each(['archive', 'trash'])('a note of any length goes to the %s and comes back', (mode) =>
  withVault(vault, async ({ call, read }) => {
    const deleted = await call('delete_note', { identifier: 'long.md', mode, confirm: true })
    expect(deleted).toMatchObject({ deleted: true, backlink_count: 2 })
    expect(await read(deleted.new_path)).toBe(tooLong)
    await call('undo_change', { change_id: deleted.change_id })
    expect(await read('long.md')).toBe(tooLong)
  }),
)

test('a note of any length is removed for good after a backup, and it is said what has it then', () =>
  withVault(vault, async ({ call, folder }) => {
    const deleted = await call('delete_note', { identifier: 'long.md', mode: 'permanent', confirm: true })
    expect(deleted.warnings).toEqual([
      'long.md is longer than 10 MB, and of such notes the history keeps no text: once it is removed, only its backup has it.',
    ])
    const data = await readdir(join(folder, 'data'), { recursive: true })
    const [backup = ''] = data.filter((name) => name.endsWith('long.md'))
    expect(await readFile(join(folder, 'data', backup), 'utf8')).toBe(tooLong)
    const { error } = await call('undo_change', { change_id: deleted.change_id })
    expect(error).toMatchObject({ code: 'CONFLICT', path: 'long.md' })
    expect(error.message).toBe(
      'long.md cannot be brought back: it was longer than 10 MB, and of such notes the history keeps no text.',
    )
  }))

test('a reason cannot be written into a note of any length, and says what helps', () =>
  withVault(vault, async ({ call, read }) => {
    const args = { identifier: 'long.md', mode: 'archive', reason: 'over', confirm: true }
    const { error } = await call('delete_note', args)
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', path: 'long.md' })
    expect(error.hint).toBe('Leave reason out: then the file is moved with all its bytes.')
    expect(await read('long.md')).toBe(tooLong)
  }))

test('what a note that cannot be edited links to does not move', () =>
  withVault(vault, async ({ call, read }) => {
    const { error } = await call('move_note', { identifier: 'other.md', to: 'more/other.md' })
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', path: 'long.md' })
    expect(error.hint).toBe('It links to what would move. Change that link with an editor first.')
    expect(await read('other.md')).toBe('# Other\n')
  }))

test('no note is made or grows beyond what can be edited, and nothing is written', () =>
  withVault({ 'a.md': 'é'.repeat(4_999_000) }, async ({ call, read }) => {
    const before = await read('a.md')
    const content = 'é'.repeat(2_000)
    for (const [tool, args] of [
      ['append_to_note', { identifier: 'a.md', content }],
      ['update_note', { identifier: 'a.md', mode: 'append', content }],
      ['create_note', { title: 'New', path: 'new.md', content: 'é'.repeat(5_000_001) }],
    ] as const) {
      const { error } = await call(tool, args)
      expect(error, tool).toMatchObject({ code: 'INVALID_ARGUMENT', most_bytes: 10_000_000 })
      expect(error.message).toMatch(
        /^\w+\.md would be 10 MB long, and notes are edited up to 10 MB\. Nothing was changed\.$/,
      )
      expect(error.hint).toBe('Put the text into several notes that link to each other.')
    }
    expect(await read('a.md')).toBe(before)
    await expect(read('new.md')).rejects.toThrow('ENOENT')
  }))

test('lines of a note of any length are found', () =>
  withVault({ 'long.md': `---\nuntrusted: true\n---\n${tooLong}` }, async ({ call }) => {
    const found = await call('search_text', { pattern: 'The last line' })
    expect(found.error).toBeUndefined()
    expect(found.results[0]).toMatchObject({ path: 'long.md', untrusted: true })
  }))
