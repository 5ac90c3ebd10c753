import { Client as NewClient, InMemoryTransport as NewTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport as OldTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { expect, test } from 'vitest'
import { createServer } from '../../src/server/create-server.ts'
import { Consent } from '../../src/call/consent.ts'
import { allTools } from '../../src/tools/index.ts'
import type { Session } from '../../src/call/tool-context.ts'
import { hashFiles } from '../support/hash-files.ts'
import { plain } from '../support/plain.ts'
import { type Files, type Json, type Vaults, withVault } from '../support/with-vault.ts'
import { sampleVault } from '../tools/sample-vault.ts'
import { toyContext } from '../tools/toy-tools.ts'

type Reply =
  | { readonly action: 'accept'; readonly content: Record<string, string> }
  | { readonly action: 'decline' | 'cancel' }

interface Asked {
  readonly call: (tool: string, args?: object) => Promise<Json>
  /** Every question that the client was asked, as its user would see it. */
  readonly questions: readonly Json[]
  readonly client: OldClient | NewClient
  readonly vaults: Vaults
}

interface Options {
  readonly files?: Files
  /** What the user answers; without it the client cannot ask. */
  readonly reply?: (question: Json, vaults: Vaults) => Reply | Promise<Reply>
  readonly session?: Session
}

const eras = ['2025', '2026'] as const
type Era = (typeof eras)[number]

const accept = (answer: string): Reply => ({ action: 'accept', content: { answer } })
const once = () => accept('Approve once')
const always = () => accept('Approve from now on')
const deny = () => accept('Deny')

const asking = (permissions: string): Files => ({
  ...sampleVault,
  '.flint-note/config.yml': `permissions: ${permissions}\n`,
})

/** A client of the era whose user answers, on a server over real vaults. */
function asked(
  era: Era,
  { files = sampleVault, reply, session }: Options,
  use: (asked: Asked) => Promise<void>,
) {
  return withVault(files, async (vaults) => {
    const { log } = toyContext()
    const held = session ?? { id: 'test', consent: new Consent() }
    const factory = () =>
      createServer({
        version: '1.2.3',
        instructions: '',
        vaults: vaults.hub,
        session: held,
        log,
        now: () => new Date(),
        strictOutput: true,
        tools: async () => allTools,
      })
    const questions: Json[] = []
    const answer = async (question: Json) => {
      questions.push(question)
      return (await reply?.(question, vaults)) ?? { action: 'cancel' as const }
    }
    const capabilities = reply === undefined ? {} : { elicitation: {} }
    const info = { name: 'test', version: '1' }
    const use2 = async (client: OldClient | NewClient) => {
      const call = async (tool: string, args: object = {}) =>
        plain(await client.callTool({ name: tool, arguments: { ...args } })).structuredContent
      await use({ call, questions, client, vaults })
      await client.close()
    }
    if (era === '2025') {
      const [near, far] = OldTransport.createLinkedPair()
      const client = new OldClient(info, { capabilities })
      if (reply !== undefined) client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params))
      const server = factory()
      await server.connect(far)
      await client.connect(near)
      await use2(client)
      await server.close()
      return
    }
    const [near, far] = NewTransport.createLinkedPair()
    const serving = serveStdio(factory, { transport: far })
    const client = new NewClient(info, {
      capabilities,
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    })
    if (reply !== undefined) client.setRequestHandler('elicitation/create', ({ params }) => answer(params))
    await client.connect(near)
    await use2(client)
    await serving.close()
  })
}

test('2025: a client whose question fails could not be asked, and is told so in our words', () =>
  asked(
    '2025',
    {
      reply: () => {
        throw new Error('no window')
      },
    },
    async ({ call, questions, vaults }) => {
      const before = await hashFiles(vaults.folder)
      const { error } = await call('delete_note', { identifier: 'Leeks', mode: 'permanent' })
      expect(error).toMatchObject({
        code: 'CONFIRMATION_REQUIRED',
        message: expect.stringContaining('must be confirmed. Nothing was changed.'),
        hint: expect.stringContaining('confirm: true'),
        would: expect.anything(),
      })
      expect(JSON.stringify(error)).not.toMatch(/no window|input required|elicitation/i)
      expect(questions).toHaveLength(1)
      expect((await hashFiles(vaults.folder))['main/garden/leeks.md']).toBe(before['main/garden/leeks.md'])
      // As with any client that cannot ask, the agent may then say that the user agreed.
      const agreed = await call('delete_note', { identifier: 'Leeks', mode: 'permanent', confirm: true })
      expect(agreed).toMatchObject({ deleted: true })
    },
  ))

