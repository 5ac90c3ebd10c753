import { once } from 'node:events'
import fs from 'node:fs'
import { readdir } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { changeFiles, openMain, version } from '../support/change-files.ts'
import { until } from '../support/until.ts'
import { withVault, type Json, type Vaults } from '../support/with-vault.ts'

const note = '# Note\n\nfirst\n\nsecond\n'

/** An editor that has the note open while a tool writes it, and saves then. */
async function saveLate(
  { at, call }: Vaults,
  text: string | Uint8Array,
  tool: string,
  args: object,
): Promise<Json> {
  const open = fs.openSync(at('note.md'), 'r+')
  const result = await call(tool, { identifier: 'note.md', ...args })
  expect(result.error).toBeUndefined()
  fs.ftruncateSync(open)
  fs.writeSync(open, Buffer.from(text), 0, null, 0)
  fs.closeSync(open)
  return result
}

async function copiesIn({ at }: Vaults): Promise<readonly string[]> {
  return (await readdir(at('.'))).filter((name) => /^note \(saved meanwhile [-.: \d]+\)\.md$/.test(name))
}

/** What the next answers say of it. */
async function noticeIn({ call }: Vaults): Promise<string> {
  const notices: string[] = []
  await until('a notice', async () => {
    notices.push(...((await call('get_vault_info')).notices ?? []))
    return notices.length > 0
  })
  return notices.join('\n')
}

test('what an editor saves into a note that was just replaced is merged into it, and said', () =>
  withVault({ 'note.md': note }, async (vaults) => {
    await saveLate(vaults, note.replace('first', 'first, edited'), 'append_to_note', { content: 'by a tool' })
    expect(await noticeIn(vaults)).toMatch(/saved as note\.md .* is merged into the note \(change 2\)/)
    expect(await vaults.read('note.md')).toBe('# Note\n\nfirst, edited\n\nsecond\nby a tool\n')
    const { changes } = await vaults.call('list_changes')
    expect(changes.map(({ tool }: Json) => tool)).toEqual(['keep_editor_text', 'append_to_note'])
    await vaults.call('undo_change', { change_id: '2' })
    expect(await vaults.read('note.md')).toBe(`${note}by a tool\n`)
  }))

test('where both have changed the same lines the editor’s text is kept beside the note', () =>
  withVault({ 'note.md': note }, async (vaults) => {
    const { content_hash } = await vaults.call('get_note', { identifier: 'note.md' })
    const update = { content: '# Note\n\nall new\n', content_hash }
    const theirs = note.replace('first', 'first, edited')
    await saveLate(vaults, theirs, 'update_note', update)
    const notice = await noticeIn(vaults)
    const [copy = ''] = await copiesIn(vaults)
    expect(notice).toContain(`is kept beside it as ${copy} (change 2)`)
    expect(await vaults.read('note.md')).toBe('# Note\n\nall new\n')
    expect(await vaults.read(copy)).toBe(theirs)
    const [kept] = (await vaults.call('list_changes')).changes
    expect(kept).toMatchObject({ tool: 'keep_editor_text', files: [{ kind: 'create', path: copy }] })
  }))

test('what is no text is kept byte for byte', () =>
  withVault({ 'note.md': note }, async (vaults) => {
    const latin = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a])
    await saveLate(vaults, latin, 'append_to_note', { content: 'by a tool' })
    await noticeIn(vaults)
    const [copy = ''] = await copiesIn(vaults)
    expect(Buffer.compare(fs.readFileSync(vaults.at(copy)), latin)).toBe(0)
    expect(await vaults.read('note.md')).toBe(`${note}by a tool\n`)
  }))

test.each(['all other\n', Buffer.from([0xe9, 0x0a])])(
  'the copy beside a note may be read and written by whoever may read and write the note, and by nobody else',
  (theirs) =>
    withVault({ 'note.md': note }, async (vaults) => {
      fs.chmodSync(vaults.at('note.md'), 0o600)
      const { content_hash } = await vaults.call('get_note', { identifier: 'note.md' })
      await saveLate(vaults, theirs, 'update_note', { content: '# Note\n\nall new\n', content_hash })
      await noticeIn(vaults)
      const [copy = ''] = await copiesIn(vaults)
      expect(fs.statSync(vaults.at(copy)).mode & 0o777).toBe(0o600)
    }),
)

test('what is saved into a note that was just removed is kept where the note was', () =>
  withVault({ 'note.md': note }, async (vaults) => {
    const open = fs.openSync(vaults.at('note.md'), 'r+')
    await changeFiles(vaults, [{ kind: 'remove', path: 'note.md', before: version(note) }])
    fs.writeSync(open, 'more', note.length)
    fs.closeSync(open)
    await noticeIn(vaults)
    expect(await vaults.read((await copiesIn(vaults))[0] ?? '')).toBe(`${note}more`)
  }))

