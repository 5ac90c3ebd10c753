import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { commandList } from '../../src/cli/command-list.ts'
import { toPerson } from '../../src/cli/to-person.ts'
import { errorCodes, VaultError } from '../../src/model/vault-error.ts'
import { say } from '../../src/call/say-advice.ts'
import { callTool } from '../../src/call/call-tool.ts'
import { defineTool } from '../../src/call/define-tool.ts'
import { dialectNames } from '../../src/dialects/dialect-names.ts'
import { loadDialect } from '../../src/dialects/load-dialect.ts'
import { allTools } from '../../src/tools/index.ts'
import { pickTools, type ToolChoice } from '../../src/call/pick-tools.ts'
import { servedTo } from '../../src/call/served-to.ts'
import { toolNames, toolsets } from '../../src/call/toolset.ts'
import type { Tool } from '../../src/call/tool.ts'
import { allAdvice } from '../support/all-advice.ts'
import { withVault } from '../support/with-vault.ts'
import { toyContext } from './toy-tools.ts'

/** Every way to serve less than all: by toolset, by tool, to readers, and each of them of every dialect. */
async function* narrowings(): AsyncGenerator<readonly [string, readonly Tool[]]> {
  const own: readonly ToolChoice[] = [
    {},
    { readOnly: true },
    { toolsets: ['core'] },
    { toolsets: ['core'], readOnly: true },
    ...toolsets.map((toolset) => ({ toolsets: [toolset] })),
    ...allTools.map(({ name }) => ({ tools: [name] })),
  ]
  for (const choice of own) yield [JSON.stringify(choice), pickTools(allTools, choice)]
  for (const dialect of dialectNames) {
    const tools = await loadDialect(allTools, dialect)
    yield [dialect, tools]
    yield [`${dialect} for readers`, pickTools(tools, { dialect, readOnly: true })]
    for (const { name } of tools) yield [`${dialect} ${name}`, pickTools(tools, { dialect, tools: [name] })]
  }
}

const dialectTools = await Promise.all(dialectNames.map((dialect) => loadDialect(allTools, dialect)))
const names = [...new Set([...toolNames, ...dialectTools.flat().map(({ name }) => name)])]

/** Names of tools that are to be read as such, not those that a note or a caller has written in quotes. */
function namesIn(text: string): readonly string[] {
  const said = text.replace(/\\?"[^"]*"/g, '""')
  return names.filter((name) => {
    const before = name.includes('_') ? '(?<![\\w/.-])' : '(?<=\\b[Cc]all |[Uu]se )'
    return new RegExp(`${before}${name}(?![\\w/-])`).test(said)
  })
}

/** The tool that has to be confirmed names itself: it was called. */
const advice = allAdvice.filter(({ kind }) => kind !== 'confirm')

test('the names of tools are known without loading one', () => {
  const wanted = 'src/call/toolset.ts has the name of every tool, in the order of src/tools/index.ts'
  expect(toolNames, wanted).toEqual(allTools.map(({ name }) => name))
})

test('no advice names a tool that is not served, however few are', async () => {
  for await (const [narrowing, tools] of narrowings()) {
    const served = servedTo(tools)
    for (const one of advice) {
      const said = say(one, served)
      const absent = namesIn(said).filter((name) => !served.has(name))
      expect(absent, `${narrowing}: ${one.kind} -> ${said}`).toEqual([])
    }
  }
})

test('every advice is whole sentences, whatever is served', async () => {
  for await (const [narrowing, tools] of narrowings()) {
    for (const one of advice) {
      const said = say(one, servedTo(tools))
      if (said === '') continue
      const what = `${narrowing}: ${one.kind} -> ${said}`
      expect(said, what).toMatch(/[.]$|: - a line$/)
      expect(said, what).not.toMatch(/null|undefined|\s{2}|[,;:] ?[.,;:]|^\s|\s$|\bor\.|\band\.|\.\.$/)
    }
  }
})

test('who has all tools is left without no advice', () => {
  expect(allAdvice.filter((one) => say(one, servedTo(allTools)) === '')).toEqual([])
  expect(allAdvice.filter((one) => toPerson(one) === '')).toEqual([])
})

describe('what is said', () => {
  const sentences = (tools: readonly Tool[]) =>
    allAdvice.map((one) => `${one.kind}: ${say(one, servedTo(tools))}`).join('\n')

  test('to who has all tools', () => {
    expect(sentences(allTools)).toMatchSnapshot()
  })

  test('to readers', () => {
    expect(sentences(pickTools(allTools, { readOnly: true }))).toMatchSnapshot()
  })

  test.each(dialectNames)('in %s', async (dialect) => {
    expect(sentences(await loadDialect(allTools, dialect))).toMatchSnapshot()
  })

  test('to a person', () => {
    expect(allAdvice.map((one) => `${one.kind}: ${toPerson(one)}`).join('\n')).toMatchSnapshot()
  })
})

