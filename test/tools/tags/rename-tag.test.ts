import { expect, test } from 'vitest'
import { renameTagInText } from '../../../src/markdown/edit/rename-tag-in-text.ts'
import { hashFiles } from '../../support/hash-files.ts'
import { unwatched } from '../../support/unwatched.ts'
import { withVault } from '../../support/with-vault.ts'

test.each([
  ['#work #Work/now, (#WORK) #workshop #a/work', 'work', 'job', '#job #job/now, (#WORK) #workshop #a/work'],
  ['%% #work %% x\n\n%%\n# h\n- [ ] #work\n%%', 'work', 'job', '%% #job %% x\n\n%%\n# h\n- [ ] #job\n%%'],
  ['`#work` <!-- #work --> [[x#work]] # work\n\n    #work', 'work', 'job', null],
  [
    '---\ntags: [work, "Work/x", other] # c\n---\n',
    'work',
    'job',
    '---\ntags: [job, "job/x", other] # c\n---\n',
  ],
  ['---\ntags:\n  - work # c\n  - b\n---\n#work', 'WORK', 'job', '---\ntags:\n  - job # c\n  - b\n---\n#job'],
  ['---\ntags: [a, job, work]\n---\n', 'work', 'job', '---\ntags: [a, job]\n---\n'],
  ['---\ntags: [work, a, Job]\n---\n', 'work', 'job', '---\ntags: [a, Job]\n---\n'],
  ['---\ntags: work, a job\n---\n', 'work', 'job', '---\ntags: a job\n---\n'],
  ['---\ntags: "a, work"\n---\n', 'work', 'b/c', '---\ntags: "a, b/c"\n---\n'],
  ['---\nTags:\r\n- a/b\r\n- a\r\n---\r\n', 'a', 'a/c', '---\nTags:\r\n- a/c/b\r\n- a/c\r\n---\r\n'],
  ['---\ntag: work\ntitle: work\n---\n', 'work', 'Work', '---\ntag: Work\ntitle: work\n---\n'],
  ['---\ntags: [work]\n---\n', 'work', 'null', '---\ntags: ["null"]\n---\n'],
  ['#a/b/c #a/b', 'a/b', 'x', '#x/c #x'],
  ['---\ntags: [2024, work]\n---\n', 'work', 'job', '---\ntags: [2024, job]\n---\n'],
  ['---\ntags: [2024, work]\n---\n', '2024', 'job', '---\ntags: [job, work]\n---\n'],
  [
    `---\ntags: [ "job" , "work" , x, 'work/x' ] # c\n---\n`,
    'work',
    'job',
    `---\ntags: [ "job" , x, 'job/x' ] # c\n---\n`,
  ],
  [
    `---\ntags:\n- "work" # c\n- 'work/x'\n- WORK\n- "b"\n---\n`,
    'work',
    'job',
    `---\ntags:\n- "job" # c\n- 'job/x'\n- "b"\n---\n`,
  ],
  [`---\ntags: ['work/x', work]\n---\n`, 'work', '1e3', `---\ntags: ['1e3/x', "1e3"]\n---\n`],
])('%j: %s → %s', (text, from, to, expected) => {
  expect(renameTagInText(text, { from, to }).text).toBe(expected ?? text)
})

test('every note that bears it changes, as one change', () =>
  withVault(
    {
      'a.md': '#work and #work/x\n',
      'b.md': '---\ntags: [Work, job]\n---\n',
      'c.md': '#workshop',
      'd.md': '`#work`',
    },
    async ({ call, read, at }) => {
      const before = await hashFiles(at('.'))
      const plan = await call('rename_tag', { from: '#work', to: '#job', dry_run: true })
      expect(plan.updated_notes[0]).toMatchObject({
        id: 'a.md',
        diff: expect.stringContaining('+#job and #job/x'),
      })
      expect(await hashFiles(at('.'))).toEqual(before)
      expect(await call('rename_tag', { from: '#work', to: '#job' })).toMatchObject({
        from: 'work',
        to: 'job',
        merged: true,
        updated_notes: [
          { id: 'a.md', count: 2 },
          { id: 'b.md', count: 1 },
        ],
        note_count: 2,
        tag_count: 3,
        change_id: expect.any(String),
      })
      expect(await read('a.md')).toBe('#job and #job/x\n')
      expect(await read('b.md')).toBe('---\ntags: [job]\n---\n')
      expect((await call('get_tags', { tag: 'job' })).total).toBe(2)
    },
  ))

test('a note that was saved a moment ago changes, too, whoever watches', () =>
  withVault({ 'a.md': '#work\n' }, async (vaults) => {
    await unwatched(vaults, async () => {
      await vaults.write('b.md', '#work\n')
      const { updated_notes: updated } = await vaults.call('rename_tag', { from: 'work', to: 'job' })
      expect(updated).toMatchObject([{ id: 'a.md' }, { id: 'b.md' }])
      expect(await vaults.read('b.md')).toBe('#job\n')
    })
  }))

