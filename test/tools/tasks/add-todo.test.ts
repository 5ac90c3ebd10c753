import { describe, expect, test } from 'vitest'
import { hashFiles, hashOf } from '../../support/hash-files.ts'
import { lines } from '../../support/lines.ts'
import { withVault } from '../../support/with-vault.ts'
import { sampleVault } from '../sample-vault.ts'

test('the task comes below the last one, with its line', () =>
  withVault(
    { 'a.md': lines('# A', '* [ ] one', '  more', '* [x] two', '', 'Text.') },
    async ({ call, read }) => {
      const result = await call('add_todo', { identifier: 'A', text: ' - [ ] three ' })
      expect(await read('a.md')).toBe(
        lines('# A', '* [ ] one', '  more', '* [x] two', '* [ ] three', '', 'Text.'),
      )
      expect(result).toMatchObject({
        id: 'a.md',
        path: 'a.md',
        line_number: 5,
        task_text: 'three',
        change_id: expect.any(String),
        diff: expect.stringContaining('+* [ ] three'),
      })
      expect((await call('get_todos')).todos).toHaveLength(2)
    },
  ))

test('a board of Kanban gets it in its first lane, not in the archive below the last one', () => {
  const rest = '\n## Done\n\n- [x] dig\n\n***\n\n## Archive\n\n- [x] plan\n\n%% kanban:settings\n{}\n%%\n'
  const before = `---\nkanban-plugin: board\n---\n\n## Plots\n\n- [ ] sow\n${rest}`
  return withVault({ 'board.md': before }, async ({ call, read }) => {
    await call('add_todo', { identifier: 'board.md', text: 'water' })
    expect(await read('board.md')).toBe(before.replace('sow\n', 'sow\n- [ ] water\n'))
    await call('add_todo', { identifier: 'board.md', text: 'rest', section_header: 'Done' })
    expect(await read('board.md')).toContain('- [x] dig\n- [ ] rest\n\n***\n')
  })
})

test('in a section it comes before the subsections', () =>
  withVault(
    { 'a.md': lines('## Do', '- [ ] a', '### Later', '- [ ] b', '## Done') },
    async ({ call, read }) => {
      await call('add_todo', { identifier: 'a', text: 'new', section_header: 'Do' })
      await call('add_todo', { identifier: 'a', text: 'last', section_header: 'Done' })
      expect(await read('a.md')).toBe(
        lines('## Do', '- [ ] a', '- [ ] new', '### Later', '- [ ] b', '## Done', '', '- [ ] last'),
      )
    },
  ))

describe('what is refused leaves every byte', () => {
  const cases: readonly (readonly [string, object, string])[] = [
    ['a missing section', { section_header: 'None' }, 'SECTION_NOT_FOUND'],
    ['one of several', { section_header: 'Log' }, 'SECTION_NOT_FOUND'],
    ['two lines', { text: 'a\nb' }, 'INVALID_ARGUMENT'],
    ['a blank text', { text: ' ' }, 'INVALID_ARGUMENT'],
    ['a NUL', { text: 'a\0b' }, 'INVALID_ARGUMENT'],
    ['a note that ends in open code', { identifier: 'open' }, 'CONFLICT'],
    ['a stale hash', { content_hash: hashOf('old') }, 'CONTENT_HASH_MISMATCH'],
  ]
  test.each(cases)('%s', (_what, args, code) =>
    withVault(
      { ...sampleVault, 'log.md': lines('# Log', '## Log', '### Do'), 'open.md': '```\ncode\n' },
      async ({ call, folder }) => {
        const before = await hashFiles(`${folder}/main`)
        const { error } = await call('add_todo', { identifier: 'log', text: 'x', ...args })
        expect(error).toMatchObject({ code, hint: expect.any(String) })
        expect(await hashFiles(`${folder}/main`)).toEqual(before)
      },
    ),
  )
})
