import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { SqliteHistory } from '../../src/changes/sqlite-history.ts'
import { partialPrefix } from '../../src/model/content-hash.ts'
import { vaultFolders } from '../../src/vault/vault-folders.ts'
import { openMain } from '../support/change-files.ts'
import { hashOf } from '../support/hash-files.ts'
import { lines } from '../support/lines.ts'
import { times } from '../support/long.ts'
import { withVault, type Json, type Vaults } from '../support/with-vault.ts'

const program = fileURLToPath(new URL('../fixtures/editor.mjs', import.meta.url))
const saves = times(30, 5_000)
// A save takes some 35 ms where nothing else runs. However busy the machine is, it is not the time that decides.
const timeLimit = 60_000 + saves * 3_000
const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

const tasks = Array.from({ length: 400 }, (_, number) => `- [ ] task ${number}.`)
const files = {
  'note.md': lines(
    '# Note',
    '',
    'See [[hub0]]. #tag0',
    '',
    '## Edited',
    '',
    '## Tasks',
    '',
    ...tasks,
    '',
    '## Section',
    '',
    'section 0.',
    '',
    '## Log',
    '',
  ),
  'hub0.md': '# hub0\n',
}

/** One call each, and the words that it has written once it is acknowledged. */
const calls: readonly ((vaults: Vaults, turn: number) => Promise<Written>)[] = [
  async ({ call }, turn) => ({
    result: await call('append_to_note', { identifier: 'note.md', content: `appended ${turn}.` }),
    text: `appended ${turn}.`,
  }),
  async (vaults, turn) => {
    const { content, content_hash } = await wholeNote(vaults)
    const update = { identifier: 'note.md', content: `${content}updated ${turn}.\n`, content_hash }
    return { result: await vaults.call('update_note', update), text: `updated ${turn}.` }
  },
  async ({ call }, turn) => {
    const section = { identifier: 'note.md', section_header: 'Section', new_content: `section ${turn}.\n` }
    return { result: await call('replace_section', section), text: `section ${turn}.` }
  },
  async ({ call, read }, turn) => {
    const task = `task ${turn % tasks.length}.`
    let line = 0
    // An editor may have just emptied it; where a task is gone for good the call is refused.
    for (let reading = 0; line === 0 && reading < 1_000; reading++) {
      const text = await read('note.md').catch(() => '')
      line = text.split('\n').findIndex((one) => one.endsWith(task)) + 1
    }
    const todo = { identifier: 'note.md', line_number: Math.max(line, 1), task_text: task }
    return { result: await call('complete_todo', todo), text: `- [x] ${task}` }
  },
  async ({ call }, turn) => {
    const { tags } = await call('get_tags')
    const result = await call('rename_tag', { from: tags[0]?.tag ?? 'none', to: `tag${turn}` })
    return { result, text: result.note_count > 0 ? `#tag${turn}\n` : null }
  },
  async ({ call }, turn) => {
    const { notes } = await call('list_notes')
    const { id } = notes.find((note: Json) => note.id.startsWith('hub'))
    const result = await call('rename_note', { identifier: id, new_title: `hub${turn}`, rename_file: true })
    return { result, text: result.updated_link_count > 0 ? `[[hub${turn}]]` : null }
  },
]

/** The note as an agent reads it; one that has grown longer than an answer is read from the disk. */
async function wholeNote({ call, read }: Vaults): Promise<Json> {
  const note = await call('get_note', { identifier: 'note.md' })
  if (note.content_hash?.startsWith(partialPrefix) !== true) return { content_hash: hashOf('none'), ...note }
  const content = await read('note.md').catch(() => '')
  return { content, content_hash: hashOf(content) }
}

interface Written {
  readonly result: Json
  /** Null where nothing was to be written. */
  readonly text: string | null
}

