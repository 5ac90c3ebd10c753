import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { Consent } from '../../src/call/consent.ts'
import { pickTools, type ToolChoice } from '../../src/call/pick-tools.ts'
import { commandList } from '../../src/cli/command-list.ts'
import { dialectNames } from '../../src/dialects/dialect-names.ts'
import { loadDialect } from '../../src/dialects/load-dialect.ts'
import { sandboxVaults } from '../../src/dialects/sandbox-vaults.ts'
import { createServer } from '../../src/server/create-server.ts'
import { writeInstructions } from '../../src/server/write-instructions.ts'
import { allTools } from '../../src/tools/index.ts'
import { toolNames } from '../../src/call/toolset.ts'
import { type Flint, mainFile, withFlint } from '../cli/with-flint.ts'
import { times } from '../support/long.ts'
import { plain } from '../support/plain.ts'
import { registerVaults } from '../support/served-flint.ts'
import { collect, type Json } from '../support/with-vault.ts'
import { right } from '../tools/right-calls.ts'
import { sampleVault } from '../tools/sample-vault.ts'
import { type AnyClient, connectOver, startHttp } from './http-server.ts'
import { withMemoryClient } from './memory-client.ts'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const config = (text: string) => ({ 'a.md': '# A\n', '.flint-note/config.yml': text })
const vaults = {
  main: sampleVault,
  asking: config('permissions: { write: ask }\n'),
  denied: config('permissions: { write: deny }\n'),
  damaged: config('permissions: [\n'),
  unindexed: config('search: { index_enabled: false }\n'),
  gone: { 'a.md': '# A\n' },
}

const otherVaults = [...Object.keys(vaults).slice(1), 'nowhere']

const dialectTools = new Map<string, readonly string[]>()
for (const name of dialectNames) {
  dialectTools.set(
    name,
    (await loadDialect(allTools, name)).map((tool) => tool.name),
  )
}
const knownNames = [...new Set([...toolNames, ...[...dialectTools.values()].flat()])]
const commands = new Set(commandList.map(({ name }) => name.split(' ')[0] ?? ''))

/** Vaults that can be written, asked about, not read, and not found, and a model that is not there. */
async function withVaultsOf(use: (flint: Flint) => Promise<void>): Promise<void> {
  await withFlint({}, async (flint) => {
    await registerVaults(flint, vaults, 'bge-small-en-v1.5')
    await rm(join(flint.folder, 'gone'), { recursive: true })
    await use(flint)
  })
}

/** Every call that comes to mind: right, without arguments, with wrong ones, in each vault, and in none. */
async function collectAdvice(
  client: AnyClient,
): Promise<{ served: readonly string[]; said: readonly Said[] }> {
  const { tools } = await client.listTools()
  const said: Said[] = []
  const call = async (name: string, args: Record<string, unknown>) => {
    const result = plain(await client.callTool({ name, arguments: args }))
    const told = `${name} ${JSON.stringify(args)}`
    for (const text of spokenIn(result.structuredContent)) said.push({ told, text })
  }
  for (const [at, { name, inputSchema }] of tools.entries()) {
    const { properties = {}, required = [] }: Json = inputSchema
    const wrong = (names: readonly string[]) =>
      Object.fromEntries(names.map((key) => [key, wrongValue(properties[key])]))
    const usual = right[name] ?? wrong(required)
    await call(name, usual)
    await call(name, { nothing: 1 })
    await call(name, wrong(required))
    await call(name, wrong(Object.keys(properties)))
    for (const vault of otherVaults.filter((_, index) => (at + index) % times(3, 1) === 0)) {
      if ('vault_id' in properties) await call(name, { ...usual, vault_id: vault })
      if ('repository_name' in properties) await call(name, { ...usual, repository_name: vault })
    }
  }
  return { served: tools.map(({ name }) => name), said }
}

interface Said {
  readonly told: string
  readonly text: string
}

function wrongValue(schema: Json): unknown {
  if (schema?.enum !== undefined) return schema.enum[0]
  const type = [schema?.type].flat()[0]
  if (type === 'array') return [wrongValue(schema.items)]
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return false
  return type === 'object' ? {} : 'nowhere/none.md'
}

const speaking = /^(?:hint|message|reason|warning|truncated|notices|error|settings_problems|problems)$/

/** What flint says itself in a result: what a note, a row or a property says stands under other keys. */
function spokenIn(value: Json, isSpoken = false): readonly string[] {
  if (typeof value === 'string') return isSpoken ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => spokenIn(item, isSpoken))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    ['frontmatter', 'metadata'].includes(key) ? [] : spokenIn(item, speaking.test(key)),
  )
}

/** Tools that a text sends its reader to: those of two words by their name, the others where they are called. */
function toolsNamedIn(text: string): readonly string[] {
  const plainText = text.replace(/"[^"]*"/g, '""')
  return knownNames.filter((name) => {
    const before = name.includes('_') ? '(?<![\\w/.-])' : '(?<=\\b[Cc]all |`)'
    return new RegExp(`${before}${name}(?![\\w/:-]|\\.\\w)`).test(plainText)
  })
}

