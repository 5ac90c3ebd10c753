import { expect, test } from 'vitest'
import { dialectNames } from '../../src/dialects/dialect-names.ts'
import { loadDialect } from '../../src/dialects/load-dialect.ts'
import { allTools } from '../../src/tools/index.ts'
import { hashOf } from '../support/hash-files.ts'
import { times } from '../support/long.ts'
import { withVault } from '../support/with-vault.ts'
import { speak } from '../dialects/speak.ts'
import { right } from './right-calls.ts'
import { sampleVault } from './sample-vault.ts'
import { textPlaces } from './text-parameters.ts'

/** What no file can be called, and no pattern and no query can be. */
const worstTexts = ['a\0b.md', 'x\ud800.md', `${'x'.repeat(300)}.md`, '../a/../..', '[({*\\?+|^$']

/** What no person types and a program sends: the marks of paths, patterns, templates and queries among them. */
const nastyTexts = [
  ...worstTexts,
  '\u0001',
  '\u202e\r\n',
  '%00%ff%',
  `${'a/'.repeat(150)}b.md`,
  '\u{1f600}'.repeat(70),
  '--help',
  '-',
  '__proto__',
  'constructor',
  'http://[',
  '275761-01-01',
  '99999999999 days ago',
  '9'.repeat(40),
  '{{date:',
  '---\na: &a [*a]\n---\n',
]

const isWorst = (text: string) => worstTexts.includes(text)

// They would end what the other calls need.
const endsAll = new Set(['remove_vault', 'reindex_vault'])

test(
  'whatever a text parameter of a tool holds, nothing fails inside flint',
  () =>
    withVault(sampleVault, async ({ call }) => {
      let turn = 0
      for (const tool of allTools.filter(({ name }) => !endsAll.has(name))) {
        const { shape } = tool.input
        const given = {
          ...right[tool.name],
          ...('confirm' in shape && { confirm: true }),
          ...('dry_run' in shape && { dry_run: true }),
        }
        for (const { place, put } of textPlaces(tool, given)) {
          turn += 1
          // Each text in every third place, and the worst ones in each; in full each in each.
          for (const text of nastyTexts.filter(
            (text, at) => isWorst(text) || (at + turn) % times(3, 1) === 0,
          )) {
            const { error } = await call(tool.name, put(text))
            expect(error?.code, `${tool.name} ${place} ${JSON.stringify(text)}`).not.toBe('INTERNAL_ERROR')
          }
        }
      }
    }),
  120_000,
)

test.each(dialectNames)(
  'nor does a tool of the dialect %s',
  (dialect) =>
    withVault(sampleVault, async (vaults) => {
      const call = speak(dialect, vaults)
      for (const tool of await loadDialect(allTools, dialect)) {
        if (endsAll.has(tool.name)) continue
        const places = textPlaces(tool).filter(
          ({ place }) => !/^(?:vault|vault_id|repository_name)$/.test(place),
        )
        const given = places.reduce((args, { put }) => ({ ...args, ...put('garden/leeks.md') }), {})
        for (const { place, put } of places) {
          for (const text of worstTexts) {
            const answer = JSON.stringify(await call(tool.name, { ...given, ...put(text) }))
            expect(answer, `${tool.name} ${place} ${JSON.stringify(text)}`).not.toMatch(
              /INTERNAL_ERROR|inside flint/i,
            )
          }
        }
      }
    }),
  120_000,
)

test('a filter for paths that no path can be is refused', () =>
  withVault(sampleVault, async (vaults) => {
    const refused = { code: 'INVALID_ARGUMENT', hint: expect.stringContaining('projects/*.md') }
    expect((await vaults.call('search_text', { pattern: 'x', path_filter: 'a\0b' })).error).toMatchObject(
      refused,
    )
    const { error } = await speak('kiln', vaults)('text_search', { query: 'x', folder: 'a\0b' })
    expect(error).toMatchObject(refused)
  }))

test('a NUL gets into no note, whichever tool is to write it', () =>
  withVault({ 'a.md': 'x\n' }, async ({ call, read }) => {
    const content = 'a\0b'
    for (const [tool, args] of [
      ['create_note', { title: 'T', content }],
      ['update_note', { identifier: 'a', content, content_hash: hashOf('x\n') }],
      ['upsert_note', { identifier: 'a', content }],
      ['upsert_note', { identifier: 'new', content }],
      ['append_to_note', { identifier: 'a', content }],
      ['create_note_type', { type_name: 'films', description: content }],
    ] as const) {
      const { error } = await call(tool, args)
      expect(error, tool).toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining('NUL character, which no note can hold'),
      })
    }
    expect(await read('a.md')).toBe('x\n')
    expect((await call('list_notes')).total).toBe(1)
  }))
