import { describe, expect, test } from 'vitest'
import { writeInstructions } from '../../../src/server/write-instructions.ts'
import { checkDialect, dialectNames } from '../../../src/tools/dialects/dialect-names.ts'
import { loadDialect } from '../../../src/tools/dialects/load-dialect.ts'
import { allTools } from '../../../src/tools/index.ts'
import { pickTools } from '../../../src/tools/pick-tools.ts'
import { toolOutputSchema, toolSchema } from '../../../src/tools/tool-schema.ts'
import { brokenRules } from '../tool-rules.ts'

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
    expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThan(dialect === 'flint-note' ? 44_000 : 8_000)
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