test.each([
  [
    { from: 'wrok', to: 'x' },
    { code: 'NOT_FOUND', similar: ['work'] },
  ],
  [{ from: 'work', to: 'work' }, { code: 'INVALID_ARGUMENT' }],
  [{ from: 'work', to: 'two words' }, { code: 'INVALID_ARGUMENT' }],
  [{ from: 'work', to: '12' }, { code: 'INVALID_ARGUMENT' }],
  [{ from: '#', to: 'x' }, { code: 'INVALID_ARGUMENT' }],
])('%j is refused', (args, error) =>
  withVault({ 'a.md': '#work' }, async ({ call, read }) => {
    expect((await call('rename_tag', args)).error).toMatchObject(error)
    expect(await read('a.md')).toBe('#work')
  }),
)

test('a list that loses an item for it keeps its comments', () =>
  withVault({ 'a.md': '---\ntags:\n- one # c1\n# c2\n- two\n- One\n---\n' }, async ({ call, read }) => {
    await call('rename_tag', { from: 'one', to: 'uno' })
    expect(await read('a.md')).toBe('---\ntags:\n- uno # c1\n# c2\n- two\n---\n')
  }))

test('a tag in something that is neither a list nor text is not said to be renamed', () =>
  withVault({ 'a.md': '---\ntags: {kind: home}\n---\n\n#home\n' }, async ({ call, read }) => {
    const { error } = await call('rename_tag', { from: 'home', to: 'house' })
    expect(error).toMatchObject({ code: 'CONFLICT', path: 'a.md' })
    expect(await read('a.md')).toBe('---\ntags: {kind: home}\n---\n\n#home\n')
  }))

test('a number among the tags is renamed as any other', () =>
  withVault({ 'a.md': '---\ntags: 2024\n---\n' }, async ({ call, read }) => {
    await call('rename_tag', { from: '2024', to: 'last-year' })
    expect(await read('a.md')).toBe('---\ntags: last-year\n---\n')
  }))

test('links to headings with the tag follow them', () =>
  withVault(
    {
      'h.md': '# Top\n\n## Plan #a\n\n[[#Plan a]] [x](#plan-a)\n\n## #a/x\n\n## Plain\n',
      'l.md': '[[h#Plan a|shown]] [[h#a/x]] [x](h.md#plan-a) [[h#Plain]] [[o#Plan a]] #a\n',
      'm.md': '[[h#Plan a]] [[h]]\n',
      'o.md': '# Plan a\n',
      'c.canvas': '{"nodes":[{"id":"1","type":"text","text":"[[h#Plan a]]"}]}',
    },
    async ({ call, read, at }) => {
      const before = await hashFiles(at('.'))
      const plan = await call('rename_tag', { from: 'a', to: 'work/new', dry_run: true })
      expect(plan.updated_references[1].diff).toContain('+[[h#Plan work/new]] [[h]]')
      const renamed = await call('rename_tag', { from: 'a', to: 'work/new' })
      expect(renamed).toMatchObject({
        updated_notes: [
          { id: 'h.md', count: 2 },
          { id: 'l.md', count: 1 },
        ],
        updated_references: [
          { id: 'c.canvas', links: 1 },
          { id: 'm.md', links: 1 },
        ],
        note_count: 2,
      })
      expect(await read('h.md')).toBe(
        '# Top\n\n## Plan #work/new\n\n[[#Plan work/new]] [x](#plan-worknew)\n\n## #work/new/x\n\n## Plain\n',
      )
      expect(await read('l.md')).toBe(
        '[[h#Plan work/new|shown]] [[h#work/new/x]] [x](h.md#plan-worknew) [[h#Plain]] [[o#Plan a]] #work/new\n',
      )
      expect(await read('m.md')).toBe('[[h#Plan work/new]] [[h]]\n')
      expect(await read('c.canvas')).toContain('"[[h#Plan work/new]]"')
      expect((await call('undo_change', { change_id: renamed.change_id })).error).toBeUndefined()
      expect(await hashFiles(at('.'))).toEqual(before)
    },
  ))

test('a title that is a heading with the tag is followed by the links that say it', () =>
  withVault(
    { 'n.md': '# Plan #a\n', 'l.md': '[x](Plan%20%23a) [[n]] [y](n.md#plan-a)\n' },
    async ({ call, read }) => {
      await call('rename_tag', { from: 'a', to: 'b' })
      expect(await read('l.md')).toBe('[x](Plan%20%23b) [[n]] [y](n.md#plan-b)\n')
    },
  ))