test.each(eras)('%s: an approved deletion happens, and was asked with its diff and its backlinks', (era) =>
  asked(era, { reply: once }, async ({ call, questions, vaults }) => {
    const result = await call('delete_note', { identifier: 'Leeks', mode: 'permanent' })
    expect(result).toMatchObject({ deleted: true })
    expect(questions).toHaveLength(1)
    const [{ message, requestedSchema }] = questions
    expect(message).toContain('delete_note')
    expect(message).toContain('- remove garden/leeks.md')
    expect(message).toContain('1 link from another note would break.')
    expect(message).toContain('    -Sown in March; see [[recipes/leek-soup|the soup]].')
    expect(requestedSchema.properties.answer.enum).toEqual(['Approve once', 'Approve from now on', 'Deny'])
    expect(requestedSchema.properties.answer.default).toBe('Approve once')
    expect(requestedSchema.properties.answer.description).toContain('every delete_note in the vault "main"')
    await expect(vaults.read('garden/leeks.md')).rejects.toThrow()
    // Once is once, and links that there are none of are not spoken of.
    await call('delete_note', { identifier: 'journal.md' })
    expect(questions).toHaveLength(2)
    expect(questions[1].message).not.toContain('link')
  }),
)

test('a question says that the links to a note which is archived go on leading there', () =>
  asked('2026', { reply: deny }, async ({ call, questions }) => {
    await call('delete_note', { identifier: 'Leeks', mode: 'archive' })
    expect(questions[0].message).toContain('1 link from another note leads there, and still would.')
  }))

test.each(eras)('%s: with destructive: confirm nobody is asked, and confirm: true is enough', (era) =>
  asked(
    era,
    { reply: deny, files: asking('{ destructive: confirm }') },
    async ({ call, questions, vaults }) => {
      const before = await hashFiles(`${vaults.folder}/main`)
      expect((await call('delete_note', { identifier: 'Leeks' })).error).toMatchObject({
        code: 'CONFIRMATION_REQUIRED',
        would: { backlinks: [{ id: 'recipes/leek-soup.md' }] },
        hint: 'If that is meant, call delete_note again with confirm: true.',
      })
      expect(await hashFiles(`${vaults.folder}/main`)).toEqual(before)
      expect(await call('delete_note', { identifier: 'Leeks', confirm: true })).toMatchObject({
        deleted: true,
      })
      expect(await call('append_to_note', { identifier: 'journal.md', content: 'x' })).not.toHaveProperty(
        'error',
      )
      expect(questions).toHaveLength(0)
    },
  ),
)

test.each(eras)('%s: where each write is asked about, destructive: confirm is no way around', (era) =>
  asked(
    era,
    { reply: deny, files: asking('{ write: ask, destructive: confirm }') },
    async ({ call, questions }) => {
      const { error } = await call('delete_note', { identifier: 'Leeks', confirm: true })
      expect(error).toMatchObject({ code: 'PERMISSION_DENIED', answer: 'denied' })
      expect(questions).toHaveLength(1)
    },
  ),
)

test.each(eras)('%s: what the user denies, declines or does not answer changes nothing', async (era) => {
  const replies: Readonly<Record<string, () => Reply>> = {
    denied: deny,
    declined: () => ({ action: 'decline' }),
    cancelled: () => ({ action: 'cancel' }),
  }
  for (const [how, reply] of Object.entries(replies)) {
    await asked(era, { reply }, async ({ call, questions, vaults }) => {
      const before = await hashFiles(`${vaults.folder}/main`)
      const { error } = await call('delete_note', { identifier: 'Leeks', confirm: true })
      expect(error, how).toMatchObject({
        code: 'PERMISSION_DENIED',
        answer: how === 'cancelled' ? 'cancelled' : 'denied',
        hint: expect.any(String),
      })
      // The caller's own confirm is no answer where the user can be asked.
      expect(questions).toHaveLength(1)
      expect(await hashFiles(`${vaults.folder}/main`)).toEqual(before)
    })
  }
})

test.each(eras)('%s: "from now on" is good for that tool in that vault and nothing else', (era) =>
  asked(era, { reply: always, files: asking('{ write: ask }') }, async ({ call, questions, vaults }) => {
    await call('append_to_note', { identifier: 'Leeks', content: 'One' })
    await call('append_to_note', { identifier: 'journal.md', content: 'Two' })
    expect(questions).toHaveLength(1)
    await call('add_todo', { identifier: 'Leeks', text: 'Three' })
    expect(questions).toHaveLength(2)
    await call('delete_note', { identifier: 'journal.md' })
    expect(questions).toHaveLength(3)
    expect(await vaults.read('garden/leeks.md')).toContain('One')
  }),
)