test('a call that fails with any code advises only what is served', async () => {
  for (const code of errorCodes) {
    const failing = defineTool({
      name: 'get_note',
      title: 'Fails',
      toolset: 'notes',
      description: 'Fails with a code, and with all the advice there is.',
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
      errors: [code],
      input: z.object({}),
      output: z.object({}),
      handler: () => Promise.reject(new VaultError(code, 'It failed.', { hint: ['Look.', ...advice] })),
    })
    const { structuredContent, text } = await callTool([failing], 'get_note', {}, toyContext())
    const hint = say(['Look.', ...advice], servedTo([failing]))
    expect(structuredContent['error']).toEqual({ code, message: 'It failed.', hint })
    expect(namesIn(hint)).toEqual(['get_note'])
    expect(JSON.parse(text)).toEqual(structuredContent)
  }
})

test('a caller with one tool is not sent to others, and what notes say is left as it is', () =>
  withVault({ 'a.md': '---\nmessage: Call get_tags.\n---\nCall get_tags.\n' }, async ({ hub }) => {
    const tools = pickTools(allTools, { tools: ['get_note', 'search_notes_sql'] })
    const call = async (name: string, args: object) =>
      (await callTool(tools, name, args, toyContext({ vaults: hub }))).structuredContent
    expect((await call('get_note', { identifier: 'nobody' }))['error']).toEqual({
      code: 'NOT_FOUND',
      message: 'No note is called "nobody".',
    })
    expect(await call('get_note', { identifier: 'a' })).toMatchObject({
      content: 'Call get_tags.\n',
      metadata: { message: 'Call get_tags.' },
    })
    const rows = await call('search_notes_sql', { query: "SELECT 'Call get_tags.' AS message" })
    expect(rows['results']).toEqual([{ message: 'Call get_tags.' }])
  }))

test('a person at a terminal is told commands', () => {
  const commands = commandList.map(({ name }) => name.split(' ')[0] ?? '')
  expect(toPerson({ kind: 'find-note', isSimilarTold: false })).toBe(
    'Run flint search or flint notes to find it.',
  )
  for (const one of allAdvice) {
    const said = toPerson(one)
    expect(namesIn(said.replace(/flint call \w+/g, '')), said).toEqual([])
    expect(said).not.toMatch(/ask the person/i)
    for (const [, command = ''] of said.matchAll(/\bflint ([a-z]+)\b/g)) expect(commands).toContain(command)
  }
})

test('an agent is told to ask the person to run a command, and a person to run it', async () => {
  const commands = commandList.map(({ name }) => name.split(' ')[0]).join('|')
  const command = new RegExp(`flint (?:${commands})\\b`)
  const asking = /\b[Aa]sk the person to run \\?`flint [^`]+`/g
  const said = allAdvice.map((one) => say(one, servedTo(allTools))).join('\n')
  expect(said.match(asking)?.length).toBeGreaterThan(10)
  expect(said.replace(asking, '').match(command)).toBeNull()
  for (const [file, code] of await sources())
    if (!isAdvice(file)) expect(code.replace(asking, '').match(command), file).toBeNull()
  expect(toPerson({ kind: 'see-doctor', to: 'see what is wrong' })).toBe(
    'To see what is wrong run flint doctor.',
  )
  expect(toPerson({ kind: 'get-model', id: 'a', to: null })).toBe('Run flint models pull a.')
})

/** What tools, prompts and instructions say of tools goes with what is served; all else is said by the table. */
const ownWords = /^(?:offers\/prompts|dialects|server\/write-instructions|search\/sql\/public-schema)/
const isAdvice = (file: string) => /^call\/(?:\w+-)?advice/.test(file)

test('nothing but the table of advice names tools in a sentence', async () => {
  const long = toolNames.filter((name) => name.includes('_'))
  const named = new RegExp(`(?<![\\w/.-])(?:${long.join('|')})(?![\\w/-])`)
  const speaking: string[] = []
  for (const [file, code] of await sources()) {
    if (ownWords.test(file) || isAdvice(file)) continue
    const said = code.replace(/description:\s+'[^'\n]*'|\.describe\([^\n]*|rest: \[[^\]]*\]/g, '')
    for (const [text] of said.matchAll(/'[^'\n]* [^'\n]*'|`[^`\n]* [^`\n]*`/g))
      if (named.test(text) && !isOwnCall(file, text)) speaking.push(`${file}: ${text}`)
  }
  expect(speaking).toEqual([])
})

/** The question whether a tool may do something says which one; it was called. */
function isOwnCall(file: string, text: string): boolean {
  return file === 'tools/vaults/approve-vault.ts' && text.includes('create_vault')
}

/** What is said to agents, without its comments; the command line and the page speak to people. */
async function sources(): Promise<readonly (readonly [string, string])[]> {
  const folder = join(import.meta.dirname, '../../src')
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    /^(?!cli|page).*\.ts$/.test(file),
  )
  return await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      return [file, text.replace(/^ *(?:\/?\*|\/\/).*$/gm, '')] as const
    }),
  )
}
