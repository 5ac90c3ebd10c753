import { expect, test } from 'vitest'
import type { ReadFile } from '../../src/files/read-file.ts'
import { toNoteRecord } from '../../src/sync/to-note-record.ts'
import { lines } from '../support/lines.ts'
import { recordOf } from '../support/record-of.ts'

const file = (text: string, more: Partial<ReadFile> = {}): ReadFile => ({
  path: 'a/Some note.md',
  text,
  hash: 'sha256:0',
  stamp: { size: text.length, mtime: Date.UTC(2026, 0, 2), inode: 1, noted: 1 },
  born: Date.UTC(2026, 0, 1),
  problem: null,
  ...more,
})

test('of a note all is kept that lists, searches and links ask for', () => {
  const text = lines(
    '---',
    'title: Plan',
    'aliases: [Der Plan, Ééé]',
    'tags: [Work]',
    'type: project',
    'status: half done',
    'due: 2026-03-01',
    'people: [Ada, Bo]',
    '---',
    '# Costs',
    '',
    'To [[other#May|that]] and [a](b.md#^x), ![[pic.png]], not to [a folder](c/), [[#Costs]] #Home',
    'See [site](https://example.org/a) too.',
    '- [ ] Pay',
    '## In May',
  )
  const { links, body, ...record } = recordOf('a/n.md', text)
  expect(new TextDecoder().decode(body)).toBe(text.slice(text.indexOf('# Costs')))
  expect({ ...record, searched: { ...record.searched, bigrams: '' } }).toMatchObject({
    title: 'Plan',
    bodyLine: 10,
    lines: 15,
    problem: null,
    metadata: expect.stringContaining('"status":"half done"'),
    aliases: ['der plan', 'ééé'],
    tags: [
      { key: 'work', tag: 'Work', source: 'frontmatter' },
      { key: 'home', tag: 'Home', source: 'inline' },
    ],
    urls: [{ url: 'https://example.org/a', title: 'site', line: 13, type: expect.any(String) }],
    tasks: [{ line: 14, status: expect.any(String), text: 'Pay' }],
    searched: {
      headings: 'Costs\nIn May',
      tags: 'Work Home',
      aliases: 'Der Plan\nÉéé',
      properties: 'half done\nAda\nBo\n2026-03-01',
    },
  })
  expect(record).not.toHaveProperty('isUnread')
  const none = { heading: null, block: null, shown: null, isEmbed: false, line: 12 }
  const nowhere = { exact: null, relative: null, name: null }
  expect(links).toEqual([
    {
      ...none,
      raw: 'other',
      keys: expect.objectContaining({ name: 'other' }),
      heading: 'May',
      shown: 'that',
      form: 'wikilink',
    },
    {
      ...none,
      raw: 'b.md',
      keys: expect.objectContaining({ name: 'b' }),
      block: 'x',
      shown: 'a',
      form: 'markdown',
    },
    {
      ...none,
      raw: 'pic.png',
      keys: expect.objectContaining({ name: 'pic.png' }),
      isEmbed: true,
      form: 'wikilink',
    },
    { ...none, raw: '', keys: nowhere, heading: 'Costs', form: 'wikilink' },
  ])
})

test('properties keep their kind, and an empty list is there', () => {
  const { properties } = toNoteRecord(
    file(
      lines(
        '---',
        's: text',
        'd: 2026-03-01',
        'n: 1.50',
        'b: true',
        'x: null',
        'm: { k: 1 }',
        'e: []',
        'l: [1, a]',
        '---',
      ),
    ),
  )
  expect(properties).toEqual([
    { key: 's', value: 'text', type: 'string' },
    { key: 'd', value: '2026-03-01', type: 'date' },
    { key: 'n', value: '1.5', type: 'number' },
    { key: 'b', value: 'true', type: 'boolean' },
    { key: 'x', value: null, type: 'string' },
    { key: 'm', value: '{"k":1}', type: 'string' },
    { key: 'e', value: null, type: 'array' },
    { key: 'l', value: '1', type: 'array' },
    { key: 'l', value: 'a', type: 'array' },
  ])
})

