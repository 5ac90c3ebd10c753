import { expect, test } from 'vitest'
import { hashFiles } from '../support/hash-files.ts'
import { withVault } from '../support/with-vault.ts'

const twins = {
  'Twin.md': 'big\n',
  'twin.md': 'small\n',
  'dir/.keep': '',
  'tl.md': '[[Twin]] [[twin]] [x](Twin.md) [y](twin.md)\n',
}
const isCaseBlind = process.platform === 'darwin' || process.platform === 'win32'

test.skipIf(isCaseBlind)(
  'a move, a deletion and a new name beside a case twin are undone and done again',
  () =>
    withVault(twins, async ({ call, at }) => {
      const before = await hashFiles(at('.'))
      const changes = [
        await call('rename_note', { identifier: 'Twin.md', new_title: 'Other', rename_file: true }),
        await call('move_note', { identifier: 'twin.md', to: 'dir/moved.md' }),
        await call('delete_note', { identifier: 'tl.md', mode: 'permanent', confirm: true }),
      ]
      const after = await hashFiles(at('.'))
      const undone = []
      for (const { change_id } of changes.reverse()) undone.push(await call('undo_change', { change_id }))
      expect(undone.map(({ error }) => error)).toEqual([undefined, undefined, undefined])
      expect(await hashFiles(at('.'))).toEqual(before)
      for (const { change_id } of undone.reverse())
        expect((await call('undo_change', { change_id })).error).toBeUndefined()
      expect(await hashFiles(at('.'))).toEqual(after)
    }),
)

test.skipIf(isCaseBlind)('a title beside a case twin is changed and given back', () =>
  withVault(twins, async ({ call, at, read }) => {
    const before = await hashFiles(at('.'))
    const { change_id, error } = await call('rename_note', { identifier: 'Twin.md', new_title: 'Other' })
    expect(error).toBeUndefined()
    expect(await read('twin.md')).toBe('small\n')
    expect((await call('undo_change', { change_id })).error).toBeUndefined()
    expect(await hashFiles(at('.'))).toEqual(before)
  }),
)

test.skipIf(isCaseBlind)('an undo still replaces nothing that has the very name', () =>
  withVault(twins, async ({ call, write, read }) => {
    const { change_id } = await call('move_note', { identifier: 'Twin.md', to: 'dir/moved.md' })
    await write('Twin.md', 'new\n')
    const refused = await call('undo_change', { change_id })
    expect(refused.error).toMatchObject({ code: 'CONFLICT', conflicts: [{ path: 'Twin.md' }] })
    expect(await read('Twin.md')).toBe('new\n')
  }),
)

test.skipIf(isCaseBlind)('case twins that are archived together get names of their own', () =>
  withVault(twins, async ({ call, read }) => {
    const { error } = await call('bulk_delete_notes', { pattern: '[Tt]win.md', confirm: true })
    expect(error).toBeUndefined()
    expect(await read('archives/Twin.md')).toContain('big')
    expect(await read('archives/twin 2.md')).toContain('small')
    expect(await read('tl.md')).toBe('[[Twin]] [[twin 2]] [x](archives/Twin.md) [y](archives/twin%202.md)\n')
  }),
)

test.skipIf(isCaseBlind)('a note gets no case twin in a folder that is itself one', () =>
  withVault({ 'a/x.md': 'x\n', 'A/y.md': 'y\n', 'n.md': 'n\n' }, async ({ call, at }) => {
    const before = await hashFiles(at('.'))
    const { error } = await call('move_note', { identifier: 'n.md', to: 'A/x.md' })
    expect(error).toMatchObject({ code: 'ALREADY_EXISTS', path: 'a/x.md' })
    expect(await hashFiles(at('.'))).toEqual(before)
  }),
)

test.skipIf(isCaseBlind)('each link leads to the twin that it writes, and follows only that one', () =>
  withVault(twins, async ({ call, read }) => {
    const links = await call('get_note_links', { identifier: 'tl.md' })
    const targets = links.outgoing_internal.map((link: { target_note_id: string }) => link.target_note_id)
    expect(targets).toEqual(['Twin.md', 'twin.md', 'Twin.md', 'twin.md'])
    const moved = await call('rename_note', { identifier: 'Twin.md', new_title: 'Other', rename_file: true })
    expect(moved.updated_references).toMatchObject([{ id: 'tl.md', links: 2 }])
    expect(await read('tl.md')).toBe('[[other]] [[twin]] [x](other.md) [y](twin.md)\n')
  }),
)

