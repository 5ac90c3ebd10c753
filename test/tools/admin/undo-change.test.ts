import { chmod, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { FileChange } from '../../../src/changes/change-plan.ts'
import { bytesVersion, changeFiles, version } from '../../support/change-files.ts'
import { hashFiles } from '../../support/hash-files.ts'
import { column } from '../../support/plain.ts'
import { withVault } from '../../support/with-vault.ts'

const odd = '\uFEFF---\r\ntitle: "A"  # why\r\nupdated: 2020-01-01\r\n---\r\n\r\n# A\n\ttab  '

test('a write is undone to the byte, and the undo is undone', () =>
  withVault({ 'a.md': odd }, async ({ call, at, read }) => {
    await chmod(at('a.md'), 0o640)
    const { change_id } = await call('append_to_note', { identifier: 'a', content: 'more' })
    const changed = await read('a.md')
    const undone = await call('undo_change', { change_id })
    expect(undone).toMatchObject({
      undone_change_id: change_id,
      undone_tool: 'append_to_note',
      files: [{ kind: 'replace', path: 'a.md', diff: expect.stringContaining('-more') }],
      file_count: 1,
    })
    expect(await read('a.md')).toBe(odd)
    expect((await stat(at('a.md'))).mode & 0o777).toBe(0o640)

    const again = await call('undo_change', { change_id })
    expect(again.error).toMatchObject({ code: 'CONFLICT', undone_by: undone.change_id })
    expect(again.error.hint).toContain(undone.change_id)
    const redone = await call('undo_change', { change_id: undone.change_id })
    expect(redone.error).toBeUndefined()
    expect(await read('a.md')).toBe(changed)
    expect((await call('undo_change', { change_id })).error).toBeUndefined()
    expect(await read('a.md')).toBe(odd)
  }))

test('a dry run shows the exact plan and changes nothing', () =>
  withVault({ 'a.md': 'one\n' }, async ({ call, folder }) => {
    const { change_id } = await call('append_to_note', { identifier: 'a', content: 'two' })
    const before = await hashFiles(`${folder}/main`)
    const plan = await call('undo_change', { change_id, dry_run: true })
    expect(plan).toMatchObject({ dry_run: true, files: [{ diff: expect.stringContaining('-two') }] })
    expect(plan.change_id).toBeUndefined()
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
    const { files } = await call('undo_change', { change_id })
    expect(files).toEqual(plan.files)
  }))

test('creating, archiving and removing for good are undone, folders and permissions too', () =>
  withVault({ 'a.md': odd, 'b.md': 'b\n' }, async ({ call, at, folder }) => {
    await chmod(at('b.md'), 0o600)
    const before = await hashFiles(`${folder}/main`)
    const changes = [
      await call('create_note', { path: 'new/deep/n.md', title: 'N' }),
      await call('delete_note', { identifier: 'a', confirm: true, mode: 'archive', reason: 'old' }),
      await call('delete_note', { identifier: 'b', confirm: true, mode: 'permanent' }),
    ]
    for (const { change_id } of changes.reverse())
      expect((await call('undo_change', { change_id })).error).toBeUndefined()
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
    expect((await stat(at('b.md'))).mode & 0o777).toBe(0o600)
    expect((await call('list_notes')).total).toBe(2)
  }))

test('a change of many files, folders and bytes is undone as a whole, and done again', () => {
  const bytes = Buffer.from([0xff, 0x00, 0xe9])
  const files = {
    'a.md': 'a [[c]]\n',
    'dir/c.md': 'c\n',
    'dir/.h': 'h',
    'dir/p.bin': bytes,
    'x.canvas': '{}',
  }
  const plan: readonly FileChange[] = [
    { kind: 'replace', path: 'a.md', before: version('a [[c]]\n'), text: 'a [[d]]\n' },
    { kind: 'replace', path: 'x.canvas', before: version('{}'), text: '{ }' },
    { kind: 'move', path: 'dir/c.md', to: 'dir/d.md', before: version('c\n'), text: 'd\n' },
    { kind: 'move', path: 'dir/p.bin', to: 'raw/new/p.bin', before: bytesVersion(bytes), text: null },
    { kind: 'move-folder', path: 'dir', to: 'raw/dir' },
    { kind: 'create', path: 'dir/c.md', text: 'another\n' },
    { kind: 'replace', path: 'raw/dir/d.md', before: version('d\n'), text: 'D\n' },
    { kind: 'remove', path: 'a.md', before: version('a [[d]]\n') },
  ]
  return withVault(files, async (vaults) => {
    const { call, at } = vaults
    const before = await hashFiles(at('.'))
    const { changeId } = await changeFiles(vaults, plan)
    const after = await hashFiles(at('.'))
    const undone = await call('undo_change', { change_id: changeId })
    expect(undone.error).toBeUndefined()
    expect(await hashFiles(at('.'))).toEqual(before)
    expect(column((await call('list_notes', { sort: 'path' })).notes, 'id')).toEqual(['a.md', 'dir/c.md'])
    expect((await call('get_backlinks', { identifier: 'dir/c.md' })).total).toBe(1)
    expect((await call('undo_change', { change_id: undone.change_id })).error).toBeUndefined()
    expect(await hashFiles(at('.'))).toEqual(after)
  })
})

test('what has moved on since is not touched: the refusal says what, and which changes came later', () =>
  withVault({ 'a.md': 'one\n', 'b.md': 'b\n' }, async (vaults) => {
    const { call, write, read, at } = vaults
    const plan: readonly FileChange[] = [
      { kind: 'replace', path: 'a.md', before: version('one\n'), text: 'two\n' },
      { kind: 'move', path: 'b.md', to: 'c.md', before: version('b\n'), text: null },
    ]
    const { changeId } = await changeFiles(vaults, plan)
    const later = await call('append_to_note', { identifier: 'a', content: 'three' })
    await write('b.md', 'taken\n')
    const { error } = await call('undo_change', { change_id: changeId })
    expect(error).toMatchObject({
      code: 'CONFLICT',
      conflict_count: 2,
      later_changes: [later.change_id],
      conflicts: [
        { path: 'b.md', problem: 'ALREADY_EXISTS' },
        { path: 'a.md', problem: 'CONTENT_HASH_MISMATCH', diff: expect.stringContaining('-three') },
      ],
    })
    expect(error.hint).toContain(later.change_id)
    expect([await read('a.md'), await read('b.md'), await read('c.md')]).toEqual([
      'two\nthree\n',
      'taken\n',
      'b\n',
    ])
    expect((await call('undo_change', { change_id: changeId, dry_run: true })).error.code).toBe('CONFLICT')
    expect((await readdir(at('.'))).filter((name) => /\.(tmp|kept)$/.test(name))).toEqual([])
  }))

test('the later changes of a note are named also where another one has borne its path since', () =>
  withVault({}, async ({ call }) => {
    const made: string[] = []
    for (const content of ['First.', 'Second.']) {
      made.push((await call('create_note', { path: 'y.md', title: 'Y', content })).change_id)
      made.push((await call('delete_note', { identifier: 'y.md', confirm: true })).change_id)
    }
    const [, firstGone, second, secondGone] = made
    const undone = await call('undo_change', { change_id: firstGone })
    await call('undo_change', { change_id: undone.change_id })
    const { error } = await call('undo_change', { change_id: second })
    expect(error).toMatchObject({ code: 'CONFLICT', later_changes: [secondGone] })
    for (const change_id of [secondGone, second])
      expect((await call('undo_change', { change_id })).error).toBeUndefined()
  }))

test('an unknown change is said to be so', () =>
  withVault({ 'a.md': 'x\n' }, async ({ call }) => {
    for (const change_id of ['999', 'none', '-1', '1; DROP TABLE change'])
      expect((await call('undo_change', { change_id })).error).toMatchObject({
        code: 'NOT_FOUND',
        hint: expect.stringContaining('list_changes'),
      })
  }))

test('a new note that lies behind a link by now is not removed through it', () =>
  withVault({ 'keep/n.md': 'mine\n' }, async ({ call, at, read }) => {
    const { change_id } = await call('create_note', { path: 'new/n.md', title: 'N' })
    await mkdir(at('away'))
    const { rename } = await import('node:fs/promises')
    await rename(at('new'), at('away/new'))
    await symlink(at('keep'), at('new'))
    expect((await call('undo_change', { change_id })).error.code).toBe('CONFLICT')
    expect(await read('keep/n.md')).toBe('mine\n')
    expect((await readFile(at('away/new/n.md'))).length).toBeGreaterThan(0)
  }))

test('links written since to what an undo takes away are told', () =>
  withVault({ 'a.md': '# A\n', 's.md': '[[a]]\n', 'w.md': 'w\n' }, async ({ call, write }) => {
    const created = await call('create_note', { path: 'n.md', title: 'N' })
    await call('append_to_note', { identifier: 'w.md', content: 'see [[n]]' })
    const told = { backlinks: [{ id: 'w.md', target: 'n.md', context: 'see [[n]]' }], links_break: true }
    expect(await call('undo_change', { change_id: created.change_id, dry_run: true })).toMatchObject(told)
    expect(await call('undo_change', { change_id: created.change_id })).toMatchObject({
      ...told,
      backlink_count: 1,
    })

    const moved = await call('move_note', { identifier: 'a.md', to: 'b.md' })
    const plain = await call('undo_change', { change_id: moved.change_id, dry_run: true })
    expect(plain).toMatchObject({ backlinks: [], links_break: false })
    await write('late.md', '[[b]] and [[A]]\n')
    expect(await call('undo_change', { change_id: moved.change_id })).toMatchObject({
      backlinks: [{ id: 'late.md', target: 'b.md', line_number: 1 }],
      backlink_count: 1,
      links_break: true,
    })
  }))