const asking = /\b[Aa]sk the person to run `flint [^`]+`/g

async function expectHelp(client: AnyClient, least: number): Promise<void> {
  const { served, said } = await collectAdvice(client)
  expect(said.length).toBeGreaterThan(least * times(0.4, 1))
  const misleading = said.flatMap(({ told, text }) => {
    // A failed call may say its own name: it is served.
    const absent = toolsNamedIn(text).filter((name) => !served.includes(name))
    const [command] = /\bflint [a-z]+\b/.exec(text.replace(asking, '')) ?? []
    const isCommand = command !== undefined && commands.has(command.slice('flint '.length))
    return absent.length > 0 || isCommand ? [`${told} -> ${text} (${[...absent, command].join(', ')})`] : []
  })
  expect([...new Set(misleading)]).toEqual([])
}

const faces: readonly (readonly [ToolChoice, number])[] = [
  [{ readOnly: true }, 150],
  [{ toolsets: ['core'] }, 80],
  [{ toolsets: ['search', 'links'], readOnly: true }, 60],
  [{ dialect: 'flint-note' }, 100],
  [{ dialect: 'kiln' }, 25],
  [{ dialect: 'notes-app' }, 20],
  [{ dialect: 'obsidian-vault-mcp' }, 15],
  [{ dialect: 'kiln', readOnly: true }, 15],
]

test.each(faces)(
  'a server of %j advises only what it serves, and a person’s commands to a person',
  (choice, least) =>
    withVaultsOf(async ({ env, folder }) => {
      const cwd = join(folder, 'home')
      const now = () => new Date()
      const log = collect([])
      const app = createApp({ env, cwd, vault: null, log, now })
      const vaults = sandboxVaults(app.hub, { dialect: choice.dialect, env, cwd })
      const factory = () =>
        createServer({
          version: '1.2.3',
          tools: async () => pickTools(await app.tools(choice.dialect), choice),
          instructions: writeInstructions(choice),
          vaults,
          session: { id: 'test', consent: new Consent() },
          log,
          now,
        })
      await withMemoryClient('2026', factory, (client) => expectHelp(client, least))
      await app.close()
    }),
  120_000,
)

test(
  'the program itself advises only what it serves, and a person’s commands to a person',
  () =>
    withVaultsOf(async ({ env, folder }) => {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [mainFile, 'serve'],
          env: { ...env },
          cwd: join(folder, 'home'),
        }),
      )
      await expectHelp(client, 300)
      await client.close()
    }),
  120_000,
)

test(
  'a token limited to a folder is advised only what it may call',
  () =>
    withVaultsOf(async (flint) => {
      const server = await startHttp(flint)
      const { token } = await flint.json([
        'token',
        'create',
        'narrow',
        '--vaults',
        'main',
        '--folder',
        'garden',
      ])
      await expectHelp(await connectOver(server.url, token, '2026'), 150)
      await server.stop()
    }),
  120_000,
)

test(
  'the command line advises commands that there are',
  () =>
    withVaultsOf(async (flint) => {
      const registry = join(flint.env['FLINT_CONFIG_DIR'] ?? '', 'config.yml')
      const wrong = [
        ['show', 'nobody'],
        ['show', 'a', '--vault', 'nowhere'],
        ['show', '--vault', '/no/such/folder', 'a'],
        ['status', 'nowhere'],
        ['status'],
        ['list'],
        ['switch', 'nowhere'],
        ['remove', 'nowhere'],
        ['capture', 'x', '--vault', 'denied'],
        ['capture', 'x', '--vault', 'asking'],
        ['capture', 'x', '--vault', 'damaged'],
        ['show', 'a', '--vault', 'gone'],
        ['search', 'x', '--vault', 'unindexed'],
        ['search', 'walnut', '--mode', 'semantic', '--vault', 'asking'],
        ['models', 'pull', 'nonesuch'],
        ['models', 'use', 'bge-base-en-v1.5'],
        ['models', 'remove', 'use-lite-en-v1'],
        ['models', 'list'],
        ['token', 'revoke', 'nobody'],
        ['undo', '99'],
        ['delete-note', 'nobody'],
        ['ingest', 'http://127.0.0.1:9/page'],
        ['call', 'get_note', '--json', '{"identifier":"nobody"}'],
        ['call', 'get_nte', '--json', '{}'],
        ['tools', 'get_nte'],
        ['doctor'],
        ['nonesuch'],
      ]
      const misleading: string[] = []
      const look = async (args: readonly string[]) => {
        const { stdout, stderr } = await flint.run(args)
        // What happened may name the tool that failed; what helps is said below.
        const text = `${stdout}\n${stderr}`.replace(/^(?:error|note): .*$/gm, '')
        const called = text.replace(/flint call \w+/g, '')
        const tools = args[0] === 'call' ? [] : toolsNamedIn(called).filter((name) => name.includes('_'))
        const strange = [...text.matchAll(/\b[Rr]un `?flint (\w+)/g)].filter(
          ([, name = '']) => !commands.has(name),
        )
        if (tools.length > 0 || strange.length > 0 || /ask the person/i.test(text))
          misleading.push(`flint ${args.join(' ')} -> ${text}`)
      }
      for (const args of wrong) await look(args)
      await look(['show', 'nobody', '--json'])
      await writeFile(registry, 'vaults: [')
      for (const args of [['list'], ['doctor'], ['show', 'a']]) await look(args)
      expect(misleading).toEqual([])
    }),
  120_000,
)
