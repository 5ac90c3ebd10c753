import { expect, test } from 'vitest'
import { type AnyClient, type Era, eras } from './http-server.ts'
import { withMemoryClient } from './memory-client.ts'
import { createServer } from '../../src/server/create-server.ts'
import { allTools } from '../../src/tools/index.ts'
import { pickTools, type ToolChoice } from '../../src/call/pick-tools.ts'
import { column, plain } from '../support/plain.ts'
import { toyContext } from '../tools/toy-tools.ts'

interface Connected {
  readonly client: AnyClient
  readonly loads: () => number
}

/** A client of the era, connected in memory to a server with flint's own tools, closed afterwards. */
async function connected(
  era: Era,
  use: (connected: Connected) => Promise<void>,
  choice: ToolChoice = {},
): Promise<void> {
  let loaded = 0
  const { vaults, session, log } = toyContext()
  const factory = () =>
    createServer({
      version: '1.2.3',
      instructions: '',
      vaults,
      session,
      log,
      now: () => new Date(),
      tools: async () => {
        loaded += 1
        return pickTools(allTools, choice)
      },
    })
  await withMemoryClient(era, factory, (client) => use({ client, loads: () => loaded }))
}

test.each(eras)('%s: prompts are listed with title, description and arguments, and loaded once', (era) =>
  connected(era, async ({ client, loads }) => {
    expect(client.getServerCapabilities()).toMatchObject({ prompts: {}, tools: {} })
    expect(loads()).toBe(0)
    const { prompts } = await client.listPrompts()
    await client.listPrompts()
    expect(loads()).toBe(1)
    expect(prompts.length).toBeGreaterThanOrEqual(11)
    expect(plain(prompts.find(({ name }) => name === 'meeting_brief'))).toEqual({
      name: 'meeting_brief',
      title: 'Meeting brief',
      description:
        'Prepares a meeting: background, what happened last, open points, and questions, on one page.',
      arguments: [
        { name: 'name', description: 'Person or project.', required: true },
        { name: 'vault_id', description: 'Vault, else the active one.', required: false },
      ],
    })
  }),
)

test.each(eras)('%s: a prompt is one message of the user with the arguments in it', (era) =>
  connected(era, async ({ client }) => {
    const result = plain(
      await client.getPrompt({ name: 'meeting_brief', arguments: { name: 'Ada Meyer', vault_id: 'work' } }),
    )
    expect(result.messages).toHaveLength(1)
    expect(result.messages[0].role).toBe('user')
    expect(result.messages[0].content.text).toContain('Ada Meyer')
    expect(result.messages[0].content.text).toContain('vault_id: "work"')
  }),
)

test.each(eras)('%s: an empty string is a field that was skipped', (era) =>
  connected(era, async ({ client }) => {
    const skipped = await client.getPrompt({ name: 'daily_note', arguments: { date: '', vault_id: ' ' } })
    expect(plain(skipped)).toEqual(plain(await client.getPrompt({ name: 'daily_note' })))
  }),
)

test.each(eras)('%s: what is missing, unknown or not there is named', (era) =>
  connected(era, async ({ client }) => {
    const failure = async (name: string, given: object = {}) => {
      const error: unknown = await client
        .getPrompt({ name, arguments: given as Record<string, string> })
        .catch((thrown: unknown) => thrown)
      return plain({ code: (error as { code?: number }).code, message: (error as Error).message })
    }
    expect(await failure('capture')).toEqual({
      code: -32602,
      message: expect.stringContaining('capture needs text: What to keep.'),
    })
    expect(await failure('capture', { text: '  ' })).toMatchObject({ code: -32602 })
    expect((await failure('capture', { text: 'a', txt: 'b' })).message).toContain('no argument "txt"')
    expect(await failure('capture', { text: 'a', txt: '' })).toEqual({
      code: -32602,
      message: expect.stringContaining('no argument "txt". It takes: text'),
    })
    for (const [given, named] of [
      [{ text: 5 }, 'text must be text, not a number'],
      [{ text: null }, 'text must be text, not null'],
      [{ text: ['a'] }, 'text must be text, not a list'],
      [{ text: 'a', vault_id: {} }, 'vault_id must be text, not an object'],
      [['a'], 'arguments of capture must be an object'],
    ] as const) {
      const failed = await failure('capture', given)
      expect(failed).toEqual({ code: -32602, message: expect.stringContaining(named) })
    }
    expect((await failure('weekly')).message).toContain('weekly_review')
  }),
)

test.each(eras)(
  '%s: a server that only reads offers no prompt that writes, and does not give it by name',
  (era) =>
    connected(
      era,
      async ({ client }) => {
        const { prompts } = await client.listPrompts()
        expect(column(plain(prompts), 'name')).toEqual([
          'weekly_review',
          'find_notes',
          'meeting_brief',
          'synthesize',
          'stale_notes',
          'vault_health',
        ])
        await expect(client.getPrompt({ name: 'capture', arguments: { text: 'x' } })).rejects.toThrow(
          'no prompt "capture"',
        )
      },
      { readOnly: true },
    ),
)

test('a server without tools that prompts need says so', () =>
  connected(
    '2025',
    async ({ client }) => {
      expect((await client.listPrompts()).prompts).toEqual([])
      await expect(client.getPrompt({ name: 'capture' })).rejects.toThrow('No prompt fits')
    },
    { toolsets: ['tags'] },
  ))
