import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { VaultError } from '../../src/model/vault-error.ts'
import { dialectNames, type DialectName } from '../../src/dialects/dialect-names.ts'
import { loadDialect } from '../../src/dialects/load-dialect.ts'
import { allTools } from '../../src/tools/index.ts'
import { type Json, withVault } from '../support/with-vault.ts'
import { speak } from './speak.ts'

/** What a dialect's errors say. */
async function teller(dialect: DialectName): Promise<(message: string, hint?: string) => Json> {
  const [tool] = await loadDialect(allTools, dialect)
  return (message, hint) => {
    const error = new VaultError('NOT_FOUND', message, hint === undefined ? {} : { hint })
    return tool?.dialect?.say?.(tool.dialect.failure(error))
  }
}

async function foreignTo(dialect: DialectName): Promise<readonly string[]> {
  const listed = new Set((await loadDialect(allTools, dialect)).map(({ name }) => name))
  return allTools.map(({ name }) => name).filter((name) => name.includes('_') && !listed.has(name))
}

function named(text: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
}

describe.each(dialectNames)('what is said in %s', (dialect) => {
  test('names none of our tools that it does not list, whatever sentence of ours it is', async () => {
    const foreign = await foreignTo(dialect)
    const sentences = await sentencesOfSource()
    expect(sentences.length).toBeGreaterThan(300)
    expect(
      sentences.filter(
        (text) =>
          named(
            text,
            allTools.map(({ name }) => name),
          ).length > 0,
      ).length,
    ).toBeGreaterThan(60)
    const tell = await teller(dialect)
    for (const text of sentences) {
      const said = JSON.stringify(tell(text, text))
      expect(named(said, foreign), `${text} -> ${said}`).toEqual([])
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
  ['kiln', 'Call get_note and look.', 'Call read_note and look.'],
  [
    'notes-app',
    'Call get_note_info for the hash of the whole note.',
    'Call read_note for the hash of the whole note.',
  ],
  [
    'obsidian-vault-mcp',
    'Call get_todos for the lines as they are now.',
    'Call task_list for the lines as they are now.',
  ],
  [
    'kiln',
    'Check that its drive is mounted. list_vaults shows its path.',
    'Check that its drive is mounted.',
  ],
  ['kiln', 'Check that the folder exists, then call list_vaults.', 'Check that the folder exists.'],
  ['kiln', 'Call get_note with identifier "a.md" and section.', undefined],
  ['kiln', 'Call reindex_vault with confirm: true.', undefined],
  ['obsidian-vault-mcp', 'Mend it, or give fixed: true to look for it.', 'Mend it.'],
  ['kiln', 'Is "get_notes. Call get_tags" what you mean?', 'Is "get_notes. Call get_tags" what you mean?'],
  ['flint-note', 'Call reindex_vault with confirm: true.', 'Call reindex_vault with confirm: true.'],
] as const)('%s: %s', async (dialect, hint, expected) => {
  const said = (await teller(dialect))('It failed.', hint)
  expect(said.hint ?? said.error.hint).toBe(expected)
})

test('a message that is nothing but a foreign name keeps what happened', async () => {
  const { error } = (await teller('kiln'))('reindex_vault failed.')
  expect(error.message).toBe('reindex vault failed.')
})

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

/** Every text of the source that reads as a sentence. */
async function sentencesOfSource(): Promise<readonly string[]> {
  const folder = join(import.meta.dirname, '../../src')
  const files = (await readdir(folder, { recursive: true })).filter((file) => /^(?!cli).*\.ts$/.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.flatMap((text) =>
    [...text.matchAll(/'([^'\n]*[a-z_]+ [^'\n]*\.)'/g)].map(([, sentence = '']) => sentence),
  )
}