/** Which of these texts are missing in the note and in the copies beside it, and which in the history as well. */
async function missingOf(
  vaults: Vaults,
  texts: readonly string[],
): Promise<{ readonly seen: readonly string[]; readonly kept: readonly string[] }> {
  const names = (await readdir(vaults.at('.'))).filter((name) => /^note.*\.md$/.test(name))
  const shown = (await Promise.all(names.map((name) => vaults.read(name)))).join('\n')
  const seen = texts.filter((text) => !shown.includes(text))
  const vault = await realpath(vaults.at('.'))
  const { state } = vaultFolders(join(vaults.folder, 'data'), vault, (await openMain(vaults)).config)
  const history = new SqliteHistory(state, log)
  await history.open()
  let kept = seen
  // One after the other: all of them together take more memory than there is.
  for (const { id } of history.list({ since: null, limit: 1_000_000, offset: 0 }).changes) {
    for (const { beforeText, afterText } of kept.length === 0 ? [] : await history.steps(id))
      kept = kept.filter((text) => !beforeText?.includes(text) && !afterText?.includes(text))
  }
  history.close()
  return { seen, kept }
}

const editors = [
  ['rename', 'puts another file in its place'],
  ['truncate', 'empties it and writes'],
  ['delete', 'deletes it and makes it again'],
] as const
const rests = [0, 60]
/** The note is never there as something else than it is; where its editor deletes it, it may be away for a while. */
const mayRefuse: Readonly<Record<string, readonly string[]>> = {
  rename: ['CONTENT_HASH_MISMATCH', 'TASK_NOT_FOUND', 'CONFLICT'],
  // Of one that does so again and again no tool finds the note as it means to be, nor its tags.
  truncate: ['CONTENT_HASH_MISMATCH', 'TASK_NOT_FOUND', 'NOT_FOUND', 'CONFLICT'],
  delete: ['CONTENT_HASH_MISMATCH', 'TASK_NOT_FOUND', 'NOT_FOUND', 'CONFLICT'],
}
const cases = editors.flatMap(([kind, what]) => rests.map((rest) => [what, rest, kind] as const))

test.each(cases)(
  'an editor that %s, with at most %d ms of rest, loses no text to tools that write at once, nor they to it',
  (_what, rest, kind) =>
    withVault(files, async (vaults) => {
      await vaults.call('list_notes')
      const editor = fork(program, [kind, vaults.at('note.md'), String(saves), String(rest)])
      await once(editor, 'message')
      const state = { isOver: false, absent: 0, torn: 0, interrupted: 0 }
      editor.once('message', (seen: Json) => {
        Object.assign(state, seen)
      })
      // Also where it fails: then nothing of what follows waits for it.
      const ended = once(editor, 'exit').then(([code]) => {
        state.isOver = true
        expect(code).toBe(0)
      })
      editor.send('start')
      const acknowledged: string[] = []
      const refused = new Map<string, string>()
      let slowest = { call: 0, ms: 0 }
      for (let turn = 1; !state.isOver || turn <= calls.length; turn++) {
        const began = performance.now()
        const { result, text } = await calls[turn % calls.length]!(vaults, turn)
        const ms = Math.round(performance.now() - began)
        if (ms > slowest.ms) slowest = { call: turn % calls.length, ms }
        if (result.error !== undefined)
          refused.set(result.error.code, `${turn % calls.length}: ${result.error.message}`)
        else if (text !== null) acknowledged.push(text)
      }
      await ended
      await vaults.restart()
      const edited = Array.from({ length: saves }, (_, index) => `edited ${index + 1}.\n`)
      const lost = {
        edited: (await missingOf(vaults, edited)).seen,
        written: (await missingOf(vaults, acknowledged)).kept,
      }
      if (saves > 1_000)
        console.log({
          kind,
          rest,
          saves,
          ...state,
          acknowledged: acknowledged.length,
          slowest,
          lost,
          refused: [...refused],
        })
      expect(lost).toEqual({ edited: [], written: [] })
      // Whoever is stopped for half a second between emptying a note and writing it has emptied it, as far as anybody sees.
      if (state.interrupted === 0) expect(state).toMatchObject({ absent: 0, torn: 0 })
      for (const code of refused.keys()) expect(mayRefuse[kind]).toContain(code)
    }),
  timeLimit,
)