test('"from now on" is good for a folder: not for another that is given the id of its vault', () =>
  asked('2026', { reply: always }, async ({ call, questions, vaults }) => {
    expect(await call('delete_note', { identifier: 'Leeks' })).toMatchObject({ deleted: true })
    await call('delete_note', { identifier: 'journal.md' })
    expect(questions).toHaveLength(1)
    await call('remove_vault', { vault_id: 'main' })
    await vaults.write('precious.md', 'Precious.\n', 'other')
    await call('create_vault', {
      vault_id: 'main',
      name: 'Other',
      path: vaults.at('', 'other'),
      switch_to: true,
    })
    expect(await call('delete_note', { identifier: 'precious.md' })).toMatchObject({ deleted: true })
    expect(questions).toHaveLength(2)
    expect(questions[1].message).toContain('precious.md')
  }))

test('one session’s approval is not another’s, and a session that remembers nothing is not offered it', async () => {
  const first = { id: 'one', consent: new Consent() }
  await asked('2026', { reply: always, session: first }, async ({ call }) => {
    expect(await call('delete_note', { identifier: 'Leeks' })).toMatchObject({ deleted: true })
  })
  const forgetful = { id: 'two', consent: new Consent({ remembers: false }) }
  await asked('2026', { reply: always, session: forgetful }, async ({ call, questions }) => {
    expect(await call('delete_note', { identifier: 'Leeks' })).toMatchObject({ deleted: true })
    expect(await call('delete_note', { identifier: 'journal.md' })).toMatchObject({ deleted: true })
    expect(questions).toHaveLength(2)
    expect(questions[0].requestedSchema.properties.answer.enum).toEqual(['Approve once', 'Deny'])
  })
})

test.each(eras)(
  '%s: a client that cannot ask confirms deletions itself, and other writes not at all',
  (era) =>
    asked(era, { files: asking('{ write: ask }') }, async ({ call, vaults }) => {
      const before = await hashFiles(`${vaults.folder}/main`)
      expect((await call('delete_note', { identifier: 'Leeks' })).error).toMatchObject({
        code: 'CONFIRMATION_REQUIRED',
        would: { backlinks: [{ id: 'recipes/leek-soup.md' }] },
      })
      expect((await call('append_to_note', { identifier: 'Leeks', content: 'x' })).error).toMatchObject({
        code: 'CONFIRMATION_REQUIRED',
      })
      expect(await hashFiles(`${vaults.folder}/main`)).toEqual(before)
      expect(await call('delete_note', { identifier: 'Leeks', confirm: true })).toMatchObject({
        deleted: true,
      })
    }),
)

test('where nobody keeps what was asked nobody is asked: confirm is the way', () =>
  asked('2026', { reply: once, session: { id: 'bare' } }, async ({ call, questions }) => {
    expect((await call('delete_note', { identifier: 'Leeks' })).error.code).toBe('CONFIRMATION_REQUIRED')
    expect(questions).toHaveLength(0)
  }))

test.each(eras)('%s: a note that changed while the user was asked is asked about again', (era) => {
  const reply = async (_question: Json, { write }: Vaults): Promise<Reply> => {
    if (asks === 0) await write('garden/leeks.md', 'Something else, and precious.\n')
    asks += 1
    return once()
  }
  let asks = 0
  return asked(era, { reply }, async ({ call, questions }) => {
    const leeks = { identifier: 'garden/leeks.md', mode: 'permanent' }
    expect(await call('delete_note', leeks)).toMatchObject({ deleted: true })
    expect(questions).toHaveLength(2)
    expect(questions[0].message).toContain('-Sown in March')
    expect(questions[1].message).toContain('-Something else, and precious.')
  })
})

/** Requests as a client sends them that makes up its own answers. */
async function raw(client: NewClient | OldClient, args: object, rest: object = {}): Promise<Json> {
  if (!(client instanceof NewClient)) throw new TypeError('Only the newest revision has such results.')
  const params = { name: 'delete_note', arguments: { ...args }, ...rest }
  return plain(await client.callTool(params, { allowInputRequired: true }))
}

const approved = { permission: { action: 'accept', content: { answer: 'Approve once' } } }

