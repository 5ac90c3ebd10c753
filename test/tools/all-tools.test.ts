import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { writeInstructions } from '../../src/server/write-instructions.ts'
import { defineVaultTool } from '../../src/call/define-tool.ts'
import { allTools } from '../../src/tools/index.ts'
import { pickTools, type ToolChoice } from '../../src/call/pick-tools.ts'
import { listedSchema, toolOutputSchema, toolSchema } from '../../src/call/tool-schema.ts'
import type { Tool } from '../../src/call/tool.ts'
import { coreTools, toolsets } from '../../src/call/toolset.ts'
import { brokenRules } from './tool-rules.ts'
import { toyTools } from './toy-tools.ts'

const reference = readFileSync(new URL('../../docs/tools.md', import.meta.url), 'utf8')

describe.each(allTools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  test('keeps the rules of every tool', () => {
    expect(brokenRules(tool)).toEqual([])
  })

  test('is as it was published', async () => {
    await expect(publicFace(tool)).toMatchFileSnapshot(`../snapshots/tools/${name}.json`)
  })

  test('is tested', () => {
    const file = new URL(`${tool.toolset}/${name.replaceAll('_', '-')}.test.ts`, import.meta.url)
    const wanted = `test/tools/${tool.toolset}/${name.replaceAll('_', '-')}.test.ts, which has call('${name}'`
    expect(existsSync(file), `there is no ${wanted}`).toBe(true)
    expect(readFileSync(file, 'utf8'), wanted).toMatch(new RegExp(`call\\('${name}'`))
  })

  test('is documented, with an example', () => {
    const [, section = ''] = reference.split(`\n### ${name}\n`)
    const wanted =
      'npm run docs prints docs/tools.md, with the example that scripts/tool-examples.mjs has of each tool'
    expect(section.split('\n## ')[0], wanted).toContain(`Example: \`${name}\` with`)
    expect(section, wanted).toContain(tool.description)
  })
})

test('names are unique', () => {
  const names = allTools.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('the list is in the order of the toolsets', () => {
  const order = allTools.map(({ toolset }) => toolsets.findIndex((one) => one === toolset))
  const wanted = 'allTools in src/tools/index.ts has the order of toolsets in src/call/toolset.ts'
  expect(order, wanted).toEqual([...order].sort((a, b) => a - b))
})

test('the core preset has only tools that exist', () => {
  const core = pickTools(allTools, { toolsets: ['core'] }).map(({ name }) => name)
  expect(core.sort()).toEqual(Object.keys(coreTools).sort())
})

test('every tool is in a file of its own name, and every file with a tool is in the list', () => {
  const listed = allTools.map(({ toolset, name }) => `${toolset}/${name.replaceAll('_', '-')}.ts`)
  const wanted = 'src/tools/<toolset>/<name>.ts for each tool of allTools in src/tools/index.ts, and no other'
  expect([...toolFiles()].sort(), wanted).toEqual([...listed].sort())
})

test('what a model sees of the list stays small', () => {
  const core = pickTools(allTools, { toolsets: ['core'] })
  expect(shownBytes(allTools), adviceOnSize('all tools', allTools)).toBeLessThanOrEqual(39_000)
  expect(shownBytes(core), adviceOnSize('`core`', core)).toBeLessThanOrEqual(12_000)
})

test.each([{}, { readOnly: true }, { toolsets: ['core'] }, { toolsets: ['tasks'] }])(
  'the instructions for %j are under 2,000 characters',
  (choice) => {
    expect(writeInstructions(choice).length).toBeLessThan(2_000)
  },
)

const choices: readonly ToolChoice[] = [
  {},
  { readOnly: true },
  { toolsets: ['core'] },
  { toolsets: ['core'], readOnly: true },
  ...toolsets.map((toolset) => ({ toolsets: [toolset] })),
  ...allTools.map(({ name }) => ({ tools: [name] })),
]

test.each(choices)('the instructions for %j name no tool that is not there', (choice) => {
  const served = pickTools(allTools, choice)
  // Parameters and keys of results look like tools.
  const words = new Set([...served.map(({ name }) => name), ...allTools.flatMap(namesWithin)])
  const named = writeInstructions(choice).match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []
  expect(named.filter((word) => !words.has(word))).toEqual([])
})

test('the instructions for readers speak of no change', () => {
  expect(writeInstructions({ readOnly: true })).not.toMatch(/update_note|undo|dry_run|switch_vault/)
})

test('the rules hold for tools that keep them', () => {
  expect(toyTools().flatMap(brokenRules)).toEqual([])
})

test('the rules tell what is wrong with a tool', () => {
  const bad = defineVaultTool({
    name: 'Bad-Tool',
    title: 'Bad',
    toolset: 'notes',
    description: 'Bad.',
    annotations: { readOnlyHint: true, destructiveHint: true, idempotentHint: true },
    dryRun: true,
    paged: { list: 'nothing', limit: 1, max: 2 },
    input: z.strictObject({ count: z.number(), whole: z.int().describe('A whole number.') }),
    output: z.object({ results: z.array(z.string()) }),
    handler: async () => ({ results: [], total: 0 }),
  })
  expect(brokenRules(bad)).toEqual([
    'the name is snake_case of at most 40 characters',
    'the description takes 30 to 300 characters',
    'the number /properties/count has bounds',
    'the number /properties/whole has bounds',
    '/count is described',
    'what only reads destroys nothing',
    'annotations say that it is destructive',
    'a reading tool needs no dry run',
    'the list that is paged is in the output',
  ])
})

/** Every key of a tool's arguments and results. */
function namesWithin(tool: Tool): readonly string[] {
  return JSON.stringify([toolSchema(tool), toolOutputSchema(tool)]).match(/\w+(?=":)/g) ?? []
}

function* toolFiles(): Generator<string> {
  const root = fileURLToPath(new URL('../../src/tools/', import.meta.url))
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || entry.parentPath.replace(/\/$/, '') === root.replace(/\/$/, '')) continue
    if (/define(Vaults?)?Tool\(/.test(readFileSync(file, 'utf8')))
      yield `${basename(entry.parentPath)}/${entry.name}`
  }
}

/** What a change of the public face shows up in: one file per tool, keys sorted. */
function publicFace(tool: Tool): string {
  const { name, title, toolset, description, annotations } = tool
  const face = {
    name,
    title,
    toolset,
    description,
    annotations,
    inputSchema: toolSchema(tool),
    outputSchema: toolOutputSchema(tool),
  }
  return `${JSON.stringify(sortKeys(face), null, 2)}\n`
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]))
}

function shownBytes(tools: readonly Tool[]): number {
  const shown = tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: listedSchema(tool),
  }))
  return Buffer.byteLength(JSON.stringify(shown))
}

function adviceOnSize(what: string, tools: readonly Tool[]): string {
  const sizes = tools.map((tool) => ({ name: tool.name, bytes: shownBytes([tool]) }))
  const largest = sizes.sort((a, b) => b.bytes - a.bytes).slice(0, 5)
  const named = largest.map(({ name, bytes }) => `${name} (${bytes})`).join(', ')
  return `bytes of names, descriptions and parameters of ${what}: shorten those of one of its tools. The largest are ${named}`
}
