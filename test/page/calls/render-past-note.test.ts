import { expect, test } from 'vitest'
import { renderPastNote } from '../../../src/page/calls/render-past-note.ts'
import { withVault } from '../../support/with-vault.ts'

test('a note is read as each change has left it, under the name that it had then', () =>
  withVault(
    { 'a.md': '---\nmood: calm\n---\n# First\n\n- [ ] task\n' },
    async ({ call }) => {
      const changed = async () => (await call('list_changes', { limit: 1 })).changes[0].change_id
      await call('append_to_note', { identifier: 'a', content: 'One.' })
      const one = await changed()
      await call('append_to_note', { identifier: 'a', content: 'Two.' })
      const two = await changed()
      await call('move_note', { identifier: 'a', to: 'b.md' })
      await call('delete_note', { identifier: 'b', mode: 'permanent', confirm: true })
      const removed = await changed()
      const past = async (id: string, path: string) => await call('render_past_note', { change_id: id, path })
      expect((await past(one, 'a.md')).text).toMatch(/One\.\n$/)
      expect(await past(one, 'a.md')).toMatchObject({
        title: 'First',
        metadata: { mood: 'calm' },
        tool: 'append_to_note',
      })
      expect((await past(one, 'a.md')).html).toContain('disabled')
      expect((await past(two, 'a.md')).text).toMatch(/One\.\n+Two\.\n$/)
      expect((await past(removed, 'b.md')).text).toMatch(/Two\.\n$/)
      expect((await past(one, 'other.md')).error).toMatchObject({ code: 'NOT_FOUND' })
      expect((await past('999', 'a.md')).error).toMatchObject({ code: 'NOT_FOUND' })
    },
    { tools: [renderPastNote] },
  ))

test('what was edited elsewhere since does not change what a change has left', () =>
  withVault(
    { 'a.md': '# A\n' },
    async ({ call, write }) => {
      await call('append_to_note', { identifier: 'a', content: 'One.' })
      await write('a.md', '# Other\n')
      const past = await call('render_past_note', { change_id: '1', path: 'a.md' })
      expect(past.text).toBe('# A\nOne.\n')
    },
    { tools: [renderPastNote] },
  ))
