import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { expect, test } from 'vitest'
import { commandList } from '../../src/cli/command-list.ts'
import { toPerson } from '../../src/cli/to-person.ts'
import { errorCodes, VaultError } from '../../src/model/vault-error.ts'
import { callTool } from '../../src/call/call-tool.ts'
import { defineTool } from '../../src/call/define-tool.ts'
import { dialectNames } from '../../src/dialects/dialect-names.ts'
import { loadDialect } from '../../src/dialects/load-dialect.ts'
import { allTools } from '../../src/tools/index.ts'
import { pickTools, type ToolChoice } from '../../src/call/pick-tools.ts'
import { servedWords } from '../../src/call/served-words.ts'
import { toolNames } from '../../src/call/tool-names.ts'
import type { Tool } from '../../src/call/tool.ts'
import { toolsets } from '../../src/call/toolset.ts'
import { withVault } from '../support/with-vault.ts'
import { toyContext } from './toy-tools.ts'

const sentences = await sentencesOfSource()

/** Every way to serve less than all: by toolset, by tool, to readers, and each of them of every dialect. */
async function* narrowings(): AsyncGenerator<readonly [string, readonly Tool[]]> {
  const own: readonly ToolChoice[] = [
    { readOnly: true },
    { toolsets: ['core'] },
    { toolsets: ['core'], readOnly: true },
    ...toolsets.map((toolset) => ({ toolsets: [toolset] })),
    ...allTools.map(({ name }) => ({ tools: [name] })),
  ]
  for (const choice of own) yield [JSON.stringify(choice), pickTools(allTools, choice)]
  for (const dialect of dialectNames) {
    const tools = await loadDialect(allTools, dialect)
    yield [`${dialect} for readers`, pickTools(tools, { dialect, readOnly: true })]
    for (const { name } of tools) yield [`${dialect} ${name}`, pickTools(tools, { dialect, tools: [name] })]
  }
}

/** Names of tools that are to be read as such, not those that a note or a caller has written in quotes. */
function namesIn(text: string): readonly string[] {
  const long = toolNames.filter((name) => name.includes('_'))
  return long.filter((name) =>
    new RegExp(`(?<![\\w/.-])${name}(?![\\w/-])`).test(text.replace(/\\"[^"]*\\"/g, '')),
  )
}

test('the names of tools are known without loading one', () => {
  const wanted = 'src/call/tool-names.ts has the name of every tool, in the order of src/tools/index.ts'
  expect(toolNames, wanted).toEqual(allTools.map(({ name }) => name))
})

test('no sentence of ours names a tool that is not served, however few are', async () => {
  expect(sentences.length).toBeGreaterThan(300)
  for await (const [narrowing, tools] of narrowings()) {
    const served = new Set(tools.map(({ name }) => name))
    const say = servedWords(tools)
    expect(say, narrowing).not.toBeNull()
    for (const text of sentences) {
      const said = JSON.stringify(say?.({ error: { message: text, hint: text }, notices: [text] }))
      const absent = namesIn(said).filter((name) => !served.has(name))
      expect(absent, `${narrowing}: ${text} -> ${said}`).toEqual([])
    }
  }
})

test('a call that fails with any code advises only what is served', async () => {
  const names = toolNames.filter((name) => name.includes('_'))
  for (const code of errorCodes) {
    const failing = defineTool({
      name: 'get_note',
      title: 'Fails',
      toolset: 'notes',
      description: 'Fails with a code, and advises every tool there is.',
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
      errors: [code],
      input: z.object({}),
      output: z.object({}),
      handler: () => {
        const advice = names.map((name) => `Call ${name}.`)
        return Promise.reject(new VaultError(code, 'It failed.', { hint: ['Look.', ...advice].join(' ') }))
      },
    })
    const { structuredContent, text } = await callTool([failing], 'get_note', {}, toyContext())
    expect(structuredContent['error']).toEqual({ code, message: 'It failed.', hint: 'Look. Call get_note.' })
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

test('where all tools are served nothing is said differently', () => {
  expect(servedWords(allTools)).toBeNull()
})

test('a person at a terminal is told commands', () => {
  expect(toPerson('Call search_text with fixed: true.')).toBe('Run flint call search_text with fixed: true.')
  for (const text of sentences) {
    const said = toPerson(text).replace(/flint call \w+/g, '')
    expect(namesIn(JSON.stringify(said)), text).toEqual([])
  }
})

test('an agent is told to ask the person to run a command, and a person to run it', async () => {
  const commands = commandList.map(({ name }) => name.split(' ')[0]).join('|')
  const command = new RegExp(`flint (?:${commands})\\b`)
  const asking = /\b[Aa]sk the person to run \\?`flint [^`]+`/g
  let asked = 0
  for (const [file, text] of await sources()) {
    const code = text.replace(/^ *(?:\/?\*|\/\/).*$/gm, '')
    asked += code.match(asking)?.length ?? 0
    expect(code.replace(asking, '').match(command), file).toBeNull()
  }
  expect(asked).toBeGreaterThan(20)
  expect(toPerson('To see why ask the person to run `flint doctor`.')).toBe('To see why run flint doctor.')
  expect(toPerson('Ask the person to run `flint list`.')).toBe('Run flint list.')
})

/** Every text of the source that reads as a sentence. */
async function sentencesOfSource(): Promise<readonly string[]> {
  return (await sources()).flatMap(([, text]) =>
    [...text.matchAll(/'([^'\n]*[a-z_]+ [^'\n]*\.)'/g)].map(([, sentence = '']) => sentence),
  )
}

/** What is said to agents; the command line speaks to people. */
async function sources(): Promise<readonly (readonly [string, string])[]> {
  const folder = join(import.meta.dirname, '../../src')
  const files = (await readdir(folder, { recursive: true })).filter((file) => /^(?!cli).*\.ts$/.test(file))
  return await Promise.all(
    files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const),
  )
}
