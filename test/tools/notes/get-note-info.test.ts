import { expect, test } from 'vitest'
import { hashOf } from '../../support/hash-files.ts'
import { withVault } from '../../support/with-vault.ts'
import { sampleVault } from '../sample-vault.ts'

const leeks = sampleVault['garden/leeks.md']

test('everything about a note but its text', () =>
  withVault(sampleVault, async ({ call }) => {
    expect(await call('get_note_info', { identifier: 'Leeks' })).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      id: 'garden/leeks.md',
      path: 'garden/leeks.md',
      filename: 'leeks.md',
      type: 'garden',
      title: 'Leeks',
      created: '2026-01-02T07:00:00Z',
      updated: '2026-02-02T07:00:00Z',
      metadata: {
        title: 'Leeks',
        aliases: ['Allium'],
        status: 'growing',
        created: '2026-01-02T07:00:00Z',
        updated: '2026-02-02T07:00:00Z',
      },
      tags: [],
      aliases: ['Allium'],
      content_hash: hashOf(leeks),
      size: Buffer.byteLength(leeks),
      outline: [],
      word_count: 11,
      heading_count: 0,
      link_count: 1,
      task_count: 2,
      open_task_count: 1,
      total_lines: 12,
      has_frontmatter: true,
    })
  }))

test('the outline has levels and lines', () =>
  withVault(sampleVault, async ({ call }) => {
    const { outline, heading_count } = await call('get_note_info', { identifier: 'Leek soup' })
    expect(outline).toEqual([
      { level: 1, text: 'Leek soup', line: 11 },
      { level: 2, text: 'Method', line: 15 },
    ])
    expect(heading_count).toBe(2)
  }))

test('several at once, each by itself, filtered by fields', () =>
  withVault(sampleVault, async ({ call }) => {
    const { notes } = await call('get_note_info', {
      identifiers: ['journal', 'nowhere', 'garden/leeks'],
      fields: ['id', 'word_count', 'metadata.status'],
    })
    expect(notes).toEqual([
      { id: 'journal.md', word_count: 6 },
      { id: 'nowhere', error: expect.objectContaining({ code: 'NOT_FOUND' }) },
      { id: 'garden/leeks.md', word_count: 11, metadata: { status: 'growing' } },
    ])
  }))

test('neither name is an error, both are, too', () =>
  withVault(sampleVault, async ({ call }) => {
    expect((await call('get_note_info')).error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      hint: expect.any(String),
    })
    const both = await call('get_note_info', { identifier: 'journal', identifiers: ['Leeks'] })
    expect(both.error?.code).toBe('INVALID_ARGUMENT')
  }))

test('too many for one answer are cut by whole items, with the call for the rest', () => {
  const names = Array.from({ length: 150 }, (_, n) => `n${n}.md`)
  const files = Object.fromEntries(names.map((name) => [name, `# ${name}\n\n${'## A heading\n'.repeat(5)}`]))
  return withVault(files, async ({ call }) => {
    const result = await call('get_note_info', { identifiers: names })
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(32_000)
    expect(result.notes.length).toBeGreaterThan(30)
    expect(result.truncated).toMatch(/of 150 items of notes.*get_note_info/)
  })
})

test('a note whose frontmatter cannot be read says why', () =>
  withVault({ 'odd.md': '---\n: : [\n---\nx\n' }, async ({ call }) => {
    expect(await call('get_note_info', { identifier: 'odd' })).toMatchObject({
      metadata: {},
      has_frontmatter: true,
      problem: expect.any(String),
    })
  }))
