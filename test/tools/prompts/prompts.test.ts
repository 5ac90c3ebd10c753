import { describe, expect, test } from 'vitest'
import { allTools } from '../../../src/tools/index.ts'
import { pickTools, type ToolChoice } from '../../../src/call/pick-tools.ts'
import { allPrompts, pickPrompts } from '../../../src/offers/prompts/all-prompts.ts'
import type { Prompt } from '../../../src/offers/prompts/prompt.ts'
import { toolOutputSchema, toolSchema } from '../../../src/call/tool-schema.ts'
import { toolsets } from '../../../src/call/toolset.ts'
import {
  argumentsOf,
  callsIn,
  isHere,
  namesIn,
  parametersOf,
  type ShownCall,
  toolNamed,
} from '../../support/calls-in.ts'

const everything = () => true

/** Words that are no tools: parameters and keys of results, and what a prompt asks for itself. */
const otherNames = new Set([
  ...allTools.flatMap(
    (tool) => JSON.stringify([toolSchema(tool), toolOutputSchema(tool)]).match(/\w+(?=":)/g) ?? [],
  ),
  ...[...parametersOf.values()].flat(),
  ...allPrompts.flatMap((prompt) => prompt.arguments.map(({ name }) => name)),
])

/** A value for each argument, and for the required ones only. */
function filled(prompt: Prompt) {
  const all = prompt.arguments.map(({ name }): [string, string] => [
    name,
    name === 'date' ? '2026-01-31' : 'lamp',
  ])
  const required = all.filter((_pair, index) => prompt.arguments[index]?.required === true)
  return [Object.fromEntries(all), Object.fromEntries(required)]
}

/** In a prompt words may follow the arguments: `(limit: 10, no directory)`. */
function withoutRemarks(shown: ShownCall): ShownCall {
  const [given = ''] = /^(?:[^"a-z]*[a-z_]+: (?:"[^"]*"|\[[^\]]*\]|[\w.]+))*/.exec(shown.given) ?? []
  return { ...shown, given }
}

describe.each(allPrompts.map((prompt) => [prompt.name, prompt] as const))('%s', (_name, prompt) => {
  test('is described, with each argument', () => {
    expect(prompt.name).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
    expect(prompt.description.length).toBeGreaterThan(20)
    expect(prompt.description.length).toBeLessThan(200)
    expect(prompt.title).not.toBe('')
    for (const { description } of prompt.arguments) expect(description).toMatch(/\.$/)
    expect(prompt.arguments.at(-1)).toMatchObject({ name: 'vault_id', required: false, completes: 'vault' })
  })

  test('needs only tools that exist, and names each of them where no other is served', () => {
    for (const values of filled(prompt)) {
      const text = prompt.text(values, (tool) => prompt.needs.includes(tool))
      expect(namesIn(`\`${text}`).concat(/\bingest\b/.exec(text) ?? [])).toEqual(
        expect.arrayContaining([...prompt.needs]),
      )
    }
    expect(prompt.needs.filter((name) => !parametersOf.has(name))).toEqual([])
  })

  test('gives tools parameters that they have', () => {
    for (const values of filled(prompt)) {
      for (const { tool, parameters } of callsIn(prompt.text(values, everything)))
        expect(parametersOf.get(tool), tool).toEqual(expect.arrayContaining([...parameters]))
    }
  })

  test('shows calls that are accepted, with the rest of what each takes', () => {
    for (const values of filled(prompt)) {
      const calls = callsIn(prompt.text(values, everything)).filter(
        ({ tool, parameters }) => isHere(tool) && parameters.length > 0,
      )
      for (const shown of calls)
        expect(
          () => toolNamed(shown.tool).prepare(argumentsOf(withoutRemarks(shown), { isWhole: false })),
          `${shown.tool}(${shown.given})`,
        ).not.toThrow()
    }
  })

  test('has every argument in its text', () => {
    for (const { name } of prompt.arguments) {
      const value = { date: '2026-01-31', days: '45', pre_confirm: 'yes' }[name] ?? 'walnut lamp'
      const without = prompt.text({}, everything)
      expect(prompt.text({ [name]: value }, everything), name).not.toBe(without)
    }
  })
})

const choices: readonly ToolChoice[] = [
  {},
  { readOnly: true },
  { toolsets: ['core'] },
  { toolsets: ['core'], readOnly: true },
  ...toolsets.map((toolset) => ({ toolsets: [toolset] })),
  ...toolsets.map((toolset) => ({ toolsets: ['core', toolset] })),
]

test.each(choices)('with %j no prompt names a tool that is not served', (choice) => {
  const served = new Set(pickTools(allTools, choice).map(({ name }) => name))
  const has = (tool: string) => served.has(tool)
  for (const prompt of pickPrompts(has)) {
    for (const values of filled(prompt)) {
      const named = namesIn(prompt.text(values, has)).filter(
        (name) => parametersOf.has(name) || !otherNames.has(name),
      )
      expect(
        named.filter((name) => !served.has(name)),
        prompt.name,
      ).toEqual([])
    }
  }
})

test('which prompts are offered depends on the tools', () => {
  const names = (choice: ToolChoice) => {
    const served = new Set(pickTools(allTools, choice).map(({ name }) => name))
    return pickPrompts((tool) => served.has(tool)).map(({ name }) => name)
  }
  expect(names({}).slice(0, 11)).toEqual([
    'daily_note',
    'capture',
    'process_inbox',
    'weekly_review',
    'find_notes',
    'link_note',
    'meeting_brief',
    'synthesize',
    'stale_notes',
    'refactor_note',
    'vault_health',
  ])
  expect(names({ readOnly: true })).toEqual([
    'weekly_review',
    'find_notes',
    'meeting_brief',
    'synthesize',
    'stale_notes',
    'vault_health',
  ])
  expect(names({ toolsets: ['core'] })).toEqual([
    'daily_note',
    'capture',
    'weekly_review',
    'find_notes',
    'link_note',
    'meeting_brief',
    'synthesize',
    'stale_notes',
    'refactor_note',
  ])
  expect(names({ toolsets: ['tags'] })).toEqual([])
  expect(pickPrompts((tool) => ['ingest', 'append_to_note'].includes(tool)).map(({ name }) => name)).toEqual([
    'ingest_source',
  ])
})

test('a vault is passed on to each call, and switching is ruled out', () => {
  for (const prompt of allPrompts) {
    expect(prompt.text({ vault_id: 'work' }, everything)).toContain('vault_id: "work"')
    expect(prompt.text({}, everything)).not.toContain('vault_id')
  }
})

test.each([
  ['paper.pdf', 'raw/paper.pdf'],
  ['raw/paper.pdf', 'raw/paper.pdf'],
  ['https://example.org/a', 'https://example.org/a'],
])('ingest_source takes %s as %s', (given, source) => {
  const prompt = allPrompts.find(({ name }) => name === 'ingest_source')
  expect(prompt?.text({ source: given }, everything)).toContain(`source: "${source}"`)
})

test('process_inbox pauses unless it was told not to', () => {
  const prompt = allPrompts.find(({ name }) => name === 'process_inbox')
  expect(prompt?.text({}, everything)).toContain('Wait for my answer')
  expect(prompt?.text({ pre_confirm: 'no' }, everything)).toContain('Wait for my answer')
  expect(prompt?.text({ pre_confirm: 'Yes' }, everything)).toContain('do not pause')
})
