import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect, test } from 'vitest'
import { SqliteQuestionBook } from '../../src/access/sqlite-question-book.ts'
import { Consent } from '../../src/call/consent.ts'
import { createServer } from '../../src/server/create-server.ts'
import { allTools } from '../../src/tools/index.ts'
import { plain } from '../support/plain.ts'
import { until } from '../support/until.ts'
import { type Json, type Vaults, withVault } from '../support/with-vault.ts'
import { sampleVault } from '../tools/sample-vault.ts'
import { toyContext } from '../tools/toy-tools.ts'

interface Elsewhere {
  readonly call: (tool: string, args?: object) => Promise<Json>
  /** What the owner has in another process. */
  readonly book: SqliteQuestionBook
  readonly vaults: Vaults
  /** How many questions the client was told to put away. */
  readonly putAway: () => number
}

/** A client that asks its user, who never answers there, or one that cannot ask at all. */
function withOwnerElsewhere(
  {
    canAsk,
    permissions,
    reply,
  }: {
    readonly canAsk: boolean
    readonly permissions?: string
    /** What the user does who answers in the client after all. */
    readonly reply?: (vaults: Vaults) => Promise<object>
  },
  use: (elsewhere: Elsewhere) => Promise<void>,
): Promise<void> {
  const settings =
    permissions === undefined ? {} : { '.flint-note/config.yml': `permissions: ${permissions}\n` }
  return withVault({ ...sampleVault, ...settings }, async (vaults) => {
    const now = () => new Date()
    const [asking, book] = [
      new SqliteQuestionBook(vaults.folder, now),
      new SqliteQuestionBook(vaults.folder, now),
    ]
    const server = createServer({
      version: '1.2.3',
      instructions: '',
      vaults: vaults.hub,
      session: { id: 'test', consent: new Consent() },
      questions: () => Promise.resolve(asking),
      log: toyContext().log,
      now,
      strictOutput: true,
      tools: async () => allTools,
    })
    const [near, far] = InMemoryTransport.createLinkedPair()
    const client = new Client(
      { name: 'claude', version: '1' },
      { capabilities: canAsk ? { elicitation: {} } : {} },
    )
    let putAway = 0
    if (canAsk)
      client.setRequestHandler(ElicitRequestSchema, async (_request, { signal }) => {
        if (reply !== undefined) return { action: 'accept', content: { ...(await reply(vaults)) } }
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            putAway += 1
            resolve()
          })
        })
        return { action: 'cancel' as const }
      })
    await server.connect(far)
    await client.connect(near)
    const call = async (name: string, args: object = {}) =>
      plain(await client.callTool({ name, arguments: { ...args } })).structuredContent
    try {
      await use({ call, book, vaults, putAway: () => putAway })
    } finally {
      await client.close()
      await server.close()
      asking.close()
      book.close()
    }
  })
}

const waiting = async (book: SqliteQuestionBook) => {
  await until('a question', () => book.list().length > 0)
  const [question] = book.list()
  return question!
}

test('a call that waits for its client goes on when the owner approves in another process', () =>
  withOwnerElsewhere({ canAsk: true }, async ({ call, book, vaults }) => {
    const result = call('delete_note', { identifier: 'Leeks', mode: 'permanent' })
    const question = await waiting(book)
    expect(question).toMatchObject({ tool: 'delete_note', vault: 'main', actor: 'client claude' })
    expect(question.text).toContain('- remove garden/leeks.md')
    expect(question.always).toContain('every delete_note')
    await expect(vaults.read('garden/leeks.md')).resolves.toContain('leek')
    book.answer(question.id, 'once')
    expect(await result).toMatchObject({ deleted: true })
    expect(book.list()).toEqual([])
  }))

test('"from now on" said elsewhere holds in the process that asked, and a denial is one', () =>
  withOwnerElsewhere({ canAsk: true }, async ({ call, book, vaults, putAway }) => {
    const denied = call('delete_note', { identifier: 'Leeks', mode: 'permanent' })
    book.answer((await waiting(book)).id, 'denied')
    expect((await denied).error).toMatchObject({ code: 'PERMISSION_DENIED', answer: 'denied' })
    const allowed = call('delete_note', { identifier: 'Leeks', mode: 'permanent' })
    book.answer((await waiting(book)).id, 'always')
    expect(await allowed).toMatchObject({ deleted: true })
    // Its SDK heeds no cancelling of a server's first request, whose number is 0.
    await until('the client puts the question away', () => putAway() === 1)
    expect(await call('delete_note', { identifier: 'journal.md', mode: 'permanent' })).toMatchObject({
      deleted: true,
    })
    await expect(vaults.read('journal.md')).rejects.toThrow()
  }))

test('where a client cannot ask, the owner answers and the repeated call goes on, once', () =>
  withOwnerElsewhere({ canAsk: false, permissions: '{ write: ask }' }, async ({ call, book, vaults }) => {
    const args = { identifier: 'journal.md', content: 'A line.' }
    const { error } = await call('append_to_note', args)
    expect(error).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      hint: expect.stringContaining('flint approve'),
    })
    book.answer((await waiting(book)).id, 'once')
    expect(await call('append_to_note', args)).toMatchObject({ lines_changed: expect.anything() })
    expect((await call('append_to_note', args)).error.code).toBe('CONFIRMATION_REQUIRED')
    expect((await vaults.read('journal.md')).match(/A line\./g)).toHaveLength(1)
  }))

test('an answer is for what was shown: a note that changed since is asked about again', () =>
  withOwnerElsewhere({ canAsk: false }, async ({ call, book, vaults }) => {
    const args = { identifier: 'garden/leeks.md', mode: 'permanent' }
    await call('delete_note', args)
    book.answer((await waiting(book)).id, 'once')
    await vaults.write('garden/leeks.md', 'Saved by somebody else.\n')
    await until('the edit is seen', async () =>
      (await call('get_note', { identifier: 'garden/leeks.md' })).content.includes('else'),
    )
    expect((await call('delete_note', args)).error.code).toBe('CONFIRMATION_REQUIRED')
    expect(await vaults.read('garden/leeks.md')).toBe('Saved by somebody else.\n')
    // What the agent confirms itself need not be answered any more.
    expect(await call('delete_note', { ...args, confirm: true })).toMatchObject({ deleted: true })
    expect(book.list()).toEqual([])
  }))

test.each(['deny', 'allow'])(
  'what is answered in the client waits nowhere, whatever came between: %s',
  (now) => {
    const reply = async (vaults: Vaults) => {
      await vaults.write('.flint-note/config.yml', `permissions: { destructive: ${now} }\n`)
      return { answer: 'Approve once' }
    }
    return withOwnerElsewhere({ canAsk: true, reply }, async ({ call, book }) => {
      const { error, deleted } = await call('delete_note', { identifier: 'Leeks', mode: 'permanent' })
      expect(error?.code ?? deleted).toBe(now === 'deny' ? 'PERMISSION_DENIED' : true)
      expect(book.list()).toEqual([])
    })
  },
)
