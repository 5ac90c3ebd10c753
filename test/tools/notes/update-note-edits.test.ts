import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPassages } from '../../../src/markdown/edit/find-passages.ts'
import { applyEdits } from '../../../src/model/text-edit.ts'
import { lines } from '../../support/lines.ts'
import { times } from '../../support/long.ts'
import { withOtherProcess } from '../../support/other-process.ts'
import { listFiles, needsShared, readText, sharedData } from '../../support/shared-data.ts'
import { withVault } from '../../support/with-vault.ts'

const note = lines(
  '---',
  'status: draft',
  '---',
  '# Plan',
  '',
  'Call Ada, then [[bob]].',
  '',
  'Call Ada again.',
)

test('edits replace passages of body and frontmatter together, without a hash', () =>
  withVault({ 'plan.md': note }, async ({ call, read }) => {
    const edits = [
      { old: 'draft', new: 'done' },
      { old: 'Ada', new: 'Eve', all: true },
      { old: '[[bob]]', new: '[[eve|her]]' },
    ]
    const result = await call('update_note', { identifier: 'plan', edits })
    expect(result).toMatchObject({ id: 'plan.md', updated: true })
    expect(await read('plan.md')).toBe(
      note.replace('draft', 'done').replaceAll('Ada', 'Eve').replace('[[bob]]', '[[eve|her]]'),
    )
    const { broken_links } = await call('find_broken_links')
    expect(broken_links).toMatchObject([{ target_title: 'eve' }])
  }))

test('a passage that is not there, or there twice, changes nothing and is told with its places', () =>
  withVault({ 'plan.md': note }, async ({ call, read }) => {
    const absent = { old: 'Call Ada; then', new: 'x' }
    const twice = { old: 'Call Ada', new: 'Ask Ada' }
    const first = await call('update_note', {
      identifier: 'plan',
      edits: [{ old: 'draft', new: 'done' }, absent],
    })
    expect(first.error).toMatchObject({
      code: 'TEXT_NOT_FOUND',
      message: 'plan.md does not hold edits[1].old. Nothing was changed.',
      nearest: [
        { line: 6, text: 'Call Ada, then [[bob]].' },
        { line: 8, text: 'Call Ada again.' },
      ],
    })
    const second = await call('update_note', { identifier: 'plan', edits: [twice] })
    expect(second.error).toMatchObject({
      code: 'TEXT_NOT_FOUND',
      count: 2,
      places: [{ line: 6 }, { line: 8 }],
    })
    expect(await read('plan.md')).toBe(note)
  }))

test.each([
  ['with content', { content: 'x', edits: [{ old: 'a', new: 'b' }] }, 'INVALID_ARGUMENT'],
  [
    'that overlap',
    {
      edits: [
        { old: 'Call Ada,', new: '' },
        { old: ', then', new: '' },
      ],
    },
    'INVALID_ARGUMENT',
  ],
  ['of nothing', { edits: [{ old: '', new: 'b' }] }, 'INVALID_ARGUMENT'],
  ['that put in a NUL', { edits: [{ old: 'draft', new: '\0' }] }, 'INVALID_ARGUMENT'],
  ['that break the frontmatter', { edits: [{ old: 'draft', new: '[a' }] }, 'VALIDATION_FAILED'],
  [
    'beside a stale hash',
    { edits: [{ old: 'draft', new: 'done' }], content_hash: '0'.repeat(64) },
    'CONTENT_HASH_MISMATCH',
  ],
])('edits %s are refused', (_what, update, code) =>
  withVault({ 'plan.md': note }, async ({ call, read }) => {
    const { error } = await call('update_note', { identifier: 'plan', ...update })
    expect(error).toMatchObject({ code })
    expect(await read('plan.md')).toBe(note)
  }),
)

test("edits of frontmatter keep to the type's schema", () =>
  withVault(
    {
      'tasks/_description.md': lines(
        '# Tasks',
        '',
        '## Metadata Schema',
        '',
        '- status: (select, options: ["open", "done"])',
      ),
      'tasks/a.md': lines('---', 'status: open', '---'),
    },
    async ({ call, read }) => {
      const { error } = await call('update_note', {
        identifier: 'tasks/a.md',
        edits: [{ old: 'open', new: 'lost' }],
      })
      expect(error).toMatchObject({ code: 'VALIDATION_FAILED' })
      await call('update_note', { identifier: 'tasks/a.md', edits: [{ old: 'open', new: 'done' }] })
      expect(await read('tasks/a.md')).toBe(lines('---', 'status: done', '---'))
    },
  ))

