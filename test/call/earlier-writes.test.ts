import { readFile, rename } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type Json, withVault } from '../support/with-vault.ts'

test('calls that are sent without waiting for the answers before find what those write', () =>
  withVault({}, async ({ call }) => {
    const [made, added, told, moved, read] = await Promise.all([
      call('create_note', { title: 'Plan', content: '## Steps\n\nOne' }),
      call('append_to_note', { identifier: 'Plan', content: 'Two', under: 'Steps' }),
      call('get_note', { identifier: 'Plan' }),
      call('move_note', { identifier: 'Plan', destination_directory: 'done', create_folders: true }),
      call('get_note', { identifier: 'done/plan.md' }),
    ])
    expect([made, added, told, moved, read].map((answer) => answer.error)).toEqual(Array(5).fill(undefined))
    expect(read.content).toBe('## Steps\n\nOne\nTwo')
  }))

test('a note that is moved while another call waits for its turn is found by its title', () =>
  withVault(
    { 'a.md': '---\ntitle: The Note\n---\nhello\n## S\n- [ ] t\n', 'd/z.md': '' },
    async ({ call, at }) => {
      const identifier = 'The Note'
      const calls: readonly (readonly [string, object])[] = [
        ['append_to_note', { content: 'x' }],
        ['update_tags', { add_tags: ['new'] }],
        ['replace_section', { section_header: 'S', new_content: 'other' }],
        ['add_todo', { text: 'more' }],
        ['get_note', {}],
      ]
      for (const [index, [tool, args]] of calls.entries()) {
        const moving = call('move_note', { identifier, destination_directory: index % 2 === 0 ? 'd' : '/' })
        const answer = await call(tool, { identifier, ...args })
        expect([tool, answer.error]).toEqual([tool, undefined])
        expect((await moving).error).toBeUndefined()
      }
      // By another process, which tells of it later.
      const { path } = await call('get_note', { identifier })
      const before = await readFile(at(path), 'utf8')
      await Promise.all([
        rename(at(path), at('moved.md')),
        call('append_to_note', { identifier, content: 'last' }).then(({ error }: Json) => {
          expect(error).toBeUndefined()
        }),
      ])
      expect(await readFile(at('moved.md'), 'utf8')).toBe(`${before}\nlast\n`)
    },
  ))

test('what earlier calls do not write is not found, and what later ones write is not waited for', () =>
  withVault({}, async ({ call }) => {
    const [before, , other] = await Promise.all([
      call('get_note', { identifier: 'Plan' }),
      call('create_note', { title: 'Plan', content: 'One' }),
      call('get_note', { identifier: 'Other' }),
    ])
    expect([before.error?.code, other.error?.code]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  }))
