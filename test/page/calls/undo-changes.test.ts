import fc from 'fast-check'
import { expect, test } from 'vitest'
import { undoChanges } from '../../../src/page/calls/undo-changes.ts'
import { hashFiles } from '../../support/hash-files.ts'
import { column } from '../../support/plain.ts'
import { times } from '../../support/long.ts'
import { type Json, withVault } from '../../support/with-vault.ts'

const options = { tools: [undoChanges] }
const agent = 'client agent'

test('all of an actor since a moment is undone but what is to be left, to the byte', () =>
  withVault(
    { 'a.md': '\uFEFFone\r\n', 'b.md': 'see [[a]]\n', 'c.md': 'c\n' },
    async ({ call, folder, read }) => {
      const before = await hashFiles(`${folder}/main`)
      await call('append_to_note', { identifier: 'a', content: 'two' }, agent)
      await call('append_to_note', { identifier: 'a', content: 'three' }, agent)
      await call('move_note', { identifier: 'a', to: 'sub/d.md', create_folders: true }, agent)
      await call('append_to_note', { identifier: 'sub/d', content: 'four' }, agent)
      const left = (await call('append_to_note', { identifier: 'c', content: 'good' }, agent)).change_id
      const own = (await call('create_note', { path: 'mine.md', title: 'Mine' }, 'person')).change_id
      const asked = { actor: 'agent', since: '1h', except: [left] }

      const plan = await call('undo_changes', { ...asked, dry_run: true })
      expect(plan).toMatchObject({ undone: 4, refused: 0 })
      expect(column(plan.changes, 'outcome')).toEqual(['left', ...Array(4).fill('would be undone')])
      expect(plan.changes[1].diff).toContain('-four')
      // As the text is by then, and where.
      expect(plan.changes[3].diff).toMatch(/--- a\.md[\s\S]*\n-three/)
      expect(plan.changes[3].diff).not.toContain('four')
      expect(plan.changes[4].diff).toContain('-two')
      expect(await read('sub/d.md')).toContain('four')

      const done = await call('undo_changes', asked)
      expect(column(done.changes, 'outcome')).toEqual(['left', ...Array(4).fill('undone')])
      expect(column(done.changes, 'diff')).toEqual(column(plan.changes, 'diff'))
      const after = await hashFiles(`${folder}/main`)
      expect({ ...after, 'c.md': null, 'mine.md': null }).toEqual({
        ...before,
        'c.md': null,
        'mine.md': null,
      })
      expect(await read('c.md')).toBe('c\ngood\n')

      expect((await call('undo_changes', asked)).undone).toBe(0)
      const again = await call('undo_changes', { change_ids: [own, done.changes[1].change_id] })
      expect(column(again.changes, 'outcome')).toEqual(['undone', 'left'])
      expect(again.changes[1].reason).toContain('undone already')
    },
    options,
  ))

test('one that is refused says why and stops nothing', () =>
  withVault(
    { 'a.md': 'a\n', 'b.md': 'b\n' },
    async ({ call, write, read }) => {
      for (const identifier of ['a', 'b'])
        await call('append_to_note', { identifier, content: 'more' }, agent)
      await write('b.md', 'by hand\n')
      for (const dry_run of [true, false]) {
        const { changes, refused, undone } = await call('undo_changes', { actor: 'agent', dry_run })
        expect({ refused, undone }).toEqual({ refused: 1, undone: 1 })
        expect(changes[0]).toMatchObject({
          outcome: 'refused',
          reason: expect.stringContaining('cannot be undone'),
          conflicts: [{ path: 'b.md' }],
        })
      }
      expect([await read('a.md'), await read('b.md')]).toEqual(['a\n', 'by hand\n'])
    },
    options,
  ))

test('an older change that a newer one builds on is refused without it, and foreseen with it', () =>
  withVault(
    { 'a.md': 'a\n' },
    async ({ call }) => {
      const ids: string[] = []
      for (const content of ['one', 'two'])
        ids.push((await call('append_to_note', { identifier: 'a', content })).change_id)
      const alone = await call('undo_changes', { change_ids: [ids[0]], dry_run: true })
      expect(alone.changes).toMatchObject([{ outcome: 'refused', later_changes: [ids[1]] }])
      const both = await call('undo_changes', { change_ids: ids, dry_run: true })
      expect(column(both.changes, 'outcome')).toEqual(['would be undone', 'would be undone'])
    },
    options,
  ))

test('a call says which changes, in one way, and only such as there are', () =>
  withVault(
    { 'a.md': 'a\n' },
    async ({ call }) => {
      for (const args of [{}, { change_ids: ['1'], actor: 'x' }])
        expect((await call('undo_changes', args)).error.code).toBe('INVALID_ARGUMENT')
      expect((await call('undo_changes', { change_ids: ['9'] })).error.code).toBe('NOT_FOUND')
      expect(await call('undo_changes', { actor: 'nobody' })).toMatchObject({ changes: [], undone: 0 })
    },
    options,
  ))

const paths = ['a.md', 'b.md', 'c.md', 'x/a.md', 'x/d.md', 'y/a.md']
const step = fc.oneof(
  fc.record({
    tool: fc.constant('append_to_note'),
    identifier: fc.constantFrom(...paths),
    content: fc.constantFrom('1', '2\n3'),
  }),
  fc.record({ tool: fc.constant('create_note'), path: fc.constantFrom(...paths), title: fc.constant('T') }),
  fc.record({
    tool: fc.constant('move_note'),
    identifier: fc.constantFrom(...paths),
    to: fc.constantFrom(...paths),
    create_folders: fc.constant(true),
  }),
  fc.record({
    tool: fc.constant('delete_note'),
    identifier: fc.constantFrom(...paths),
    mode: fc.constantFrom('archive', 'permanent', 'trash'),
    confirm: fc.constant(true),
  }),
)

test('a preview says what happens, whatever was done and whichever of it is chosen', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 8 }),
      fc.array(fc.boolean(), { minLength: 8 }),
      async (steps, keep) => {
        await withVault(
          { 'a.md': 'see [[b]] and [[d]]\n', 'b.md': '# B\n[[a]]\n', 'x/d.md': 'd [[b]]\n' },
          async ({ call }) => {
            const made: string[] = []
            for (const { tool, ...args } of steps) {
              const { change_id } = await call(tool, args)
              if (change_id !== undefined) made.push(change_id)
            }
            const asked = { actor: 'unknown', except: made.filter((_id, at) => keep[at] === true) }
            const plan = await call('undo_changes', { ...asked, dry_run: true })
            expect(plan.changes).toHaveLength(made.length)
            const done = await call('undo_changes', asked)
            const facts = ({ change_id: id, outcome, diff, paths: where }: Json) => [
              ...[id, outcome.replace('would be ', ''), diff, where],
            ]
            expect(plan.changes.map(facts)).toEqual(done.changes.map(facts))
          },
          options,
        )
      },
    ),
    { numRuns: times(15, 400) },
  )
})
