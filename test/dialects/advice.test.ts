import { describe, expect, test } from 'vitest'
import type { Said } from '../../src/model/advice.ts'
import { say } from '../../src/call/say-advice.ts'
import { servedTo } from '../../src/call/served-to.ts'
import { dialectNames, type DialectName } from '../../src/dialects/dialect-names.ts'
import { loadDialect } from '../../src/dialects/load-dialect.ts'
import { allTools } from '../../src/tools/index.ts'
import { allAdvice } from '../support/all-advice.ts'
import { withVault } from '../support/with-vault.ts'
import { speak } from './speak.ts'

async function told(dialect: DialectName, said: Said): Promise<string> {
  return say(said, servedTo(await loadDialect(allTools, dialect)))
}

async function foreignTo(dialect: DialectName): Promise<readonly string[]> {
  const listed = new Set((await loadDialect(allTools, dialect)).map(({ name }) => name))
  return allTools.map(({ name }) => name).filter((name) => name.includes('_') && !listed.has(name))
}

function named(text: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
}

describe.each(dialectNames)('what is said in %s', (dialect) => {
  test('names none of our tools that it does not list, whatever advice it is', async () => {
    const foreign = await foreignTo(dialect)
    for (const advice of allAdvice.filter(({ kind }) => kind !== 'confirm')) {
      const said = await told(dialect, advice)
      expect(named(said, foreign), `${advice.kind} -> ${said}`).toEqual([])
    }
  })

  test('names none in the errors and results of its own tools', { timeout: 120_000 }, () =>
    withVault({ 'a.md': '- [ ] Old\n', 'b/a.md': 'See [[nowhere]].\n' }, async (vaults) => {
      const foreign = await foreignTo(dialect)
      const call = speak(dialect, vaults)
      const bad = ['missing.md', '../out.md', 'a', '', '\0']
      for (const { name, input } of await loadDialect(allTools, dialect)) {
        const takes = Object.keys(input.shape)
        for (const value of bad) {
          const args = Object.fromEntries(
            takes
              .filter((key) => !['confirm', 'dry_run'].includes(key))
              .map((key) => [key, key === 'repository_name' ? 'main' : value]),
          )
          const texts = spokenIn(await call(name, args)).join('\n')
          expect(named(texts, foreign), `${name} ${texts}`).toEqual([])
        }
      }
    }),
  )
})

test.each([
  ['kiln', { kind: 'read-note-again' }, 'Call read_note for its present content, then repeat the change.'],
  [
    'notes-app',
    { kind: 'read-hash-of-whole' },
    'Call read_note for the hash of the whole note once you have read all parts.',
  ],
  ['obsidian-vault-mcp', { kind: 'list-tasks' }, 'Call task_list for the lines as they are now.'],
  ['kiln', ['Check that its drive is mounted.', { kind: 'find-folder' }], 'Check that its drive is mounted.'],
  ['kiln', { kind: 'check-folder' }, 'Check that the folder exists and its drive is mounted.'],
  ['kiln', { kind: 'read-resource-rest', path: 'a.md', vaultId: 'main' }, ''],
  ['kiln', { kind: 'reindex' }, ''],
  ['obsidian-vault-mcp', { kind: 'mend-line-pattern' }, 'Mend it.'],
  ['kiln', 'Is "get_notes. Call get_tags" what you mean?', 'Is "get_notes. Call get_tags" what you mean?'],
  ['obsidian-vault-mcp', { kind: 'name-vault' }, 'Pass one of known_vaults as repository_name.'],
  ['notes-app', { kind: 'name-vault' }, 'Pass one of known_vaults as vault.'],
  ['kiln', { kind: 'name-vault' }, ''],
  ['flint-note', { kind: 'keep-file-name' }, 'To keep the name use destination_directory.'],
  ['flint-note', { kind: 'reindex' }, 'Call reindex_vault with confirm: true.'],
] as const)('%s: %j', async (dialect, said, expected) => {
  expect(await told(dialect, said)).toBe(expected)
})

test.each([
  [
    'notes-app',
    'move_note',
    { from_path: 'a.md', to_path: 'sub/' },
    'The new path has to be a whole one, with the name.',
    'Write the name after the folder.',
  ],
  ['kiln', 'text_search', { query: 'a\nb' }, expect.any(String), 'Look for one of the lines.'],
  [
    'obsidian-vault-mcp',
    'task_done',
    { repository_name: 'main', path: 'gone.md', line: 1 },
    'No note is called "gone.md".',
    'Call vault_search to find it.',
  ],
] as const)(
  '%s: a failed %s names no parameter and no tool that is not there',
  (dialect, tool, args, message, hint) =>
    withVault({ 'a.md': '- [ ] Old\n', 'sub/b.md': 'B' }, async (vaults) => {
      const { error } = await speak(dialect, vaults)(tool, args)
      expect(error).toMatchObject({ message, hint })
    }),
)

test('what an author wrote is left as it is', () =>
  withVault({ 'a.md': '---\nhint: Call get_tags.\n---\nmessage: call get_tags\n' }, async (vaults) => {
    const note = await speak('kiln', vaults)('read_metadata', { path: 'a.md' })
    expect(note.frontmatter).toEqual({ hint: 'Call get_tags.' })
    const { content } = await speak('kiln', vaults)('read_note', { path: 'a.md' })
    expect(content).toContain('call get_tags')
  }))

test('a note that is not there is told with the tool that this client has', () =>
  withVault({ 'a.md': 'A' }, async (vaults) => {
    const { error } = await speak('obsidian-vault-mcp', vaults)('task_done', {
      repository_name: 'main',
      path: 'a.md',
      line: 1,
    })
    expect(error.hint).toContain('task_list')
    const gone = await speak('kiln', vaults)('read_note', { path: 'gone.md' })
    expect(JSON.stringify(gone)).not.toMatch(/search_notes\b|get_notes\b/)
  }))

function spokenIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === 'string' && ['hint', 'message', 'reason', 'warning', 'truncated', 'error'].includes(key)
      ? [inner]
      : spokenIn(inner),
  )
}