test('who closes the vault, and who saves while the change is under way, loses nothing', () =>
  withVault({ 'note.md': note }, async (vaults) => {
    await saveLate(vaults, `${note}edited\n`, 'append_to_note', { content: 'one' })
    await vaults.restart()
    expect(await vaults.read('note.md')).toBe(`${note}edited\none\n`)

    const vault = await openMain(vaults)
    const open = fs.openSync(vaults.at('note.md'), 'a')
    const text = await vaults.read('note.md')
    const change = {
      kind: 'replace',
      path: 'note.md',
      before: version(text),
      text: `# More\n${text}`,
    } as const
    const progress = () => {
      fs.writeSync(open, 'at this moment\n')
    }
    await vault.writer.change({ tool: 'test', dryRun: false, progress }, async () => ({
      changes: [change],
      facts: null,
    }))
    fs.closeSync(open)
    const said: string[] = []
    await until('what is said of it', () => said.push(...vault.takeNotices()) > 0)
    expect(said).toHaveLength(1)
    expect(await vaults.read('note.md')).toBe(`# More\n${text}at this moment\n`)
  }))

test('a note that is empty can be written, and one that an editor has emptied is waited for', () =>
  withVault({ 'note.md': note, 'empty.md': '' }, async (vaults) => {
    const appended = await vaults.call('append_to_note', { identifier: 'empty.md', content: 'one' })
    expect(appended.error).toBeUndefined()
    expect(await vaults.read('empty.md')).toBe('one\n')

    fs.truncateSync(vaults.at('note.md'))
    const appending = vaults.call('append_to_note', { identifier: 'note.md', content: 'two' })
    setTimeout(() => {
      fs.writeFileSync(vaults.at('note.md'), note)
    }, 40)
    expect((await appending).error).toBeUndefined()
    expect(await vaults.read('note.md')).toBe(`${note}two\n`)
  }))

/** A thread of its own keeps its note away no longer than it means to, however busy this one is. */
const deletingEditor = `
  const { unlinkSync, writeFileSync } = require('node:fs')
  const { parentPort, workerData } = require('node:worker_threads')
  unlinkSync(workerData.file)
  parentPort.postMessage('away')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40)
  writeFileSync(workerData.file, workerData.text)`

test('a note that is away for a moment is waited for, its tags and its links with it', () =>
  withVault({ 'note.md': `${note}\n[[other]] #tag\n`, 'other.md': '# other\n' }, async (vaults) => {
    await vaults.call('list_notes')
    const text = await vaults.read('note.md')
    const awayWhile = async (work: () => Promise<Json>) => {
      const editor = new Worker(deletingEditor, {
        eval: true,
        workerData: { file: vaults.at('note.md'), text },
      })
      const saved = once(editor, 'exit')
      await once(editor, 'message')
      const result = await work()
      await saved
      expect(result.error).toBeUndefined()
      return result
    }
    await awayWhile(() => vaults.call('append_to_note', { identifier: 'note.md', content: 'two' }))
    expect(await vaults.read('note.md')).toBe(`${text}two\n`)
    await awayWhile(() => vaults.call('rename_tag', { from: 'tag', to: 'label' }))
    expect(await vaults.read('note.md')).toContain('#label')
    const rename = { identifier: 'other.md', new_title: 'another', rename_file: true }
    await awayWhile(() => vaults.call('rename_note', rename))
    expect(await vaults.read('note.md')).toContain('[[another]]')
  }))

test('whoever is limited to a folder is told of what was kept in it, and of nothing else', () =>
  withVault({ 'note.md': note, 'team/note.md': note }, async (vaults) => {
    const vault = await openMain(vaults)
    const view = vault.view({ within: { folders: ['team'], by: ['token'] } })
    for (const path of ['note.md', 'team/note.md']) {
      const open = fs.openSync(vaults.at(path), 'a')
      const change = { kind: 'replace', path, before: version(note), text: `# More\n${note}` } as const
      const progress = () => {
        fs.writeSync(open, 'at this moment\n')
      }
      await vault.writer.change({ tool: 'test', dryRun: false, progress }, async () => ({
        changes: [change],
        facts: null,
      }))
      fs.closeSync(open)
    }
    // On a busy machine it is kept behind the answer.
    const seen: string[] = []
    await until('what is said of the folder', () => seen.push(...view.takeNotices()) > 0)
    expect(seen).toEqual([expect.stringContaining('saved as team/note.md')])
    const rest: string[] = []
    await until('what is said of the rest', () => rest.push(...vault.takeNotices()) > 0)
    expect(rest).toEqual([expect.stringContaining('saved as note.md')])
  }))
