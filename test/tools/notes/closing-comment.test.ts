import { expect, test } from 'vitest'
import { lines } from '../../support/lines.ts'
import { withVault } from '../../support/with-vault.ts'

const settings = ['%% kanban:settings', '```', '{"kanban-plugin":"board"}', '```', '%%']
const head = ['---', 'kanban-plugin: board', '---', '', '## Todo', '', '- [ ] one', '', '## Done', '']
const board = (...done: readonly string[]) => [...head, ...done, ...settings].join('\n')

test.each([
  ['append_to_note', { content: '- [x] three' }, ['- [x] two', '- [x] three', '', '']],
  ['append_to_note', { content: '- [x] three', under: 'Done' }, ['- [x] two', '- [x] three', '', '']],
  [
    'append_to_note',
    { content: 'Text', section_header: 'Log' },
    ['- [x] two', '', '### Log', '', 'Text', '', ''],
  ],
  ['replace_section', { section_header: 'Done', new_content: 'None' }, null],
  ['extract_section', { section_header: 'Done', new_title: 'Old', destination_directory: '.' }, null],
  ['add_todo', { text: 'three', section_header: 'Done' }, ['- [x] two', '- [ ] three', '', '']],
] as const)('%s %j leaves the comment that closes a note', async (tool, given, done) => {
  await withVault({ 'board.md': board('- [x] two', '', '') }, async ({ call, read }) => {
    expect((await call(tool, { identifier: 'board', ...given })).error).toBeUndefined()
    const after = await read('board.md')
    expect(after.endsWith(`\n\n${settings.join('\n')}`)).toBe(true)
    if (done !== null) expect(after).toBe(board(...done))
    else expect(after).not.toContain('two')
  })
})

test('a task in an empty last lane, and text below one without a blank line, come before the comment', async () => {
  await withVault({ 'board.md': board('') }, async ({ call, read }) => {
    await call('add_todo', { identifier: 'board', text: 'three', section_header: 'Done' })
    expect(await read('board.md')).toBe(board('- [ ] three', '', ''))
  })
  await withVault({ 'a.md': lines('Text', '%%', 'hidden', '%%') }, async ({ call, read }) => {
    await call('append_to_note', { identifier: 'a', content: 'More' })
    expect(await read('a.md')).toBe(lines('Text', 'More', '', '%%', 'hidden', '%%'))
    const open = await call('append_to_note', { identifier: 'a', content: '```' })
    expect(open).toMatchObject({ error: { code: 'VALIDATION_FAILED' } })
  })
})

test('a section that is read ends before the comment; one in its midst, or in a list, is part of it', () =>
  withVault(
    {
      'board.md': board('- [x] two', '', ''),
      'mid.md': lines('# A', '%%', 'x', '%%', 'y'),
      'item.md': lines('# A', '- a', '  %%', '  x', '  %%'),
    },
    async ({ call }) => {
      const contentOf = async (identifier: string, section: string) =>
        (await call('get_note', { identifier, section })).content
      expect(await contentOf('board', 'Done')).toBe('## Done\n\n- [x] two\n\n\n')
      expect(await contentOf('mid', 'A')).toBe(lines('# A', '%%', 'x', '%%', 'y'))
      expect(await contentOf('item', 'A')).toBe(lines('# A', '- a', '  %%', '  x', '  %%'))
    },
  ))