test('a dry run shows the change and writes nothing; a batch edits each of its notes', () =>
  withVault({ 'a.md': 'one\n', 'b.md': 'two\n' }, async ({ call, read }) => {
    const shown = await call('update_note', {
      identifier: 'a',
      edits: [{ old: 'one', new: '1' }],
      dry_run: true,
    })
    expect(shown.diff).toContain('+1')
    const updates = [
      { identifier: 'a', edits: [{ old: 'one', new: '1' }] },
      { identifier: 'b', edits: [{ old: 'one', new: '1' }] },
    ]
    const { results } = await call('update_note', { updates })
    expect(results).toMatchObject([{ success: true }, { success: false, error: { code: 'TEXT_NOT_FOUND' } }])
    expect([await read('a.md'), await read('b.md')]).toEqual(['1\n', 'two\n'])
  }))

test("two processes' edits of different places in one note, at the same moment, are both there", () =>
  withVault(
    { 'a.md': lines(...Array.from({ length: 40 }, (_, line) => `line ${line}.`)) },
    async (vaults) => {
      const edit = (line: number) => ({
        identifier: 'a',
        edits: [{ old: `line ${line}.`, new: `line ${line}!` }],
      })
      await withOtherProcess(vaults.folder, async (other) => {
        const ours = async () => {
          for (let line = 0; line < 40; line += 2) await vaults.call('update_note', edit(line))
        }
        const theirs = async () => {
          for (let line = 1; line < 40; line += 2) await other.call('update_note', edit(line))
        }
        await Promise.all([ours(), theirs()])
      })
      expect(await vaults.read('a.md')).not.toContain('.')
    },
  ))

const folder = join(sharedData, 'vaults')

/** Real notes, half of them with the line ends of Windows, and where in them something is to change. */
function readPlaces(): Readonly<Record<'body' | 'frontmatter' | 'table', readonly Place[]>> {
  const texts = listFiles(folder, '.md')
    .map(readText)
    .filter((text) => text.length > 20 && !/^(updated|modified):/m.test(text))
    .flatMap((text, index) => (index % 2 === 0 ? [text] : [text.replace(/\r?\n/g, '\r\n')]))
  const places = (pattern: RegExp) =>
    texts.flatMap((text) => {
      const found = pattern.exec(text)
      return found === null ? [] : [{ text, start: found.index, end: found.index + found[0].length }]
    })
  return {
    body: places(/^(?!---)[\s\S]+/),
    frontmatter: places(/(?<=^---\r?\n)[\s\S]+?(?=^---\r?$)/m),
    table: places(/(?:^\|.*\|\r?\n){2,}/m),
  }
}

