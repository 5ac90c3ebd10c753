import Database from 'better-sqlite3'
import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openMain } from '../support/change-files.ts'
import { withOtherProcess } from '../support/other-process.ts'
import { leavesOf, scribbleOnPage } from '../support/with-history.ts'
import { withVault, type Vaults } from '../support/with-vault.ts'

const long = 'A line of this note that nobody will miss, number '
const files = {
  'a.md': '# A\n\naword\n',
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, note) => [
      `n${note}.md`,
      Array.from({ length: 200 }, (_, line) => `${long}${note * line * 7919}.`).join('\n'),
    ]),
  ),
}

/** Changes of twelve notes; the file of their history. */
async function changeAll(vaults: Vaults): Promise<string> {
  for (let note = 0; note < 12; note++)
    await vaults.call('append_to_note', { identifier: `n${note}.md`, content: 'more' })
  return join(dirname((await openMain(vaults)).indexFile), 'history.sqlite')
}

async function damage(file: string, name = 'changed_file', at = 2): Promise<void> {
  await scribbleOnPage(file, leavesOf(file, name)[at] ?? 0)
}

test.each(['before the vault is opened', 'while it is open'])(
  'a page that goes bad %s shuts nothing, and what was lost with it is said',
  (when) =>
    withVault(files, async (vaults) => {
      const { call, restart } = vaults
      const file = await changeAll(vaults)
      if (when === 'while it is open') {
        await restart()
        await openMain(vaults)
        await damage(file)
      } else await restart(() => damage(file))
      expect((await call('get_note', { identifier: 'a.md' })).content).toContain('aword')
      expect((await call('search_notes', { query: 'aword' })).total).toBe(1)
      expect((await call('append_to_note', { identifier: 'a.md', content: 'x' })).error).toBeUndefined()
      // Nobody has read that page so far.
      await (await openMain(vaults)).changes.verify()
      const { changes, damage: told, total, error } = await call('list_changes', { limit: 100 })
      expect(error).toBeUndefined()
      expect(told).toMatchObject([{ kept: total, lost: 13 - total }])
      expect(told[0].message).toMatch(
        /^The change history was damaged and was put aside on .* UTC: \d+ changes were kept, and \d+ could not be read and cannot be undone\. The damaged file is vaults\/[0-9a-f]{24}\/history\.sqlite\.damaged-\d+ in flint's data folder\.$/,
      )
      expect(total).toBeGreaterThan(5)
      expect(total).toBeLessThan(13)
      const ids: string[] = changes.map((change: { change_id: string }) => change.change_id)
      const lost = Array.from({ length: 13 }, (_, at) => String(at + 1)).find((id) => !ids.includes(id))
      const refused = await call('undo_change', { change_id: lost })
      expect(refused.error).toMatchObject({ code: 'NOT_FOUND' })
      expect(refused.error.message).toContain('could not be read and cannot be undone')
      for (const id of ids)
        expect((await call('undo_change', { change_id: id })).error, `change ${id}`).toBeUndefined()
      expect(await vaults.read('a.md')).toBe(files['a.md'])
      expect(vaults.log.join('\n')).toContain('the change history was damaged and was put aside')
    }),
)

test.each([
  ['emptied', (file: string) => truncate(file)],
  ['gone', (file: string) => rm(file)],
])('a history that is %s when the vault is opened is told as lost, and no id is given again', (_what, lose) =>
  withVault(files, async (vaults) => {
    const { call, restart } = vaults
    const { change_id: first } = await call('append_to_note', { identifier: 'a.md', content: 'x' })
    expect(first).toBe('1')
    const file = join(dirname((await openMain(vaults)).indexFile), 'history.sqlite')
    await restart(() => lose(file))
    const { change_id: next } = await call('append_to_note', { identifier: 'a.md', content: 'y' })
    expect(Number(next)).toBeGreaterThan(1_700_000_000)
    expect((await call('undo_change', { change_id: first })).error).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('no change before that could be read, and none can be undone'),
    })
    const { total, damage: told } = await call('list_changes')
    expect([total, told.length]).toEqual([1, 1])
  }),
)

test('where the history lay with other servers so far, one in a file is new', () =>
  withVault(files, async (vaults) => {
    const { call, restart } = vaults
    await call('list_changes')
    const folder = dirname((await openMain(vaults)).indexFile)
    const seen = join(folder, 'folder.json')
    await restart(async () => {
      await rm(join(folder, 'history.sqlite'))
      const { hasHistory, ...others } = JSON.parse(await readFile(seen, 'utf8'))
      expect(hasHistory).toBe(true)
      await writeFile(seen, JSON.stringify({ ...others, hasHistory: false }))
    })
    expect((await call('append_to_note', { identifier: 'a.md', content: 'y' })).change_id).toBe('1')
    expect((await call('list_changes')).damage).toBeUndefined()
  }))

