import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { expect, test } from 'vitest'
import { type AnyClient, type Era, eras } from './http-server.ts'
import { withMemoryClient } from './memory-client.ts'
import { dialectNames } from '../../src/dialects/dialect-names.ts'
import { loadDialect } from '../../src/dialects/load-dialect.ts'
import { createServer, type ServerOptions } from '../../src/server/create-server.ts'
import { writeInstructions } from '../../src/server/write-instructions.ts'
import { allTools } from '../../src/tools/index.ts'
import { plain } from '../support/plain.ts'
import { toyContext, toyTools } from '../tools/toy-tools.ts'

interface Connected {
  readonly client: AnyClient
  readonly loads: () => number
}

/** A client of the era, connected in memory to a server with the toy tools, closed afterwards. */
async function connected(
  era: Era,
  use: (connected: Connected) => Promise<void>,
  changes: Partial<ServerOptions> = {},
): Promise<void> {
  let loaded = 0
  const { vaults, session, log } = toyContext()
  const factory = () =>
    createServer({
      version: '1.2.3',
      instructions: writeInstructions({}),
      vaults,
      session,
      log,
      now: () => new Date(),
      strictOutput: true,
      tools: async () => {
        loaded += 1
        return toyTools()
      },
      ...changes,
    })
  await withMemoryClient(era, factory, (client) => use({ client, loads: () => loaded }))
}

test.each(eras)('%s: connecting shows the instructions and loads no tool', (era) =>
  connected(era, async ({ client, loads }) => {
    expect(client.getInstructions()).toContain('content_hash')
    expect(client.getServerVersion()).toMatchObject({ name: 'flint-note', version: '1.2.3' })
    expect(loads()).toBe(0)
    await client.listTools()
    await client.listTools()
    expect(loads()).toBe(1)
  }),
)

test.each(eras)('%s: the list has every tool in its order, with flat schemas and its toolset', (era) =>
  connected(era, async ({ client }) => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(toyTools().map(({ name }) => name))
    const tool = tools.find(({ name }) => name === 'list_all')
    expect(tool).toMatchObject({
      title: 'List all',
      inputSchema: { type: 'object', required: ['count'] },
      annotations: { readOnlyHint: true, openWorldHint: false },
      _meta: { 'flint-note/toolset': 'search' },
    })
    expect(tool?.outputSchema).toBeUndefined()
  }),
)

test.each(eras)('%s: a result is the same object in text and structured content', (era) =>
  connected(era, async ({ client }) => {
    const result = plain(await client.callTool({ name: 'read_note', arguments: { identifier: 'a.md' } }))
    expect(result.isError).toBe(false)
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent)
    expect(result.structuredContent).toMatchObject({ content: 'all of a.md', vault: 'work' })
  }),
)

test.each(eras)('%s: bad arguments are a result that says what is wrong', (era) =>
  connected(era, async ({ client }) => {
    const result = plain(await client.callTool({ name: 'read_note', arguments: { identifer: 'a.md' } }))
    expect(result.isError).toBe(true)
    expect(result.structuredContent.error.message).toContain('did you mean `identifier`?')
  }),
)

test.each(eras)('%s: an unknown tool is a protocol error that names the nearest', (era) =>
  connected(era, async ({ client }) => {
    await expect(client.callTool({ name: 'raed_note', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('read_note'),
    })
  }),
)

test.each(eras)('%s: progress is reported while a call runs', (era) =>
  connected(era, async ({ client }) => {
    const seen: unknown[] = []
    const options = { onprogress: (progress: unknown) => seen.push(progress) }
    const params = { name: 'count_up', arguments: { to: 3 } }
    await (client instanceof OldClient
      ? client.callTool(params, undefined, options)
      : client.callTool(params, options))
    expect(seen).toEqual([1, 2, 3].map((done) => ({ progress: done, total: 3, message: `at ${done}` })))
  }),
)

test.each(eras)('%s: cancelling a call tells the tool', (era) => {
  let hasStopped: (reason: string) => void = () => undefined
  const stopped = new Promise<string>((resolve) => (hasStopped = resolve))
  const [countUp] = toyTools()
  const slow = {
    ...countUp!,
    timeLimit: 60_000,
    prepare: () => ({
      scope: 'none' as const,
      options: { vaultId: null, isDryRun: false, isConfirmed: false, wantsDiff: false, page: null },
      run: async (ctx: { signal: AbortSignal }) => {
        ctx.signal.addEventListener('abort', () => {
          hasStopped('stopped')
        })
        caller.abort()
        await stopped
        return { counted: 0, stopped: true }
      },
    }),
  }
  const caller = new AbortController()
  return connected(
    era,
    async ({ client }) => {
      const params = { name: 'count_up', arguments: { to: 1 } }
      const options = { signal: caller.signal }
      const call =
        client instanceof OldClient
          ? client.callTool(params, undefined, options)
          : client.callTool(params, options)
      await expect(call).rejects.toThrow()
      expect(await stopped).toBe('stopped')
    },
    { tools: async () => [slow] },
  )
})

test.each(eras)('%s: with output schemas published the client accepts every answer', (era) =>
  connected(
    era,
    async ({ client }) => {
      const { tools } = await client.listTools()
      expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true)
      for (const args of [{ count: 3 }, { count: 3, vault_id: '*' }, { count: 500, size: 300 }]) {
        const result = plain(await client.callTool({ name: 'list_all', arguments: args }))
        expect(result.structuredContent.total).toBeGreaterThan(0)
      }
      const result = plain(await client.callTool({ name: 'tell_size', arguments: { vault_id: '*' } }))
      expect(result.structuredContent.vaults).toHaveLength(2)
      const failed = plain(
        await client.callTool({
          name: 'read_note',
          arguments: { identifier: 'missing.md' },
        }),
      )
      expect(failed.isError).toBe(true)
    },
    { outputSchemas: true },
  ),
)

test.each(eras.flatMap((era) => [null, ...dialectNames].map((dialect) => ({ era, dialect }))))(
  '$era: with output schemas published the client accepts a failure of every tool (dialect: $dialect)',
  ({ era, dialect }) =>
    connected(
      era,
      async ({ client }) => {
        const { tools } = await client.listTools()
        for (const { name } of tools) {
          const result = plain(await client.callTool({ name, arguments: { no_such_key: 1 } }))
          expect(result, name).toMatchObject({ isError: true, structuredContent: expect.any(Object) })
        }
      },
      {
        outputSchemas: true,
        tools: async () => (dialect === null ? allTools : await loadDialect(allTools, dialect)),
      },
    ),
)
