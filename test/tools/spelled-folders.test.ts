import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { column } from '../support/plain.ts'
import { withVault } from '../support/with-vault.ts'

const nfc = 'Ärger'
const nfd = nfc.normalize('NFD')
const note = '# Note\n\n## Part\n\ntext\n'

const places = [
  ['create_note', { title: 'N', path: `in/${nfc}/n`, content: 'x' }, `in/${nfd}/n.md`],
  ['create_note', { title: 'N', path: `in/${nfd}/n`, content: 'x' }, `in/${nfd}/n.md`],
  ['create_note', { title: 'N', directory: `in/${nfc}`, content: 'x' }, `in/${nfd}/n.md`],
  ['create_note', { title: 'N', type: nfc, content: 'x' }, `${nfd}/n.md`],
  ['upsert_note', { identifier: `in/${nfc}/n.md`, content: 'x' }, `in/${nfd}/n.md`],
  ['move_note', { identifier: 'n.md', to: `in/${nfc}/n.md` }, `in/${nfd}/n.md`],
  ['move_note', { identifier: 'n.md', to: `in/${nfd}/n.md` }, `in/${nfd}/n.md`],
  ['move_note', { identifier: 'n.md', to: `in/${nfd}/n.md`, create_folders: true }, `in/${nfd}/n.md`],
  ['move_note', { identifier: 'n.md', destination_directory: `in/${nfc}` }, `in/${nfd}/n.md`],
  ['move_note', { identifier: 'n.md', destination_directory: `in/${nfd}` }, `in/${nfd}/n.md`],
  ['move_note', { identifier: 'n.md', new_type: nfc }, `${nfd}/n.md`],
  ['move_note', { identifier: 'a.png', to: `in/${nfd}/b.png` }, `in/${nfd}/b.png`],
  ['move_note', { identifier: `in/${nfc}/a.png`, to: 'b.png' }, 'b.png'],
  ['move_note', { identifier: `in/${nfc}/`, to: 'other' }, 'other'],
  [
    'extract_section',
    {
      identifier: 'n.md',
      section_header: 'Part',
      new_title: 'N',
      destination_directory: nfc,
    },
    `${nfd}/n.md`,
  ],
  ['open_daily_note', { date: '2026-03-01' }, `${'Täglich'.normalize('NFD')}/2026-03-01.md`],
  ['delete_note', { identifier: `${nfc}/a.md`, mode: 'archive', confirm: true }, `archives/${nfd}/a.md`],
] as const

test.each(places)('%s %j lands in the folder that is there', (tool, args, path) =>
  withVault(
    {
      'n.md': note,
      'a.png': 'x',
      [`${nfc}/a.md`.normalize('NFD')]: note,
      [`${nfd}/_description.md`]: '# Ärger\n',
      [`in/${nfd}/a.md`]: note,
      [`in/${nfd}/a.png`]: 'x',
      [`${'Täglich'.normalize('NFD')}/2026-01-01.md`]: note,
      [`archives/${nfd}/b.md`]: note,
      '.obsidian/daily-notes.json': '{"folder":"Täglich"}',
      '.obsidian/core-plugins.json': '{"daily-notes":true}',
    },
    async ({ call, at }) => {
      const done = await call(tool, args)
      const { new_note_path, new_id, new_path, id } = done
      const landed = new_note_path ?? new_id ?? new_path ?? id ?? done
      expect([landed, `${landed}`.normalize('NFD')]).toEqual([
        expect.stringMatching(new RegExp(`^${path}$`, 'i')),
        landed,
      ])
      for (const folder of ['', 'in', 'archives']) {
        const names = readdirSync(at(folder)).map((name) => name.normalize('NFC'))
        expect(names).toEqual([...new Set(names)])
      }
    },
  ),
)

test('a note type is described, changed, made and deleted by either form of its name', () =>
  withVault(
    { [`${nfd}/_description.md`]: '# Ärger\n\n## Purpose\nx\n', 'a.md': note },
    async ({ call, at }) => {
      const described = await call('get_note_type_info', { type_name: nfc })
      expect(described.type_name).toBe(nfd)
      const { content_hash: hash } = described
      const change = { type_name: nfc, description: 'y', content_hash: hash }
      expect((await call('update_note_type', change)).error).toBeUndefined()
      const again = await call('create_note_type', { type_name: nfc, description: 'z' })
      expect(again.error).toMatchObject({ code: 'ALREADY_EXISTS' })
      const deleted = await call('delete_note_type', { type_name: nfc, action: 'error', confirm: true })
      expect(deleted.error).toBeUndefined()
      expect(readdirSync(at(''))).not.toContain(nfd)
    },
  ))

test.skipIf(process.platform !== 'linux')('of two folders with one name the one that is written counts', () =>
  withVault({ [`${nfd}/a.md`]: note, [`${nfc}/b.md`]: note }, async ({ call }) => {
    expect((await call('move_note', { identifier: `${nfd}/a.md`, to: `${nfd}/c.md` })).new_id).toBe(
      `${nfd}/c.md`,
    )
    expect((await call('move_note', { identifier: `${nfc}/b.md`, to: `${nfc}/d.md` })).new_id).toBe(
      `${nfc}/d.md`,
    )
    for (const [directory, id] of [
      [nfd, `${nfd}/c.md`],
      [nfc, `${nfc}/d.md`],
    ])
      expect(column((await call('list_notes', { directory })).notes, 'id')).toEqual([id])
  }),
)