interface Place {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** A passage of a few characters or lines at a place, and what is to stand there instead. */
function passages(places: readonly Place[]) {
  return fc
    .tuple(fc.constantFrom(...places), fc.nat(), fc.integer({ min: 1, max: 80 }), fc.string())
    .map(([{ text, start, end }, at, length, put]) => {
      const from = start + (at % (end - start))
      return { text, from, old: text.slice(from, Math.min(end, from + length)), put }
    })
    .filter(({ old }) => !/^\n|^\r|\r$|\p{Surrogate}/u.test(old))
}

describe.skipIf(!existsSync(folder))(`in real notes (${needsShared})`, () => {
  const places = existsSync(folder) ? readPlaces() : { body: [], frontmatter: [], table: [] }

  test('there are places of each kind, with both line ends', () => {
    for (const found of Object.values(places)) {
      expect(found.filter(({ text }) => text.includes('\r\n')).length).toBeGreaterThan(3)
      expect(found.filter(({ text }) => !text.includes('\r\n')).length).toBeGreaterThan(3)
    }
  })

  test.each(['body', 'frontmatter', 'table'] as const)('nothing but the passages changes in a %s', (kind) => {
    fc.assert(
      fc.property(passages(places[kind]), ({ text, from, old, put }) => {
        const found = findPassages(text, [{ old, new: put, all: false }])
        if (text.includes(old, text.indexOf(old) + 1)) expect(found.kind).toBe('ambiguous')
        else if (found.kind === 'found') {
          const fitting = found.edits[0]?.insert ?? ''
          expect(applyEdits(text, found.edits)).toBe(
            text.slice(0, from) + fitting + text.slice(from + old.length),
          )
          expect(fitting.replaceAll('\r\n', '\n')).toBe(put.replaceAll('\r\n', '\n'))
        } else expect(found.kind).toBe('ambiguous')
      }),
      { numRuns: times(1_500, 20_000) },
    )
  })

  test.each(['body', 'frontmatter', 'table'] as const)('twins and absences of a %s are refused', (kind) => {
    fc.assert(
      fc.property(passages(places[kind]), ({ text, old, put }) => {
        expect(findPassages(`${text}\n${old}`, [{ old, new: put, all: false }]).kind).toBe('ambiguous')
        const absent = `${old}\u{E0FF}`
        expect(findPassages(text, [{ old: absent, new: put, all: false }]).kind).toBe('missing')
      }),
      { numRuns: times(500, 5_000) },
    )
  })

  test('the file on disk has the passage and every other byte as it was, or nothing has changed', async () => {
    const each = fc.sample(fc.oneof(...Object.values(places).map(passages)), {
      numRuns: times(60, 600),
      seed: 19,
    })
    const files = Object.fromEntries(each.map(({ text }, at): [string, string] => [`${at}.md`, text]))
    await withVault(files, async ({ call, read }) => {
      let changed = 0
      for (const [at, { text, from, old, put }] of each.entries()) {
        const { error } = await call('update_note', { identifier: `${at}.md`, edits: [{ old, new: put }] })
        const now = await read(`${at}.md`)
        if (error !== undefined) {
          expect(now).toBe(text)
          continue
        }
        changed += 1
        const end = text.length - from - old.length
        expect(now.slice(0, from)).toBe(text.slice(0, from))
        expect(now.slice(now.length - end)).toBe(text.slice(from + old.length))
        expect(now.slice(from, now.length - end).replaceAll('\r\n', '\n')).toBe(put.replaceAll('\r\n', '\n'))
      }
      expect(changed).toBeGreaterThan(20)
    })
  })
})

test('a dry run of several updates of one note shows each after those before it', async () => {
  const edits = (...pairs: readonly (readonly [string, string])[]) => ({
    updates: pairs.map(([old, next]) => ({ identifier: 'plan', edits: [{ old, new: next }] })),
  })
  const told = ({ results }: { results: readonly { success: boolean; result?: object; error?: object }[] }) =>
    results.map(({ success, result = {}, error = {} }) => [
      success,
      'lines_changed' in result && result.lines_changed,
      'content_hash' in result && result.content_hash,
      'code' in error && error.code,
    ])
  for (const args of [
    edits(['draft', 'done'], ['done', 'gone'], ['draft', 'x'], ['gone', 'over']),
    edits(['nowhere', 'x'], ['draft', 'done']),
    { updates: [note, note].map(() => ({ identifier: 'plan', content: 'x', mode: 'append' })) },
  ])
    await withVault({ 'plan.md': note, 'b.md': '# B\n' }, async ({ call, read }) => {
      const planned = await call('update_note', { ...args, dry_run: true })
      expect(await read('plan.md')).toBe(note)
      expect(told(planned)).toEqual(told(await call('update_note', args)))
    })
})

test('a guard is checked against what the updates before it leave, in a dry run as well', () =>
  withVault({ 'plan.md': note }, async ({ call }) => {
    const { content_hash: hash } = await call('get_note', { identifier: 'plan' })
    const item = { identifier: 'plan', metadata: { title: 'New' }, content_hash: hash }
    const args = { updates: [item, { ...item, metadata: { title: 'Newer' } }] }
    for (const dry of [true, false])
      expect(await call('update_note', { ...args, dry_run: dry })).toMatchObject({
        results: [{ success: true }, { success: false, error: { code: 'CONTENT_HASH_MISMATCH' } }],
      })
  }))