test('a name is taken where only folders differ, in case or in how accents are typed', () =>
  withVault(
    {
      'A/n.md': 'n\n',
      'A/new.md': 'new\n',
      'Caf\u00e9/x.md': 'x\n',
      'm.md': '# M\n\n## Part\ntext\n',
      'A/to/y.md': 'y\n',
      'to/x.md': 'x\n',
    },
    async ({ call, at }) => {
      const before = await hashFiles(at('.'))
      const part = { identifier: 'm.md', section_header: 'Part', destination_directory: 'a' }
      const refused = [
        await call('create_note', { path: 'a/N.md', title: 'n', content: 'c' }),
        await call('create_note', { directory: 'Cafe\u0301', title: 'X', content: 'c' }),
        await call('extract_section', { ...part, new_title: 'New' }),
        await call('move_note', { identifier: 'm.md', to: 'a/n.md', create_folders: true }),
        await call('move_note', { identifier: 'to/', to: 'a/to', create_folders: true }),
      ]
      expect(refused.map(({ error }) => [error.code, error.path])).toEqual([
        ['ALREADY_EXISTS', 'A/n.md'],
        ['ALREADY_EXISTS', 'Caf\u00e9/x.md'],
        ['ALREADY_EXISTS', 'A/new.md'],
        ['ALREADY_EXISTS', 'A/n.md'],
        ['ALREADY_EXISTS', 'A/to'],
      ])
      expect(await hashFiles(at('.'))).toEqual(before)
      const notes = ['q/B1', 'Q/b1'].map((path) => ({ path, title: path, content: 'c' }))
      expect(await call('create_note', { notes })).toMatchObject({
        results: [{ success: true }, { success: false, error: { code: 'ALREADY_EXISTS', path: 'q/B1.md' } }],
      })
    },
  ))

test('a folder may get another case, and a new name may lie in a folder that differs in case', () =>
  withVault({ 'A/n.md': 'n\n' }, async ({ call, read }) => {
    expect((await call('move_note', { identifier: 'A/', to: 'a' })).error).toBeUndefined()
    expect(await read('a/n.md')).toBe('n\n')
    const other = await call('create_note', { path: 'A/other.md', title: 'Other', content: 'c' })
    expect(other.error).toBeUndefined()
  }))

test('the note of the day is found in a folder of another case', () =>
  withVault(
    { 'Journal/2026-03-01.md': 'today\n', '.obsidian/daily-notes.json': '{"folder": "journal"}' },
    async ({ call }) => {
      const opened = await call('open_daily_note', { date: '2026-03-01' })
      expect(opened).toMatchObject({ path: 'Journal/2026-03-01.md' })
    },
  ))

test('a Greek name that ends in a small sigma differs in case alone from its capitals', () =>
  withVault({ '.obsidian/app.json': '{}' }, async ({ call }) => {
    expect((await call('create_note', { title: 'ΣΑΣ', directory: '/' })).id).toBe('ΣΑΣ.md')
    const refused = await call('create_note', { title: 'σας', directory: '/' })
    expect(refused.error).toMatchObject({ code: 'ALREADY_EXISTS' })
  }))

test.skipIf(isCaseBlind)('a link means the Greek name that it writes', () => {
  const links = '[[ΣΑΣ]] [[σας]] [x](σας.md)\n'
  return withVault({ 'ΣΑΣ.md': 'big\n', 'σας.md': 'small\n', 'tl.md': links }, async ({ call, read }) => {
    const { links: found } = await call('get_links', { identifier: 'tl.md' })
    expect(found.map(({ path }: { path: string }) => path)).toEqual(['ΣΑΣ.md', 'σας.md', 'σας.md'])
    await call('move_note', { identifier: 'ΣΑΣ.md', to: 'Neu.md' })
    expect(await read('tl.md')).toBe(links.replace('ΣΑΣ', 'Neu'))
  })
})
