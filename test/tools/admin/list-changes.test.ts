import { expect, test } from 'vitest'
import { actorOf, type Actor } from '../../../src/model/actor.ts'
import { changeFiles, version } from '../../support/change-files.ts'
import { column } from '../../support/plain.ts'
import { withVault } from '../../support/with-vault.ts'

test('changes come newest first, with what they did and whether they are undone', () =>
  withVault(
    { 'a.md': 'a\n' },
    async ({ call }) => {
      const first = await call('append_to_note', { identifier: 'a', content: 'x' })
      const second = await call('create_note', { path: 'b.md', title: 'B' })
      const undo = await call('undo_change', { change_id: first.change_id })
      const { changes, total } = await call('list_changes')
      expect(total).toBe(3)
      expect(changes).toMatchObject([
        {
          change_id: undo.change_id,
          tool: 'undo_change',
          state: 'done',
          undoes: first.change_id,
          undoable: true,
        },
        { change_id: second.change_id, tool: 'create_note', files: [{ kind: 'create', path: 'b.md' }] },
        { change_id: first.change_id, state: 'undone', undone_by: undo.change_id, undoable: false },
      ])
      expect(changes[2]).toMatchObject({
        time: '2026-03-01T10:00:00.000Z',
        file_count: 1,
      })
      const page = await call('list_changes', { limit: 2 })
      const next = await call('list_changes', { limit: 2, cursor: page.next_cursor })
      expect(column([...page.changes, ...next.changes], 'change_id')).toEqual(column(changes, 'change_id'))
    },
    { now: () => new Date('2026-03-01T10:00:00Z') },
  ))

test('since leaves out what is older', () => {
  let time = new Date('2026-03-01T10:00:00Z')
  return withVault(
    { 'a.md': 'a\n' },
    async ({ call }) => {
      await call('append_to_note', { identifier: 'a', content: 'x' })
      time = new Date('2026-03-05T10:00:00Z')
      await call('append_to_note', { identifier: 'a', content: 'y' })
      const totals = []
      for (const since of ['2026-03-01', '2026-03-02', '2026-03-05T09:59:59Z', '1d', '2026-03-06', '9d'])
        totals.push((await call('list_changes', { since })).total)
      expect(totals).toEqual([2, 1, 1, 1, 0, 2])
      expect((await call('list_changes', { since: 'soon' })).error.code).toBe('INVALID_ARGUMENT')
    },
    { now: () => time },
  )
})

test('a note’s changes are found across its moves, under any of its names, and when it is gone', () =>
  withVault({ 'a.md': 'a\n', 'other.md': 'o\n' }, async (vaults) => {
    const { call } = vaults
    const ids: unknown[] = []
    ids.push((await call('append_to_note', { identifier: 'a', content: 'x' })).change_id)
    await call('append_to_note', { identifier: 'other', content: 'x' })
    const move = {
      kind: 'move',
      path: 'a.md',
      to: 'dir/b.md',
      before: version('a\nx\n'),
      text: null,
    } as const
    ids.push((await changeFiles(vaults, [move])).changeId)
    ids.push((await changeFiles(vaults, [{ kind: 'move-folder', path: 'dir', to: 'shelf' }])).changeId)
    ids.push((await call('append_to_note', { identifier: 'shelf/b.md', content: 'y' })).change_id)
    const expectTrail = async (identifier: string) => {
      expect(column((await call('list_changes', { identifier })).changes, 'change_id')).toEqual(
        [...ids].reverse(),
      )
    }
    for (const name of ['shelf/b.md', 'shelf/b', 'a.md', 'a', 'dir/b.md']) await expectTrail(name)
    const gone = await call('delete_note', { identifier: 'shelf/b.md', confirm: true, mode: 'permanent' })
    ids.push(gone.change_id)
    for (const name of ['shelf/b.md', 'a', 'dir/b.md']) await expectTrail(name)
    expect((await call('undo_change', { change_id: gone.change_id })).error).toBeUndefined()
    expect((await call('list_changes', { identifier: 'shelf/b.md' })).total).toBe(6)
    expect((await call('list_changes', { identifier: 'never.md' })).error.code).toBe('NOT_FOUND')
    expect((await call('list_changes', { identifier: '../out.md' })).error.code).toBe('OUTSIDE_VAULT')
  }))

test('a change of many files names the first and counts all', () =>
  withVault({}, async (vaults) => {
    const plan = Array.from({ length: 60 }, (_, number) => ({
      kind: 'create' as const,
      path: `n${number}.md`,
      text: 'x\n',
    }))
    await changeFiles(vaults, plan)
    const { changes } = await vaults.call('list_changes')
    expect(changes[0].file_count).toBe(60)
    expect(changes[0].files).toHaveLength(20)
  }))

test('each change says who made it, and those of one actor can be listed alone', () =>
  withVault({ 'a.md': 'a\n', 'b.md': 'b\n' }, async ({ call }) => {
    const append = async (identifier: string, actor?: Actor): Promise<string> =>
      (await call('append_to_note', { identifier, content: 'x' }, actor)).change_id
    const nobody = await append('a')
    const agent = await append('a', actorOf('client', 'claude-code'))
    const other = await append('b', actorOf('token', 'claude-code'))
    const person = await append('b', 'cli')
    const { changes } = await call('list_changes')
    expect(column(changes, 'actor')).toEqual(['cli', 'token claude-code', 'client claude-code', 'unknown'])
    const madeBy = async (actor: string, more: object = {}) =>
      column((await call('list_changes', { actor, ...more })).changes, 'change_id')
    expect(await madeBy('claude-code')).toEqual([other, agent])
    expect(await madeBy('client claude-code')).toEqual([agent])
    expect(await madeBy('claude-code', { identifier: 'b' })).toEqual([other])
    expect(await madeBy('cli')).toEqual([person])
    expect(await madeBy('unknown')).toEqual([nobody])
    expect(await madeBy('client')).toEqual([])
    const page = await call('list_changes', { actor: 'claude-code', limit: 1 })
    expect(page).toMatchObject({ total: 2, has_more: true })
  }))

test('what an undo changes is in the name of who asked for it', () =>
  withVault({ 'a.md': 'a\n' }, async ({ call }) => {
    const { change_id } = await call('append_to_note', { identifier: 'a', content: 'x' }, 'client agent')
    await call('undo_change', { change_id }, 'person')
    expect(column((await call('list_changes')).changes, 'actor')).toEqual(['person', 'client agent'])
  }))

test('a name from outside is one line of at most eighty characters', () => {
  expect(actorOf('client', ' a\n\u001B[31mb\u202Ec\t ')).toBe('client a [31mbc')
  for (const [name, plain] of [
    ['an\u200Bna', 'anna'],
    ['an\u0007na', 'anna'],
    ['bo\u00ADb', 'bob'],
    ['bo\u034Fb', 'bob'],
    ['an \uFEFF\n na', 'an na'],
  ] as const)
    expect(actorOf('token', name)).toBe(`token ${plain}`)
  expect(actorOf('token', 'x'.repeat(500))).toBe(`token ${'x'.repeat(80)}`)
  expect(actorOf('client', ' \n')).toBe('client without a name')
})
