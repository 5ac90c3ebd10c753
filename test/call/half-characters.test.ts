import { expect, test } from 'vitest'
import { lines } from '../support/lines.ts'
import { withVault } from '../support/with-vault.ts'

const smile = '😀'
const long = smile.repeat(400)

/** Of the notes with these texts, one has a character across each limit, whether that is odd or even. */
const notes = {
  'hub.md': '# Hub\n',
  'odd.md': lines(`See [[hub]] x${long}`, '', `# x${long}`, `needle x${long}`),
  'even.md': lines(`See [[hub]] ${long}`, '', `# ${long}`, `needle ${long}`),
}

test('long texts are cut between characters in every answer', () =>
  withVault(notes, async ({ call }) => {
    const answers = [
      await call('get_backlinks', { identifier: 'hub' }),
      await call('get_note_links', { identifier: 'hub' }),
      await call('find_references', { title: 'Hub' }),
      await call('delete_note', { identifier: 'hub', dry_run: true }),
      await call('delete_note', { identifier: 'hub' }),
    ]
    for (const lead of ['', 'x']) {
      const identifier = lead === '' ? 'even' : 'odd'
      const wanted = `${lead}${long}?`
      answers.push(
        await call('update_note', { identifier, edits: [{ old: 'e', new: 'n' }] }),
        await call('append_to_note', { identifier, text: 'more', section: wanted }),
        await call('get_note', { identifier: wanted }),
        await call('get_note', { identifier, section: wanted }),
        await call('open_daily_note', { date: wanted }),
        await call('create_note', { title: 'New', template: wanted }),
        await call('complete_todo', { identifier, line_number: 1, task_text: wanted }),
        await call('undo_change', { change_id: wanted }),
        await call('rename_tag', { old_tag: wanted, new_tag: `${wanted}!` }),
        await call('list_changes'),
      )
    }
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/\\ud|\ufffd/)
  }))

test('half a character is not written, and not sent back by what only reads', () =>
  withVault(notes, async ({ call }) => {
    const create = { title: 'Half', content: 'x' }
    const refused = [
      await call('create_note', { ...create, title: 'half \ud83d' }),
      await call('create_note', { ...create, tags: ['a\ud800'] }),
      await call('create_note', { ...create, metadata: { k: { deep: ['\udc00'] } } }),
      await call('create_note', { ...create, metadata: { '\ud800': 'v' } }),
    ]
    for (const { error } of refused)
      expect(error).toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining('half of a surrogate pair'),
      })
    expect((await call('list_notes')).total).toBe(3)
    for (const answer of [
      await call('get_note', { identifier: '\ud800' }),
      await call('search_text', { pattern: 'x', path_filter: '\ud800' }),
      await call('search_notes', { query: 'x\ud800' }),
    ])
      expect(JSON.stringify(answer)).not.toMatch(/\\ud/)
  }))

test('half a character that an editor has written into a frontmatter is told as U+FFFD', () =>
  withVault({ 'a.md': '---\ntitle: "half \\uD83D"\nk: "\\uD83D"\n---\n' }, async ({ call }) => {
    for (const answer of [await call('list_notes'), await call('get_note', { identifier: 'a' })])
      expect(JSON.stringify(answer)).toMatch(/^(?!.*\\ud).*half \ufffd/)
  }))
