import { expect, test } from 'vitest'
import { withVault } from '../../support/with-vault.ts'

const notes = { 'garden/b.md': '# Bed\n\nSee [soil](soil.md) and [[Bed]].\n', 'garden/soil.md': '# Soil\n' }
const trashed = '.flint-note/trash/garden/b.md'

test('a note in the trash is read and moved out of it, where undo cannot bring it back', () =>
  withVault(notes, async ({ call, read, write }) => {
    const gone = await call('delete_note', { identifier: 'garden/b.md', mode: 'trash', confirm: true })
    expect(gone).toMatchObject({ new_path: trashed })
    expect(await call('get_note', { identifier: trashed })).toMatchObject({
      id: trashed,
      title: 'Bed',
      content: expect.stringContaining('[soil](soil.md)'),
    })
    await write('garden/b.md', '# Another bed\n')
    expect((await call('undo_change', { change_id: gone.change_id })).error.code).toBe('CONFLICT')
    const to = { identifier: trashed, to: 'garden/old-bed.md' }
    expect(await call('move_note', { ...to, dry_run: true })).toMatchObject({ dry_run: true })
    expect(await call('move_note', to)).toMatchObject({ new_path: 'garden/old-bed.md' })
    expect(await read('garden/old-bed.md')).toBe(notes['garden/b.md'])
    expect(await read('garden/b.md')).toBe('# Another bed\n')
    expect((await call('get_note', { identifier: trashed })).error.code).toBe('NOT_FOUND')
    const { results } = await call('search_notes', { query: 'soil' })
    expect(results.map(({ id }: { id: string }) => id)).toContain('garden/old-bed.md')
  }))

test('a note is moved out of the trash to where it was', () =>
  withVault(notes, async ({ call, read }) => {
    await call('delete_note', { identifier: 'garden/b.md', mode: 'trash', confirm: true })
    expect(await call('move_note', { identifier: trashed, destination_directory: 'garden' })).toMatchObject({
      new_path: 'garden/b.md',
    })
    expect(await read('garden/b.md')).toBe(notes['garden/b.md'])
  }))

test('what else is hidden stays hidden, in the trash too', () =>
  withVault(
    { ...notes, '.flint-note/trash/.git/hook.md': 'x', '.flint-note/state.md': 'x', '.git/c.md': 'x' },
    async ({ call }) => {
      for (const identifier of [
        '.flint-note/trash/.git/hook.md',
        '.flint-note/trash/../state.md',
        '.flint-note/state.md',
        '.git/c.md',
      ])
        for (const tool of ['get_note', 'delete_note'])
          expect(
            (await call(tool, { identifier, ...(tool === 'delete_note' && { confirm: true }) })).error.code,
            identifier,
          ).toMatch(/^(?:INVALID_PATH|OUTSIDE_VAULT)$/)
      for (const to of ['.flint-note/trash/x.md', '.git/x.md'])
        expect((await call('move_note', { identifier: 'garden/b.md', to })).error.code).toBe('INVALID_PATH')
    },
  ))
