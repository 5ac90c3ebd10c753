import { expect, test } from 'vitest'
import { withVault } from '../../support/with-vault.ts'
import { linkVault } from './link-vault.ts'

const created = '2026-01-01T00:00:00Z'
const id = expect.any(Number)

test('outgoing to notes and files, outgoing to the web, and incoming', () =>
  withVault(linkVault, async ({ call }) => {
    const context = 'To [[Spoke|the spoke]], [[spoke#Part]], [[missing]] and ![[map.png]].'
    const from = { id, source_note_id: 'hub.md', line_number: 7, created, context }
    expect(await call('get_note_links', { identifier: 'Hub' })).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      success: true,
      note_id: 'hub.md',
      outgoing_internal: [
        { ...from, target_note_id: 'sub/spoke.md', target_title: 'Spoke', link_text: 'the spoke' },
        { ...from, target_note_id: 'sub/spoke.md', target_title: 'spoke', link_text: null, heading: 'Part' },
        { ...from, target_note_id: null, target_title: 'missing', link_text: null },
        { ...from, target_note_id: null, target_title: 'map.png', link_text: null, target_file: 'map.png' },
        {
          ...from,
          target_note_id: 'hub.md',
          target_title: '',
          link_text: null,
          heading: 'Own part',
          line_number: 9,
          context: 'Again [[#Own part]].',
        },
      ],
      outgoing_external: [
        {
          id,
          note_id: 'hub.md',
          url: 'https://docs.example.org/guide',
          title: 'docs',
          line_number: 8,
          link_type: 'url',
          created,
        },
        {
          id,
          note_id: 'hub.md',
          url: 'https://example.org',
          title: null,
          line_number: 8,
          link_type: 'url',
          created,
        },
      ],
      incoming: [
        {
          id,
          source_note_id: 'sub/spoke.md',
          target_note_id: 'hub.md',
          target_title: 'Hub',
          link_text: null,
          line_number: 8,
          created,
          context: 'Back to [[Hub]].',
        },
      ],
      outgoing_total: 5,
      incoming_total: 1,
    })
  }))

test('more than a hundred of a kind are counted and left to the pages of other tools', () => {
  const files = Object.fromEntries(Array.from({ length: 130 }, (_, n) => [`n${n}.md`, 'To [[target]].']))
  return withVault({ ...files, 'target.md': 'Here.' }, async ({ call }) => {
    const result = await call('get_note_links', { identifier: 'target' })
    expect(result).toMatchObject({ incoming_total: 130 })
    expect(result.incoming.length).toBeLessThanOrEqual(100)
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(32_000)
    const first = await call('get_backlinks', { identifier: 'target', limit: 100 })
    const second = await call('get_backlinks', {
      identifier: 'target',
      limit: 100,
      cursor: first.next_cursor,
    })
    expect(new Set([...first.backlinks, ...second.backlinks].map((link) => link.id)).size).toBe(130)
  })
})

test('a note that is not there is an error', () =>
  withVault(linkVault, async ({ call }) => {
    expect((await call('get_note_links', { identifier: 'nothing' })).error.code).toBe('NOT_FOUND')
  }))