test('a write that meets the damage succeeds and can be undone', () =>
  withVault(files, async (vaults) => {
    const file = await changeAll(vaults)
    await vaults.restart(async () => {
      for (const name of ['change_by_time', 'changed_file_by_path']) await damage(file, name, 0)
    })
    const written = await vaults.call('append_to_note', { identifier: 'a.md', content: 'x' })
    expect(written.error).toBeUndefined()
    expect((await readdir(dirname(file))).some((name) => name.includes('.damaged-'))).toBe(true)
    const { total, damage: told } = await vaults.call('list_changes')
    expect(total).toBe(13)
    expect(told).toMatchObject([{ kept: 12, lost: 0 }])
    expect(told[0].message).toContain('12 changes were kept, and none is known to be lost')
    expect((await vaults.call('undo_change', { change_id: written.change_id })).error).toBeUndefined()
    expect(await vaults.read('a.md')).toBe(files['a.md'])
  }))

test('of two processes one puts the history aside, and both go on with the other', () =>
  withVault(files, async (vaults) => {
    const file = await changeAll(vaults)
    await vaults.restart(() => damage(file))
    await withOtherProcess(vaults.folder, async (other) => {
      expect((await other.call('get_note', { identifier: 'a.md' })).error).toBeUndefined()
      await (await openMain(vaults)).changes.verify()
      const { change_id: id } = await other.call('append_to_note', { identifier: 'a.md', content: 'x' })
      const { changes, damage: told } = await vaults.call('list_changes')
      expect(changes[0].change_id).toBe(id)
      expect((await other.call('list_changes')).damage).toEqual(told)
      expect((await readdir(dirname(file))).filter((name) => /damaged-\d+$/.test(name))).toHaveLength(1)
    })
  }))

test('a history that another program keeps to itself stops writing, not reading, and is not put aside', () =>
  withVault(files, async (vaults) => {
    const { call } = vaults
    const file = await changeAll(vaults)
    await vaults.hub.close()
    const other = new Database(file)
    other.pragma('locking_mode = EXCLUSIVE')
    other.exec('BEGIN EXCLUSIVE')
    await vaults.restart()
    expect((await call('get_note', { identifier: 'a.md' })).content).toContain('aword')
    expect((await call('search_notes', { query: 'aword' })).total).toBe(1)
    const refused = await call('append_to_note', { identifier: 'a.md', content: 'x' })
    expect(refused.error).toMatchObject({
      code: 'INDEX_UNAVAILABLE',
      message: 'Another program keeps the change history of this vault to itself.',
    })
    other.close()
    expect((await call('list_changes')).total).toBe(12)
    expect((await readdir(dirname(file))).filter((name) => name.includes('damaged'))).toEqual([])
    expect((await call('append_to_note', { identifier: 'a.md', content: 'x' })).error).toBeUndefined()
  }))

test('a history that a newer flint has written stops writing, not reading', () =>
  withVault(files, async (vaults) => {
    const file = await changeAll(vaults)
    await vaults.restart(() => {
      const db = new Database(file)
      db.pragma('user_version = 99')
      db.close()
      return Promise.resolve()
    })
    expect((await vaults.call('get_note', { identifier: 'a.md' })).content).toContain('aword')
    for (const [tool, args] of [
      ['append_to_note', { identifier: 'a.md', content: 'x' }],
      ['list_changes', {}],
      ['undo_change', { change_id: '1' }],
    ] as const)
      expect((await vaults.call(tool, args)).error, tool).toMatchObject({
        code: 'INDEX_UNAVAILABLE',
        message: 'The change history of this vault was written by a newer flint, and is left as it is.',
      })
    expect(await vaults.read('a.md')).toBe(files['a.md'])
  }))

test('what is told of a damaged history is told until its file is removed', () =>
  withVault(files, async (vaults) => {
    const file = await changeAll(vaults)
    await vaults.restart(() => damage(file))
    await (await openMain(vaults)).changes.verify()
    await vaults.restart()
    const { damage: told } = await vaults.call('list_changes')
    expect(told).toHaveLength(1)
    const aside = join(vaults.folder, 'data', told[0].file)
    expect((await stat(aside)).mode & 0o777).toBe(0o600)
    await rm(aside)
    expect((await vaults.call('list_changes')).damage).toBeUndefined()
  }))
