import { describe, expect, test } from 'vitest'
import { hashFiles, hashOf } from '../../support/hash-files.ts'
import { lines } from '../../support/lines.ts'
import { withVault } from '../../support/with-vault.ts'
import { now, sampleVault } from '../sample-vault.ts'

const journal = sampleVault['journal.md']

test('text comes at the end, and nothing else changes', () =>
  withVault(sampleVault, async ({ call, read }) => {
    const result = await call('append_to_note', { identifier: 'Journal', content: 'Planted.\nWatered.' })
    const after = `${journal}Planted.\nWatered.\n`
    expect(await read('journal.md')).toBe(after)
    expect(result).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      id: 'journal.md',
      path: 'journal.md',
      appended_lines: 2,
      new_line_count: 5,
      change_id: expect.any(String),
      content_hash: hashOf(after),
      diff: expect.stringMatching(/\+Planted\.\n\+Watered\.$/),
      lines_changed: '+2 -0',
    })
  }))

test('section_header makes a ### heading; dated makes one of today, and not both', () =>
  withVault(
    { 'log.md': 'One' },
    async ({ call, read }) => {
      await call('append_to_note', { identifier: 'log', content: 'Two', section_header: 'Later' })
      expect(await read('log.md')).toBe(lines('One', '', '### Later', '', 'Two'))
      const three = { identifier: 'log', content: 'Three', dated: true }
      const both = await call('append_to_note', { ...three, section_header: 'Never' })
      expect(both).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } })
      await call('append_to_note', three)
      expect(await read('log.md')).toBe(
        lines('One', '', '### Later', '', 'Two', '', '### 2026-03-01', '', 'Three'),
      )
    },
    { now },
  ))

test('a given hash is checked, a partial one serves', () =>
  withVault(sampleVault, async ({ call, read }) => {
    const stale = { identifier: 'journal', content: 'X', content_hash: hashOf('old') }
    expect((await call('append_to_note', stale)).error.code).toBe('CONTENT_HASH_MISMATCH')
    expect(await read('journal.md')).toBe(journal)
    const { content_hash } = await call('get_note', { identifier: 'journal', end_line: 1 })
    expect(content_hash).toMatch(/^partial-/)
    expect(
      (await call('append_to_note', { identifier: 'journal', content: 'X', content_hash })).error,
    ).toBeUndefined()
  }))

test('updated moves on where the note has it', () =>
  withVault(
    { 'a.md': lines('---', 'updated: 2020-01-01', '---', 'A'), 'b.md': 'B\n' },
    async ({ call, read }) => {
      await call('append_to_note', { identifier: 'a', content: 'More' })
      await call('append_to_note', { identifier: 'b', content: 'More' })
      expect(await read('a.md')).toBe(lines('---', 'updated: 2026-03-01', '---', 'A', 'More'))
      expect(await read('b.md')).toBe('B\nMore\n')
    },
    { now },
  ))

test('a dry run shows the diff and changes nothing', () =>
  withVault(sampleVault, async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    const args = { identifier: 'journal', content: 'More' }
    const plan = await call('append_to_note', { ...args, dry_run: true })
    expect(plan).toMatchObject({ dry_run: true, appended_lines: 1, diff: expect.stringContaining('+More') })
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
    expect((await call('append_to_note', args)).diff).toBe(plan.diff)
  }))

test('many at once all arrive', () =>
  withVault(sampleVault, async ({ call, read }) => {
    const texts = Array.from({ length: 10 }, (_, n) => `Entry ${n}.`)
    await Promise.all(texts.map((content) => call('append_to_note', { identifier: 'journal', content })))
    const after = await read('journal.md')
    expect(after.startsWith(journal)).toBe(true)
    expect(after.slice(journal.length).trim().split('\n').sort()).toEqual(texts)
  }))

test('the header may come with its marks; a second of one name is one more, and nothing else is touched', () =>
  withVault({ 'log.md': '### Log\n' }, async ({ call, read }) => {
    await call('append_to_note', { identifier: 'log', content: 'x', section_header: '## Log' })
    expect(await read('log.md')).toBe(lines('### Log', '', '### Log', '', 'x'))
  }))

test.each([
  { section_header: 'a\n# b' },
  { section_header: ' ' },
  { section_header: '##' },
  { content: 'a\0b' },
])('%j is refused and leaves every byte', (args) =>
  withVault({ 'log.md': 'Log\n' }, async ({ call, read }) => {
    const { error } = await call('append_to_note', { identifier: 'log', content: 'x', ...args })
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', hint: expect.any(String) })
    expect(await read('log.md')).toBe('Log\n')
  }),
)

const day = lines('# 2026-03-01', '', '## Plan', '', '## Log', '', '- 09:00 Coffee', '', '## Tomorrow', '')

