import { expect, test } from 'vitest'
import { hashFiles } from '../support/hash-files.ts'
import { lines } from '../support/lines.ts'
import { withVault, type Files } from '../support/with-vault.ts'

/** The texts of a vault after its `hub.md` has got another title. */
async function renamed(files: Files, title: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  await withVault(files, async ({ call, read, at }) => {
    const before = await hashFiles(at('.'))
    const { error, change_id } = await call('rename_note', { identifier: 'hub.md', new_title: title })
    expect(error).toBeUndefined()
    for (const path of Object.keys(files)) texts[path] = await read(path)
    expect((await call('undo_change', { change_id })).error).toBeUndefined()
    expect(await hashFiles(at('.'))).toEqual(before)
  })
  return texts
}

test('links to the heading that is the title follow it, in their form', async () => {
  const s = [
    '---',
    'up: "[[hub#Hub]]"',
    '---',
    '[[hub#Hub]] [[hub#hub|shown]] ![[Hub#Hub]] [[hub#Hub#A]] [[ hub # Hub ]]',
    '[m](hub.md#hub) [n](<hub.md#Hub> "t") [r]',
    '| [[hub#Hub\\|cell]] |',
    '`[[hub#Hub]]`',
    '',
    '[r]: hub.md#hub',
  ]
  const texts = await renamed(
    {
      'hub.md': lines('# Hub', '[[#Hub]] [[#A]] [self](#hub)', '## A'),
      's.md': lines(...s),
      'c.canvas': '{"nodes":[{"id":"1","type":"text","text":"\\"[[hub#Hub]]\\""}]}',
    },
    'Big & new: one',
  )
  expect(texts['hub.md']).toBe(
    lines('# Big & new: one', '[[#Big & new one]] [[#A]] [self](#big--new-one)', '## A'),
  )
  expect(texts['s.md']).toBe(
    lines(
      '---',
      'up: "[[hub#Big & new one]]"',
      '---',
      '[[hub#Big & new one]] [[hub#Big & new one|shown]] ![[Hub#Big & new one]] [[hub#Big & new one#A]] [[ hub # Big & new one ]]',
      '[m](hub.md#big--new-one) [n](<hub.md#Big & new: one> "t") [r]',
      '| [[hub#Big & new one\\|cell]] |',
      '`[[hub#Hub]]`',
      '',
      '[r]: hub.md#big--new-one',
    ),
  )
  expect(texts['c.canvas']).toBe('{"nodes":[{"id":"1","type":"text","text":"\\"[[hub#Big & new one]]\\""}]}')
})

test('an encoded heading of a Markdown link stays the heading’s words', async () => {
  const texts = await renamed(
    { 'hub.md': '# My Hub\n', 's.md': '[m](hub.md#My%20Hub) [n](hub.md#my-hub)\n' },
    'New (one)',
  )
  expect(texts['s.md']).toBe('[m](hub.md#New%20(one)) [n](hub.md#new-one)\n')
})

test('links to other headings, blocks and notes stay', async () => {
  const s = '[[hub#A]] [[hub#A#Hub]] [[hub#^hub]] [[other#Hub]] [o](other.md#hub) [[hub]]\n'
  const files = { 'hub.md': '# Hub\n## A\ntext ^hub\n', 'other.md': '# Hub\n', 's.md': s }
  expect((await renamed(files, 'New'))['s.md']).toBe(s)
})

test('a heading of the same name that stands first keeps its links', async () => {
  const s = '[[hub#Hub]] [m](hub.md#hub)\n'
  expect((await renamed({ 'hub.md': '## Hub\n\n# Hub\n', 's.md': s }, 'New'))['s.md']).toBe(s)
})

test('a title in the frontmatter leaves the first heading and its links', async () => {
  const files = { 'hub.md': '---\ntitle: Hub\n---\n# Hub\n', 's.md': '[[hub#Hub]]\n' }
  expect((await renamed(files, 'New'))['s.md']).toBe('[[hub#Hub]]\n')
})

test('the answer counts them, each link once', () =>
  withVault(
    { 'hub.md': '# Hub\n[[#Hub]]\n', 's.md': '[[hub#Hub]] [[Hub#Hub]]\n' },
    async ({ call, read }) => {
      const result = await call('rename_note', { identifier: 'hub.md', new_title: 'New', rename_file: true })
      expect(result).toMatchObject({
        updated_references: [{ id: 's.md', links: 2 }],
        own_links_updated: 1,
      })
      expect(await read('s.md')).toBe('[[new#New]] [[new#New]]\n')
      expect(await read('new.md')).toBe('# New\n[[#New]]\n')
    },
  ))

test('links by the number that GitHub gives a heading of a name borne before lead to the same heading', () =>
  withVault(
    {
      's.md': '# Same\n\n# Same\n\n# Same\n\n[y](#same-1) [z](#same-2) [x](#same) [[#same-1]]\n',
      'l.md': '[y](s.md#same-1) [x](s.md#same)\n',
    },
    async ({ call, read }) => {
      await call('rename_note', { identifier: 's.md', new_title: 'Other' })
      expect(await read('s.md')).toBe(
        '# Other\n\n# Same\n\n# Same\n\n[y](#same) [z](#same-1) [x](#other) [[#same-1]]\n',
      )
      expect(await read('l.md')).toBe('[y](s.md#same) [x](s.md#other)\n')
    },
  ))
