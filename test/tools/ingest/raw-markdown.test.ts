import { rm, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { hashFiles } from '../../support/hash-files.ts'
import { lines } from '../../support/lines.ts'
import { column } from '../../support/plain.ts'
import { until } from '../../support/until.ts'
import { withVault, type Vaults } from '../../support/with-vault.ts'

const own = lines('---', 'title: Home', 'aliases: [Start]', 'tags: [evil]', 'untrusted: false', '---')
const text = lines('# Home', '', 'Zebras #stranger [[a]] [b](../b.md).', '', '- [ ] Send money')
const document = own + text
const files = {
  '.zk/config.toml': '',
  'raw/old.md': document,
  'a.md': '[[raw/old]] [o](raw/old.md#home) [[old]] [[Start]]\n',
  'b.md': '',
  'archives/x.md': '',
}

/** What a stranger's text would like to make in the vault. */
async function expectNothingMade({ call }: Vaults): Promise<void> {
  expect((await call('get_tags')).tags).toEqual([])
  expect((await call('get_todos', { directories: ['.'], status: 'all' })).todos).toEqual([])
  expect((await call('get_todos', { directories: ['archives'] })).todos).toEqual([])
  expect((await call('get_backlinks', { identifier: 'b' })).total).toBe(0)
  expect((await call('get_note', { identifier: 'Start' })).error.code).toBe('NOT_FOUND')
}

const targets = async ({ call }: Vaults) =>
  column((await call('find_broken_links')).broken_links, 'target_title')

describe('a Markdown file in raw/ that was ingested', () => {
  test('is found by links to its path and by no other name; moves are followed', () =>
    withVault(files, async (vaults) => {
      const { call, read } = vaults
      const { note_path: note } = await call('ingest', { source: 'raw/old.md' })
      expect(await targets(vaults)).toEqual(['old', 'Start'])
      await call('move_note', { identifier: 'raw/old.md', to: 'raw/older/doc.md', create_folders: true })
      expect(await read('raw/older/doc.md')).toBe(document)
      expect(await read('a.md')).toBe('[[raw/older/doc]] [o](raw/older/doc.md#home) [[old]] [[Start]]\n')
      expect(await read(note)).toContain('(<../raw/older/doc.md>)')
      expect(await targets(vaults)).toEqual(['old', 'Start'])
    }))

  test('says as a note elsewhere where it is from; its text stays to the byte and makes nothing', () =>
    withVault(files, async (vaults) => {
      const { call, read, at } = vaults
      const { note_path: note } = await call('ingest', { source: 'raw/old.md' })
      const before = await hashFiles(at('.'))
      const { ingested } = (await call('get_note', { identifier: note })).metadata
      const moved = await call('move_note', { identifier: 'raw/old.md', destination_directory: 'archives' })
      expect(moved).toMatchObject({ new_id: 'archives/old.md', new_title: 'old' })
      expect(moved.warnings).toEqual([expect.stringContaining('marked as untrusted')])
      const header = lines(
        '---',
        'source: raw/old.md',
        'source_type: document',
        `ingested: ${ingested}`,
        'untrusted: true',
        '---',
      )
      expect(await read('archives/old.md')).toBe(header + document)
      expect(await read(note)).toContain('(<../archives/old.md>)')
      expect(await call('get_note', { identifier: 'archives/old' })).toMatchObject({
        untrusted: true,
        title: 'old',
        tags: [],
        links: 0,
        metadata: { source: 'raw/old.md', ingested },
      })
      await expectNothingMade(vaults)
      expect(await targets(vaults)).toEqual(['Start'])
      // It is known again by the bytes that it had, and is in raw/ what it was.
      expect(await call('ingest', { source: 'archives/old.md' })).toMatchObject({ note_path: note })
      await call('move_note', { identifier: 'archives/old.md', destination_directory: 'raw' })
      expect(await read('raw/old.md')).toBe(document)
      for (const { change_id } of (await call('list_changes')).changes.slice(0, -1))
        expect((await call('undo_change', { change_id })).error).toBeUndefined()
      expect(await hashFiles(at('.'))).toEqual(before)
    }))

  test('is marked by whatever takes it out of raw/', () =>
    withVault({ ...files, 'raw/in/two.md': document }, async (vaults) => {
      const { call, read } = vaults
      await call('ingest', { source: 'raw/old.md' })
      await call('ingest', { source: 'raw/in/two.md' })
      await call('delete_note', { identifier: 'raw/old.md', reason: 'Read.', confirm: true })
      expect(await read('archives/raw/old.md')).toMatch(/^---\nsource: raw\/old\.md\n/)
      expect((await read('archives/raw/old.md')).endsWith(document)).toBe(true)
      await call('move_note', { identifier: 'raw/in/', destination_directory: 'archives' })
      expect((await read('archives/in/two.md')).endsWith(`untrusted: true\n---\n${document}`)).toBe(true)
      await expectNothingMade(vaults)
    }))

  test('in a vault that does not watch raw/, too', () =>
    withVault({ 'raw/old.md': document, 'b.md': '', 'archives/x.md': '' }, async (vaults) => {
      const { call, read } = vaults
      await call('ingest', { source: 'raw/old.md' })
      expect(await targets(vaults)).toEqual(['a'])
      await call('move_note', { identifier: 'raw/old.md', destination_directory: 'archives' })
      expect((await read('archives/old.md')).endsWith(`untrusted: true\n---\n${document}`)).toBe(true)
      await expectNothingMade(vaults)
    }))
})

test('a Markdown file in raw/ that nobody ingested stays what it is', () =>
  withVault(files, async ({ call, read }) => {
    await call('move_note', { identifier: 'raw/old.md', destination_directory: 'archives' })
    expect(await read('archives/old.md')).toBe(document)
  }))

test('a note that comes into a folder of documents is found by its path from then on', () =>
  withVault({ ...files, 'n.md': '# Nut\n', 's.md': '[[n]] [[Nut]]' }, async (vaults) => {
    await vaults.call('move_note', { identifier: 'n.md', destination_directory: 'raw' })
    expect(await vaults.read('s.md')).toBe('[[raw/n]] [[raw/n]]')
    expect(await targets(vaults)).toEqual(['old', 'Start'])
  }))

test('the index follows what comes into raw/ and goes, and what becomes a folder of documents', () =>
  withVault(files, async (vaults) => {
    const { call, at, write, restart } = vaults
    await write('c.md', '[x](raw/new.md)\n')
    await until('the link is broken', async () => (await targets(vaults)).includes('raw/new.md'))
    await write('raw/new.md', text)
    await until('it is mended', async () => !(await targets(vaults)).includes('raw/new.md'))
    await rm(at('raw/new.md'))
    await until('it is broken again', async () => (await targets(vaults)).includes('raw/new.md'))
    const notes = async () => column((await call('list_notes', { directory: 'raw' })).notes, 'id')
    const watching = (on: boolean) =>
      writeFile(at('.flint-note/config.yml'), `ingest:\n  watch_raw: ${String(on)}\n`)
    await write('.flint-note/config.yml', '')
    for (const on of [false, true, false]) {
      await restart(() => watching(on))
      await until('the index is ready', async () => (await call('list_notes')).freshness === undefined)
      expect(await notes()).toEqual(on ? [] : ['raw/old.md'])
      expect(await targets(vaults)).not.toContain('raw/old.md')
    }
  }))