test('under adds at the end of a section; what comes after it stays', () =>
  withVault({ 'day.md': day }, async ({ call, read }) => {
    await call('append_to_note', { identifier: 'day', content: '- 10:00 Seeds', under: 'Log' })
    const grown = day.replace('Coffee\n', 'Coffee\n- 10:00 Seeds\n')
    expect(await read('day.md')).toBe(grown)
    const { appended_lines } = await call('append_to_note', {
      identifier: 'day',
      content: 'Weed.\n',
      under: '## Plan',
    })
    expect(appended_lines).toBe(2)
    expect(await read('day.md')).toBe(grown.replace('## Plan\n', '## Plan\n\nWeed.\n'))
  }))

test('under: text goes before the subsections, a heading of its own behind them and below its section', () =>
  withVault(
    { 'ann.md': '# Ann\r\n\r\n## Talks\r\nAll of them.\r\n\r\n### 2026-02-01\r\n\r\nPlans.\r\n\r\n## Open' },
    async ({ call, read }) => {
      await call('append_to_note', { identifier: 'ann', content: 'Costs.', under: 'Talks', dated: true })
      await call('append_to_note', { identifier: 'ann', content: 'Since\nMay.', under: 'Talks' })
      await call('append_to_note', {
        identifier: 'ann',
        content: 'Hi',
        under: '2026-03-01',
        section_header: 'A',
      })
      await call('append_to_note', { identifier: 'ann', content: '- one', under: 'Open' })
      expect(await read('ann.md')).toBe(
        [
          '# Ann',
          '',
          '## Talks',
          'All of them.',
          'Since',
          'May.',
          '',
          '### 2026-02-01',
          '',
          'Plans.',
          '',
          '### 2026-03-01',
          '',
          'Costs.',
          '',
          '#### A',
          '',
          'Hi',
          '',
          '## Open',
          '',
          '- one',
        ].join('\r\n'),
      )
    },
    { now },
  ))

test('under a heading that is not there, or that is there twice, nothing is written; nor what swallows the rest', () =>
  withVault({ 'day.md': day, 'two.md': '## A\n## A\n' }, async ({ call, read }) => {
    const add = async (identifier: string, under: string, content = 'X') =>
      (await call('append_to_note', { identifier, content, under })).error
    expect(await add('day', 'Logg')).toMatchObject({ code: 'SECTION_NOT_FOUND', nearest: ['Log'] })
    expect(await add('two', 'A')).toMatchObject({
      code: 'SECTION_NOT_FOUND',
      lines: [1, 2],
      hint: expect.stringContaining('change them with edits of update_note.'),
    })
    expect(await add('day', 'Log', '```\nopen')).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(await read('day.md')).toBe(day)
    const outgrown = await call('append_to_note', { identifier: 'day', content: '## Mine', under: 'Log' })
    expect(outgrown.warnings).toEqual([expect.stringContaining('a section of its own')])
  }))

describe('what is added below a paragraph makes no heading of it', () => {
  const text = '# N\n\n## S\n\nlast sentence\n'
  test.each(['---\n\n## Session\n', '===\n', '-\n', '=', '  --- \n'])('%j', (content) =>
    withVault(
      { 'a.md': text, 'b.md': text, 'c.md': text, 'd.md': text.trimEnd() },
      async ({ call, read }) => {
        await call('append_to_note', { identifier: 'a.md', content })
        await call('update_note', { identifier: 'b.md', content, mode: 'append' })
        await call('upsert_note', { identifier: 'd.md', content })
        const after = `${text}\n${content}${content.endsWith('\n') ? '' : '\n'}`
        expect([await read('a.md'), await read('b.md'), await read('d.md')]).toEqual([after, after, after])
        await call('append_to_note', { identifier: 'c.md', content, under: 'S' })
        expect(await read('c.md')).toBe(`${text}\n${content.replace(/\n$/, '')}\n`)
      },
    ),
  )

  test('nor does a note make one of what is put before it', () =>
    withVault({ 'a.md': '---\n\nText\n' }, async ({ call, read }) => {
      await call('update_note', { identifier: 'a.md', content: 'First', mode: 'prepend' })
      expect(await read('a.md')).toBe('First\n\n---\n\nText\n')
    }))
})

test('under: where line ends are mixed, every line keeps its own', () =>
  withVault({ 'a.md': '# A\n\none\r\n\n## B\ntwo\n' }, async ({ call, read }) => {
    await call('append_to_note', { identifier: 'a.md', content: 'more', under: 'A' })
    expect(await read('a.md')).toBe('# A\n\none\r\nmore\r\n\n## B\ntwo\n')
  }))

test('text below a table becomes no row of it, and a row does', () =>
  withVault(
    { 'a.md': '| a |\n| - |\n| 1 |\n', 'b.md': '## T\n\n| a |\n| - |\n\n## U\n' },
    async ({ call, read }) => {
      await call('append_to_note', { identifier: 'a', content: '| 2 |' })
      await call('append_to_note', { identifier: 'a', content: 'Text.' })
      expect(await read('a.md')).toBe('| a |\n| - |\n| 1 |\n| 2 |\n\nText.\n')
      await call('append_to_note', { identifier: 'b', content: 'Text.', under: 'T' })
      expect(await read('b.md')).toBe('## T\n\n| a |\n| - |\n\nText.\n\n## U\n')
    },
  ))