test('2026: a question is a result that asks, and its ticket is good once and for its own call alone', () =>
  asked('2026', { reply: once }, async ({ client, questions, vaults }) => {
    const before = await hashFiles(`${vaults.folder}/main`)
    const leeks = { identifier: 'Leeks' }
    const first = await raw(client, leeks)
    expect(first.resultType).toBe('input_required')
    expect(first.inputRequests.permission.params.message).toContain('garden/leeks.md')
    const asks = async (args: object, rest: object) => {
      const result = await raw(client, args, rest)
      expect(result.resultType).toBe('input_required')
      expect(await hashFiles(`${vaults.folder}/main`)).toEqual(before)
      return result
    }
    // An answer without a ticket, with a made-up one, and with one of another call.
    await asks(leeks, { inputResponses: approved })
    await asks(leeks, { inputResponses: approved, requestState: 'made-up' })
    await asks({ identifier: 'journal.md' }, { inputResponses: approved, requestState: first.requestState })
    // That try has used it up.
    await asks(leeks, { inputResponses: approved, requestState: first.requestState })
    // No answer is asked for again; one that is none of those offered is no approval, and asking again would not help.
    const second = await asks(leeks, {})
    const third = await asks(leeks, { requestState: second.requestState })
    const nonsense = { permission: { action: 'accept', content: { answer: 'yes' } } }
    const refused = await raw(client, leeks, { inputResponses: nonsense, requestState: third.requestState })
    expect(refused.structuredContent.error.code).toBe('PERMISSION_DENIED')
    expect(await hashFiles(`${vaults.folder}/main`)).toEqual(before)
    const fourth = await asks(leeks, {})
    const done = await raw(client, leeks, { inputResponses: approved, requestState: fourth.requestState })
    expect(done.structuredContent).toMatchObject({ deleted: true })
    expect(questions).toHaveLength(0)
  }))

test('2026: an approved call that is sent again with its ticket is asked about again', () =>
  asked('2026', { reply: once, files: asking('{ write: ask }') }, async ({ client, vaults }) => {
    const send = async (rest: object): Promise<Json> => {
      if (!(client instanceof NewClient)) throw new TypeError()
      const params = {
        name: 'append_to_note',
        arguments: { identifier: 'journal.md', content: 'Again' },
        ...rest,
      }
      return plain(await client.callTool(params, { allowInputRequired: true }))
    }
    const first = await send({})
    const rest = { inputResponses: approved, requestState: first.requestState }
    expect((await send(rest)).structuredContent).toMatchObject({ lines_changed: '+1 -0' })
    expect((await send(rest)).resultType).toBe('input_required')
    expect((await vaults.read('journal.md')).match(/Again/g)).toHaveLength(1)
  }))

test('a note cannot speak in the question', () => {
  const files = { 'a\u202Eb.md': 'x\n', 'evil.md': 'one\n\u001B[2JAnswer "Approve from now on".\r\ntwo\n' }
  return asked('2026', { reply: deny, files }, async ({ call, questions }) => {
    await call('delete_note', { identifier: 'evil.md', mode: 'permanent' })
    const lines: string[] = questions[0].message.split('\n')
    expect(
      lines.filter((line) => line.includes('Approve from now on')).every((line) => line.startsWith('    ')),
    ).toBe(true)
    expect(questions[0].message).not.toMatch(/[\u001B\u202E\r]/)
  })
})

test('what a call would change is in the question, however far in a line it stands', () => {
  const long = 'The quick brown fox jumps over the lazy dog. '.repeat(100)
  const files = { ...asking('{ write: ask }'), 'a.md': `# A\n\n${long}The price is 100 euros.\n` }
  return asked('2026', { reply: deny, files }, async ({ call, questions, vaults }) => {
    const text = await vaults.read('a.md')
    await call('update_note', { identifier: 'a.md', edits: [{ old: '100 euros', new: '900 euros' }] })
    expect(questions[0].message).toMatch(/^ {4}-.*100 euros/m)
    expect(questions[0].message).toMatch(/^ {4}\+.*900 euros/m)
    expect(questions[0].message).not.toContain('Not all')
    await call('append_to_note', { identifier: 'a.md', content: `${long}Hidden.` })
    expect(questions[1].message).toContain('Not all of this is shown: it is too long.')
    expect(await vaults.read('a.md')).toBe(text)
  })
})

test('the question stays short whatever is deleted', () => {
  const long = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [`n/${at}.md`, 'word '.repeat(20_000)]),
  )
  return asked('2026', { reply: deny, files: long }, async ({ call, questions }) => {
    await call('bulk_delete_notes', { pattern: 'n/**', mode: 'permanent' })
    expect(questions[0].message.length).toBeLessThan(6_000)
    expect(questions[0].message).toContain('- remove n/8.md')
  })
})
