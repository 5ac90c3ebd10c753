import { describe, expect, test } from 'vitest'
import { writeInstructions } from '../../src/server/write-instructions.ts'
import { checkDialect, dialectNames } from '../../src/dialects/dialect-names.ts'
import { loadDialect } from '../../src/dialects/load-dialect.ts'
import { allTools } from '../../src/tools/index.ts'
import { pickTools } from '../../src/call/pick-tools.ts'
import { toolOutputSchema, toolSchema } from '../../src/call/tool-schema.ts'
import { hashFiles } from '../support/hash-files.ts'
import { withVault } from '../support/with-vault.ts'
import { brokenRules } from '../tools/tool-rules.ts'
import { speak } from './speak.ts'

const names: Readonly<Record<string, readonly string[]>> = {
  kiln: [
    'create_note',
    'read_note',
    'read_metadata',
    'update_note',
    'delete_note',
    'list_notes',
    'text_search',
    'property_search',
    'semantic_search',
    'get_kiln_info',
  ],
  'notes-app': [
    'semantic_search',
    'related_notes',
    'search',
    'backlinks',
    'tags',
    'read_note',
    'list_notes',
    'outline',
    'frontmatter',
    'create_note',
    'move_note',
    'update_note',
  ],
  'obsidian-vault-mcp': [
    'note_read',
    'note_upsert',
    'note_delete',
    'vault_search',
    'task_list',
    'task_add',
    'task_done',
    'task_toggle',
  ],
}

describe.each(dialectNames)('%s', (dialect) => {
  test('has that server’s tools, each of which keeps the rules of every tool', async () => {
    const tools = await loadDialect(allTools, dialect)
    if (dialect !== 'flint-note') expect(tools.map(({ name }) => name)).toEqual(names[dialect])
    const broken = tools.flatMap((tool) => brokenRules(tool).map((rule) => `${tool.name}: ${rule}`))
    expect(broken).toEqual([])
  })

  test('is small', async () => {
    const tools = await loadDialect(allTools, dialect)
    const shown = tools.map((tool) => [tool.name, tool.description, toolSchema(tool)])
    // All of ours, and two more.
    expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThan(dialect === 'flint-note' ? 45_000 : 8_000)
  })

  test('for readers has only what reads', async () => {
    const tools = pickTools(await loadDialect(allTools, dialect), { dialect, readOnly: true })
    expect(tools.length).toBeGreaterThan(2)
    expect(tools.filter(({ name }) => /create|update|upsert|delete|move|add|done|toggle/.test(name))).toEqual(
      [],
    )
  })

  test('has instructions that name no tool that is not there', async () => {
    for (const choice of [{ dialect }, { dialect, readOnly: true }]) {
      const tools = pickTools(await loadDialect(allTools, dialect), choice)
      const keys = JSON.stringify(tools.map((tool) => [toolSchema(tool), toolOutputSchema(tool)])).match(
        /\w+(?=":)/g,
      )
      const known = new Set([...tools.map(({ name }) => name), ...(keys ?? [])])
      const text = writeInstructions(choice)
      expect((text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []).filter((word) => !known.has(word))).toEqual([])
      expect(text.length).toBeLessThan(2_000)
    }
  })
})

/** A call of every writing tool; each would work. */
const writes: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  kiln: {
    create_note: { path: 'new.md', content: 'New' },
    update_note: { path: 'a.md', content: 'New' },
    delete_note: { path: 'a.md' },
  },
  'notes-app': {
    create_note: { relative_path: 'new.md', content: 'New' },
    move_note: { from_path: 'a.md', to_path: 'b.md' },
    update_note: { relative_path: 'a.md', content: 'New', mode: 'replace' },
  },
  'obsidian-vault-mcp': {
    note_upsert: { repository_name: 'main', path: 'a.md', content: 'New' },
    note_delete: { repository_name: 'main', path: 'a.md' },
    task_add: { repository_name: 'main', path: 'a.md', text: 'New' },
    task_done: { repository_name: 'main', path: 'a.md', line: 1 },
    task_toggle: { repository_name: 'main', path: 'a.md', line: 1 },
  },
}

describe.each(['kiln', 'notes-app', 'obsidian-vault-mcp'] as const)('what writes in %s', (dialect) => {
  const files = (permissions: string) => ({
    'a.md': '- [ ] Old\n',
    '.flint-note/config.yml': `permissions: ${permissions}\n`,
  })
  const calls = writes[dialect] ?? {}

  test('is among these', async () => {
    const tools = await loadDialect(allTools, dialect)
    const writing = tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name)
    expect(writing).toEqual(Object.keys(calls))
  })

  test('is refused by a vault that denies writing, and changes nothing', () =>
    withVault(files('{ write: deny }'), async (vaults) => {
      const before = await hashFiles(`${vaults.folder}/main`)
      for (const [tool, args] of Object.entries(calls)) {
        const { error } = await speak(dialect, vaults)(tool, args)
        expect(error.code.toUpperCase(), tool).toBe('PERMISSION_DENIED')
      }
      expect(await hashFiles(`${vaults.folder}/main`)).toEqual(before)
    }))

  test('says to a vault that asks what it would change, and changes nothing', () =>
    withVault(files('{ write: ask }'), async (vaults) => {
      const before = await hashFiles(`${vaults.folder}/main`)
      for (const [tool, args] of Object.entries(calls)) {
        const { error } = await speak(dialect, vaults)(tool, args)
        expect(error.code.toUpperCase(), tool).toBe('CONFIRMATION_REQUIRED')
        if (!tool.startsWith('task_')) expect(JSON.stringify(error.would), tool).toMatch(/a\.md|new\.md/)
        if (/update|upsert/.test(tool)) expect(error.would.changes[0].diff).toContain('+New')
      }
      expect(await hashFiles(`${vaults.folder}/main`)).toEqual(before)
    }))
})

test('tools are chosen by that server’s names, and a wrong one is told with those there are', async () => {
  const tools = await loadDialect(allTools, 'kiln')
  const choice = { dialect: 'kiln', tools: ['read_note', 'text_search'] }
  expect(pickTools(tools, choice).map(({ name }) => name)).toEqual(['read_note', 'text_search'])
  expect(() => pickTools(tools, { dialect: 'kiln', tools: ['get_note'] })).toThrow(
    'There is no tool "get_note"',
  )
  expect(pickTools(tools, { dialect: 'kiln', toolsets: ['search'] }).map(({ name }) => name)).toEqual([
    'text_search',
    'property_search',
    'semantic_search',
  ])
})

test('a dialect that nobody speaks is an error with the known ones', async () => {
  expect(() => checkDialect('kilm')).toThrow('There is no dialect "kilm". Did you mean kiln?')
  await expect(loadDialect(allTools, 'x')).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    facts: { known: dialectNames },
  })
})