describe('a paragraph that is added goes on with no list and no quote', () => {
  test.each([
    ['- one\n', 'Text.'],
    ['1. one\n   more of it\n', 'Text.'],
    ['- one\n\n  its second paragraph\n', 'Text.'],
    ['> [!note]\n> quoted\n', '**Text.**'],
    ['- [ ] task\r\n', 'Text.'],
    ['- one', '[^1]: A note.'],
  ])('%j, %j', (text, content) => {
    const end = text.includes('\r') ? '\r\n' : '\n'
    return withVault({ 'a.md': text, 'b.md': `## S${end}${text}` }, async ({ call, read }) => {
      const after = `${text.trimEnd()}${end}${end}${content}${end}`
      await call('append_to_note', { identifier: 'a', content })
      expect(await read('a.md')).toBe(after)
      await call('append_to_note', { identifier: 'b', content, under: 'S' })
      expect((await read('b.md')).trimEnd()).toBe(`## S${end}${after}`.trimEnd())
    })
  })

  test.each([
    ['- one\n', '- two'],
    ['1. one\n', '2. two'],
    ['- one\n', '  more of it'],
    ['- one\n', '# Heading'],
    ['- one\n', '> quoted'],
    ['> quoted\n', '> more'],
    ['- one\n\n', 'Text.'],
    ['- one\n***\n', 'Text.'],
    ['Some\nlines\n', 'Text.'],
    ['---\ntags:\n  - a\n- b\n---\n', 'Text.'],
  ])('nothing is put between %j and %j', (text, content) =>
    withVault({ 'a.md': text }, async ({ call, read }) => {
      await call('append_to_note', { identifier: 'a', content })
      expect(await read('a.md')).toBe(`${text}${content}\n`)
    }),
  )

  test('nor does the note go on with a list that is put before it', () =>
    withVault({ 'a.md': 'Text.\n' }, async ({ call, read }) => {
      await call('update_note', { identifier: 'a.md', content: '- first', mode: 'prepend' })
      expect(await read('a.md')).toBe('- first\n\nText.\n')
    }))
})

describe('what is added becomes no part of the HTML above it', () => {
  test.each([
    ['<details><summary>old</summary>\n\nx\n\n</details>\n', '- [ ] pay the bill'],
    ['Text.\n\n<br>\n', '## Next week'],
    ['<div>\r\na\r\n</div>\r\n', 'Text.'],
    ['<div>a</div>', '> quoted'],
    ['- one\n\n  <div>\n', '  - [ ] two'],
  ])('%j, %j', (text, content) => {
    const end = text.includes('\r') ? '\r\n' : '\n'
    const notes = { 'a.md': text, 'b.md': `## S${end}${text}`, 'c.md': text, 'd.md': text, 'e.md': content }
    return withVault(notes, async ({ call, read }) => {
      const after = `${text.trimEnd()}${end}${end}${content}${end}`
      await call('append_to_note', { identifier: 'a', content })
      await call('append_to_note', { identifier: 'b', content, under: 'S' })
      await call('update_note', { identifier: 'c', content, mode: 'append' })
      await call('upsert_note', { path: 'd.md', content })
      await call('update_note', { identifier: 'e', content: text, mode: 'prepend' })
      expect([await read('a.md'), await read('c.md'), await read('d.md')]).toEqual([after, after, after])
      expect((await read('b.md')).trimEnd()).toBe(`## S${end}${after}`.trimEnd())
      expect((await read('e.md')).replaceAll('\r', '').trimEnd()).toBe(after.replaceAll('\r', '').trimEnd())
      const tasks = content.includes('[ ]') ? Object.keys(notes).length : 0
      expect((await call('get_todos', {})).total ?? 0).toBe(tasks)
    })
  })

  test.each([
    ['Text.\n<br>\n', '## A heading'],
    ['<!-- a comment -->\n', 'Text.'],
    ['<pre>\nx\n</pre>\n', '- one'],
    ['```\n\n<div>\n```\n', '- one'],
    ['<!-- open\n', 'Text.'],
    ['```\n\n<div>\n', 'Text.'],
    ['- one\n\n  <div>\n', '- two'],
    ['<div>\n', '\nText.'],
    ['<https://example.org>\n', 'Text.'],
    ['---\na: |\n  <div>\n---\n', 'Text.'],
  ])('nothing is put between %j and %j', (text, content) =>
    withVault({ 'a.md': text }, async ({ call, read }) => {
      await call('append_to_note', { identifier: 'a', content })
      expect(await read('a.md')).toBe(`${text}${content}\n`)
    }),
  )
})

test('of two headings that nothing tells apart no line is asked for, which it does not take', () =>
  withVault({ 'a.md': '## A\n\n## A\n' }, async ({ call }) => {
    const { error } = await call('append_to_note', { identifier: 'a', content: 'x', under: 'A' })
    expect(error).toMatchObject({ code: 'SECTION_NOT_FOUND', hint: expect.stringContaining('another name') })
    expect(error.hint).not.toContain('pass the line')
  }))
