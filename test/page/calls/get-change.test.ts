import Database from 'better-sqlite3'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getChange } from '../../../src/page/calls/get-change.ts'
import { withVault } from '../../support/with-vault.ts'
import { context } from './call-context.ts'

const options = { tools: [getChange] }

test('get_change shows what a change did to each file, by whom, and what became of it', () =>
  withVault(
    { 'a.md': 'one\n' },
    async ({ call }) => {
      const { change_id } = await call(
        'append_to_note',
        { identifier: 'a', content: 'two' },
        'client claude-code',
      )
      expect(await call('get_change', { change_id })).toMatchObject({
        ...{ change_id, tool: 'append_to_note', actor: 'client claude-code', total: 1 },
        files: [{ kind: 'replace', path: 'a.md', diff: expect.stringContaining('+two'), is_cut: false }],
      })
      const undo = await call('undo_change', { change_id })
      expect((await call('get_change', { change_id })).undone_by).toBe(undo.change_id)
      const shown = await call('get_change', { change_id: undo.change_id })
      expect(shown).toMatchObject({ undoes: change_id, files: [{ diff: expect.stringContaining('-two') }] })
    },
    options,
  ))

test('get_change shows creations, removals and moves', () =>
  withVault(
    { 'a.md': 'see [[b]]\n', 'b.md': 'b\n', 'sub/x.md': 'x\n' },
    async ({ call }) => {
      const shown = async (change: { readonly change_id: string }) =>
        await call('get_change', { change_id: change.change_id })
      const made = await call('create_note', { path: 'n.md', title: 'N', content: 'new' })
      expect((await shown(made)).files).toMatchObject([
        { kind: 'create', diff: expect.stringContaining('+new') },
      ])
      const moved = await call('move_note', { identifier: 'b', to: 'sub/c.md' })
      expect((await shown(moved)).files).toMatchObject([
        { kind: 'replace', path: 'a.md', diff: expect.stringContaining('+see [[c]]'), is_cut: false },
        { kind: 'move', path: 'b.md', new_path: 'sub/c.md', diff: '', is_cut: false },
      ])
      const gone = await call('delete_note', { identifier: 'x', mode: 'permanent', confirm: true })
      expect((await shown(gone)).files).toMatchObject([
        { kind: 'remove', diff: expect.stringContaining('-x') },
      ])
    },
    options,
  ))

test('a text that an older version did not keep is found in a later change or on disk, else it is not guessed', () =>
  withVault(
    { 'a.md': 'one\n', 'b.md': 'b\n' },
    async ({ call, folder, write, restart }) => {
      const changes: string[] = []
      for (const content of ['two', 'three'])
        changes.push((await call('append_to_note', { identifier: 'a', content })).change_id)
      await call('move_note', { identifier: 'a', to: 'c.md' })
      const other = (await call('append_to_note', { identifier: 'b', content: 'lost' })).change_id
      const forget = async () => {
        const vaults = join(folder, 'data', 'vaults')
        const [vault = ''] = await readdir(vaults)
        const db = new Database(join(vaults, vault, 'history.sqlite'))
        db.exec('UPDATE changed_file SET written = NULL')
        db.close()
      }
      await restart(forget)
      const diff = async (change_id: string | undefined) => (await call('get_change', { change_id })).files[0]
      expect(await diff(changes[0])).toMatchObject({ diff: expect.stringContaining('+two'), is_cut: false })
      expect(await diff(changes[1])).toMatchObject({ diff: expect.stringContaining('+three'), is_cut: false })
      expect(await diff(other)).toMatchObject({ diff: expect.stringContaining('+lost'), is_cut: false })
      await write('b.md', 'somebody else\n')
      expect(await diff(other)).toMatchObject({ diff: '', is_cut: true })
    },
    options,
  ))

test('what a diff leaves out is said', () =>
  withVault(
    { 'a.md': 'one\n' },
    async ({ call }) => {
      const content = Array.from({ length: 20_000 }, (_, at) => `line ${at}`).join('\n')
      const { change_id } = await call('append_to_note', { identifier: 'a', content })
      const [file] = (await call('get_change', { change_id })).files
      expect(file.is_cut).toBe(true)
      expect(file.diff.length).toBeLessThanOrEqual(60_000)
    },
    options,
  ))

test('a change outside a scope is not shown, one that is not there is not found', () =>
  withVault(
    { 'in/a.md': 'a\n', 'b.md': 'b\n' },
    async ({ call, hub }) => {
      expect((await call('get_change', { change_id: '77' })).error.code).toBe('NOT_FOUND')
      const { change_id } = await call('append_to_note', { identifier: 'b', content: 'x' })
      const vault = (await hub.open((await hub.find('main')).id)).view({
        within: { folders: ['in'], by: ['token'] },
      })
      const prepared = getChange.prepare({ change_id })
      if (prepared.scope !== 'vault') throw new TypeError('It acts on one vault.')
      await expect(prepared.run(vault, context(hub))).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    },
    options,
  ))