test('when a note was made and changed its frontmatter says, else the file', () => {
  const dates = (head: readonly string[], more: Partial<ReadFile> = {}) => {
    const { created, updated } = toNoteRecord(file(lines('---', ...head, '---'), more))
    return [created, updated]
  }
  const born = '2026-01-01 00:00:00'
  const modified = '2026-01-02 00:00:00'
  expect(dates([])).toEqual([born, modified])
  // A file that was copied is younger than its text.
  expect(dates([], { born: Date.UTC(2026, 5, 1) })).toEqual([modified, modified])
  expect(dates(['created: 2020-01-01', 'date: 2021-01-01'])).toEqual(['2020-01-01 00:00:00', modified])
  expect(dates(['date: 2021-01-01'])).toEqual(['2021-01-01 00:00:00', modified])
  expect(dates(['updated: 2022-01-01', 'modified: 2023-01-01'])).toEqual([born, '2022-01-01 00:00:00'])
  expect(dates(['modified: 2023-01-01'])).toEqual([born, '2023-01-01 00:00:00'])
  // As Dendron writes them.
  expect(dates(['created: 1595952505017', 'updated: 1660951930114'])).toEqual([
    '2020-07-28 16:08:25',
    '2022-08-19 23:32:10',
  ])
  // As zettelkasten do, with seconds and without, in quotes and without.
  expect(dates(['created: 202001011000', 'updated: 20240131093000'])).toEqual([
    '2020-01-01 10:00:00',
    '2024-01-31 09:30:00',
  ])
  expect(dates(['created: "202001011000"', "updated: '21991231235959'"])).toEqual([
    '2020-01-01 10:00:00',
    '2199-12-31 23:59:59',
  ])
  // No days, no times, or seconds since 1970.
  for (const no of ['20240230093000', '202413010000', '20240131240000', '22000101000000', '1706693400'])
    expect(dates([`created: ${no}`, `updated: ${no}`])).toEqual([born, modified])
  expect(dates(['created: 20200101'])).toEqual([born, modified])
  expect(dates(['created: once', 'date: x', 'updated: now', 'modified: y'])).toEqual([born, modified])
})

test('a note without a title has its file’s name, and what was wrong with it is kept', () => {
  expect(toNoteRecord(file('text\n'))).toMatchObject({ title: 'Some note', problem: null })
  expect(toNoteRecord(file('', { problem: 'too long', isUnread: true }))).toMatchObject({
    problem: 'too long',
    isUnread: true,
  })
  const broken = toNoteRecord(file(lines('---', 'a: [', '---'), { problem: 'too long' }))
  expect(broken.problem).toEqual(expect.any(String))
  expect(broken.problem).not.toBe('too long')
})

test('what is found of properties has a bound: texts before numbers and days, and nothing that is searched elsewhere', () => {
  const { searched } = toNoteRecord(
    file(
      lines(
        '---',
        'title: A',
        'tags: b',
        'tag: c',
        'aliases: d',
        'alias: e',
        'type: f',
        'created: 2026-01-01',
        'updated: 2026-01-02',
        'n: 1',
        'g: h',
        `long: ${'x'.repeat(60_000)}`,
        `table: [${'1234567, '.repeat(1_000)}]`,
        '---',
      ),
    ),
  )
  const { properties } = searched
  expect(properties.startsWith(`h\n${'x'.repeat(49_998)}\n1\n1234567\n`)).toBe(true)
  expect(properties).toHaveLength(50_000 + 1 + 4_000)
  const { searched: deep } = toNoteRecord(
    file(lines('---', 'n: 1843', 'day: 2026-01-01', 'people: [{name: Ada, born: 1815}]', 'c: true', '---')),
  )
  expect(deep.properties).toBe('Ada\n1843\n2026-01-01\n1815')
})
