import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { SqliteQuestionBook } from '../../src/access/sqlite-question-book.ts'
import { callTool } from '../../src/call/call-tool.ts'
import { Consent } from '../../src/call/consent.ts'
import { defineVaultTool } from '../../src/call/define-tool.ts'
import { narrowVaults } from '../../src/call/narrow-vaults.ts'
import type { Answer, Question } from '../../src/call/question.ts'
import type { CallContext } from '../../src/call/tool-context.ts'
import type { FileChange } from '../../src/changes/change-plan.ts'
import { actorOf } from '../../src/model/actor.ts'
import { allTools } from '../../src/tools/index.ts'
import { version } from '../support/change-files.ts'
import { once } from '../../src/model/once.ts'
import { callOver, connectOver } from '../server/http-server.ts'
import type { Door } from '../support/three-servers.ts'
import { skip, withVaults, type Files, type Json, type Vaults } from '../support/with-vault.ts'
import { toyContext } from '../tools/toy-tools.ts'

const notes: Files = Object.fromEntries(
  Array.from({ length: 200 }, (_, number) => [`n${number}.md`, `# Note ${number}\n`]),
)
const saying = (permissions: string): Files => ({
  ...notes,
  '.flint-note/config.yml': `permissions: ${permissions}\n`,
})

interface Caller extends Partial<CallContext> {
  /** What the owner answers; without it nobody can be asked. */
  readonly answer?: Answer
}

/** Calls tools as somebody whose owner answers, and notes what is asked. */
function caller(vaults: Vaults, { answer, ...more }: Caller = {}) {
  const questions: Question[] = []
  if (vaults.door !== undefined) {
    if (Object.keys(more).length > 0) skip('the test says itself who calls')
    const note = (question: object) => questions.push(question as Question)
    return { call: callOverHttp(vaults.door, answer, note), questions }
  }
  const context: CallContext = {
    ...toyContext(),
    vaults: vaults.hub,
    wantsAll: true,
    ...(answer !== undefined && {
      ask: (question: Question) => {
        questions.push(question)
        return Promise.resolve(answer)
      },
    }),
    ...more,
  }
  const call = async (tool: string, args: object): Promise<Json> =>
    JSON.parse((await callTool(allTools, tool, args, context)).text)
  return { call, questions }
}

/** As the client of a token of its own, with which the owner answers. */
function callOverHttp({ port, book }: Door, answer: Answer | undefined, note: (question: object) => void) {
  const reply = (said: string | null) => (question: object) => {
    note(question)
    return said === null
      ? { action: 'cancel' as const }
      : { action: 'accept' as const, content: { answer: said } }
  }
  const connect = once(async () => {
    const grant = { name: `caller ${++callers}`, vaults: null, folder: null, readOnly: false, expires: null }
    const { text } = await book.create(grant)
    const user = answer === undefined ? undefined : reply(spoken[answer])
    const client = await connectOver(`http://127.0.0.1:${port}/mcp`, text, '2026', user)
    onTestFinished(() => client.close())
    return client
  })
  return async (name: string, args: object): Promise<Json> => await callOver(await connect(), name, args)
}
let callers = 0

/** What a client says; null for what it cannot say, and for a question that is left alone. */
const spoken: Readonly<Record<Answer, string | null>> = {
  once: 'Approve once',
  always: 'Approve from now on',
  denied: 'Deny',
  cancelled: null,
  pending: null,
}

const calls = {
  get_note: { isWriting: false, isDestructive: false, args: {} },
  append_to_note: { isWriting: true, isDestructive: false, args: { content: 'x' } },
  delete_note: { isWriting: true, isDestructive: true, args: { mode: 'permanent' } },
} as const
type Name = keyof typeof calls

interface Case {
  readonly write: string
  readonly destructive: string
  readonly name: Name
  readonly isDryRun: boolean
  readonly isConfirmed: boolean
  readonly answer: Answer | null
}

/** What becomes of a call, in the words of docs/permission.md. */
function expected({ write, destructive, name, isDryRun, isConfirmed, answer }: Case): string {
  const { isWriting, isDestructive } = calls[name]
  if (!isWriting || isDryRun) return 'done'
  if (write === 'deny') return 'PERMISSION_DENIED permissions.write'
  if (isDestructive && destructive === 'deny') return 'PERMISSION_DENIED permissions.destructive'
  const isForOwner = write === 'ask' || (isDestructive && destructive === 'ask')
  const isForCaller = isDestructive && destructive === 'confirm'
  if (!isForOwner && !isForCaller) return 'done'
  if (isForOwner && answer !== null) {
    if (answer === 'once' || answer === 'always') return 'asked, done'
    return `asked, PERMISSION_DENIED ${answer === 'denied' ? 'denied' : 'cancelled'}`
  }
  return isDestructive && isConfirmed ? 'done' : 'CONFIRMATION_REQUIRED'
}

const both = [false, true]
const answers = [null, 'once', 'always', 'denied', 'cancelled', 'pending'] as const

test.each(
  ['allow', 'ask', 'deny'].flatMap((write) =>
    ['allow', 'confirm', 'ask', 'deny'].map((destructive) => ({ write, destructive })),
  ),
)('write: $write and destructive: $destructive, whoever calls what', ({ write, destructive }) =>
  withVaults({ main: saying(`{ write: ${write}, destructive: ${destructive} }`) }, async (vaults) => {
    let number = 0
    const cases = (['get_note', 'append_to_note', 'delete_note'] as const).flatMap((name) =>
      both.flatMap((isDryRun) =>
        both.flatMap((isConfirmed) =>
          answers.map((answer) => ({ write, destructive, name, isDryRun, isConfirmed, answer })),
        ),
      ),
    )
    for (const one of cases) {
      const { name, isDryRun, isConfirmed, answer } = one
      // What a tool does not take it need not be tried with.
      if ((name === 'get_note' && isDryRun) || (name !== 'delete_note' && isConfirmed)) continue
      // No client says that its user has not answered yet.
      if (vaults.door !== undefined && answer === 'pending') continue
      const identifier = `n${number++}.md`
      const { call, questions } = caller(vaults, answer === null ? {} : { answer })
      const result = await call(name, {
        ...{ identifier, ...calls[name].args },
        ...(isDryRun && { dry_run: true }),
        ...(isConfirmed && { confirm: true }),
      })
      const { error } = result
      const why =
        error === undefined ? 'done' : [error.code, error.permission ?? error.answer].join(' ').trim()
      const outcome = `${questions.length > 0 ? 'asked, ' : ''}${why}`
      expect(outcome, JSON.stringify(one)).toBe(expected(one))
      expect(questions.length).toBeLessThan(2)
      // Whatever was said: what was not done has not happened, and what was done has.
      const now = await vaults.read(identifier).catch(() => null)
      const before = notes[identifier]
      const isChanged = outcome.endsWith('done') && !isDryRun && calls[name].isWriting
      expect(now !== before, `${JSON.stringify(one)} left ${String(now)}`).toBe(isChanged)
    }
  }),
)

const asksAlways = { answer: 'always' } as const

test('"from now on" is for that tool in that vault and that session, and no longer than the owner allows it', () =>
  withVaults({ main: saying('{ write: ask }'), other: saying('{ write: ask }') }, async (vaults) => {
    const session = { id: 'one', consent: new Consent() }
    const first = caller(vaults, { ...asksAlways, session })
    const append = { identifier: 'n1.md', content: 'x' }
    for (let turn = 0; turn < 3; turn++)
      expect((await first.call('append_to_note', append)).error).toBeUndefined()
    expect(first.questions).toHaveLength(1)
    // Whoever could not ask is let in by it, too.
    expect((await caller(vaults, { session }).call('append_to_note', append)).error).toBeUndefined()
    for (const [tool, args] of [
      ['update_tags', { identifier: 'n1.md', add_tags: ['t'] }],
      ['append_to_note', { ...append, vault_id: 'other' }],
    ] as const) {
      const again = caller(vaults, { answer: 'denied', session })
      expect((await again.call(tool, args)).error.code, tool).toBe('PERMISSION_DENIED')
      expect(again.questions, tool).toHaveLength(1)
    }
    for (const consent of [new Consent(), new Consent({ remembers: false })]) {
      const other = caller(vaults, { ...asksAlways, session: { id: 'two', consent } })
      for (let turn = 0; turn < 2; turn++) await other.call('append_to_note', append)
      expect(other.questions).toHaveLength(consent.remembers ? 1 : 2)
    }
    await vaults.write('.flint-note/config.yml', 'permissions: { write: deny }\n')
    // By the very next call, however short a time after the one before.
    expect((await first.call('append_to_note', append)).error.code).toBe('PERMISSION_DENIED')
    await vaults.write('.flint-note/config.yml', 'permissions: [\n')
    expect((await first.call('append_to_note', append)).error.message).toContain('while the settings')
    const confirmed = { identifier: 'n2.md', confirm: true }
    expect((await first.call('delete_note', confirmed)).error).toMatchObject({
      code: 'PERMISSION_DENIED',
      hint: expect.stringContaining('Its owner mends that file'),
    })
    expect(await vaults.read('n2.md')).toBe(notes['n2.md'])
    expect((await first.call('get_note', { identifier: 'n2.md' })).error).toBeUndefined()
  }))

test('"once" is for one call, and what it asked about cannot be answered afterwards', () =>
  withVaults({ main: saying('{ write: ask }') }, async (vaults) => {
    const book = new SqliteQuestionBook(vaults.folder, () => new Date())
    const questions = () => Promise.resolve(book)
    const session = { id: 'one', consent: new Consent() }
    const { call, questions: asked } = caller(vaults, { answer: 'once', session, questions })
    const append = { identifier: 'n1.md', content: 'x' }
    for (let turn = 1; turn < 4; turn++) {
      expect((await call('append_to_note', append)).error).toBeUndefined()
      expect(asked).toHaveLength(turn)
    }
    expect(book.list()).toEqual([])
    book.close()
  }))

test('what is approved once is what was shown: a call that would do something else by then does nothing', () =>
  withVaults({ main: saying('{ write: ask }') }, async (vaults) => {
    const answers = [
      ['delete_note', { identifier: 'n1.md' }, 'n1.md'],
      ['bulk_delete_notes', { pattern: 'n20*.md' }, 'n20 new.md'],
    ] as const
    for (const [tool, args, written] of answers) {
      const ask = async () => {
        await vaults.write(written, 'written meanwhile\n')
        return 'once' as const
      }
      const { error } = await caller(vaults, { ask }).call(tool, args)
      expect(error, tool).toMatchObject({
        code: 'PERMISSION_DENIED',
        message: expect.stringContaining('became something else meanwhile'),
      })
      expect(await vaults.read(written)).toBe('written meanwhile\n')
      expect(await vaults.read('n20.md')).toBe(notes['n20.md'])
      expect((await caller(vaults, { answer: 'once' }).call(tool, args)).error, tool).toBeUndefined()
    }
  }))

test('where nothing would be removed nobody is asked, and nothing is removed', () => {
  const calls = [
    ['bulk_delete_notes', { pattern: 'nope/**' }, { note_count: 0, deleted: false }],
    ['clear_inbox_item', { all: true }, { removed_count: 0 }],
  ] as const
  const cases = ['{ destructive: ask }', '{ destructive: confirm }', '{ write: ask }']
  return withVaults(Object.fromEntries(cases.map((said, at) => [`v${at}`, saying(said)])), async (vaults) => {
    for (const [at] of cases.entries())
      for (const [tool, args, result] of calls) {
        const { call, questions } = caller(vaults, { answer: 'denied' })
        expect(await call(tool, { ...args, vault_id: `v${at}` })).toMatchObject(result)
        const alone = caller(vaults)
        expect(await alone.call(tool, { ...args, vault_id: `v${at}` })).toMatchObject(result)
        expect(questions).toEqual([])
      }
  })
})

test('an answer that was given elsewhere is good for the caller who asked, once, and for what was shown', () =>
  withVaults({ main: saying('{ write: ask }') }, async (vaults) => {
    const book = new SqliteQuestionBook(vaults.folder, () => new Date())
    const questions = () => Promise.resolve(book)
    const as = (name: string) =>
      caller(vaults, {
        questions,
        session: { id: name, consent: new Consent() },
        actor: actorOf('client', name),
      })
    const append = { identifier: 'n1.md', content: 'x' }
    const tryOnce = async (name: string, args: object = append) =>
      (await as(name).call('append_to_note', args)).error?.code ?? 'done'
    const approve = (answer: 'once' | 'denied') => book.list().map(({ id }) => book.answer(id, answer))
    expect(await tryOnce('a')).toBe('CONFIRMATION_REQUIRED')
    expect(approve('once')).toMatchObject([{ vault: 'main', tool: 'append_to_note', actor: 'client a' }])
    expect(await tryOnce('b')).toBe('CONFIRMATION_REQUIRED')
    expect(await tryOnce('a', { ...append, content: 'y' })).toBe('CONFIRMATION_REQUIRED')
    expect(await tryOnce('a')).toBe('done')
    expect(await tryOnce('a')).toBe('CONFIRMATION_REQUIRED')
    approve('once')
    await vaults.write('n1.md', 'somebody else’s\n')
    expect(await tryOnce('a')).toBe('CONFIRMATION_REQUIRED')
    approve('denied')
    expect(await tryOnce('a')).toBe('PERMISSION_DENIED')
    expect(await vaults.read('n1.md')).toBe('somebody else’s\n')
    book.close()
  }))

test('a deletion that its caller confirms leaves no question behind', () =>
  withVaults({ main: saying('{ destructive: ask }') }, async (vaults) => {
    const book = new SqliteQuestionBook(vaults.folder, () => new Date())
    const { call } = caller(vaults, { questions: () => Promise.resolve(book) })
    const deletion = { identifier: 'n1.md', mode: 'permanent' }
    expect((await call('delete_note', deletion)).error.code).toBe('CONFIRMATION_REQUIRED')
    expect(book.list()).toHaveLength(1)
    expect((await call('delete_note', { ...deletion, confirm: true })).error).toBeUndefined()
    expect(book.list()).toEqual([])
    book.close()
  }))

const narrowed = ({ hub }: Vaults) =>
  narrowVaults(hub, { within: () => ({ folders: ['in'], by: ['server'] }), mayManage: false })

/** A server that is limited to one folder, whose owner answers. */
const limited = (vaults: Vaults, answer: Answer | null, more: Partial<CallContext> = {}) =>
  caller(vaults, {
    vaults: narrowed(vaults),
    whole: vaults.hub,
    ...(answer !== null && { answer }),
    ...more,
  })

const inAndOut = (permissions: string): Files => ({
  'in/a.md': '# A\n',
  'out/b.md': '# B\n\nsecret\n',
  '.flint-note/config.yml': `permissions: ${permissions}\n`,
})

const outside = [
  ['get_note', { identifier: 'out/b.md' }],
  ['append_to_note', { identifier: 'out/b.md', content: 'x' }],
  ['delete_note', { identifier: 'out/b.md', mode: 'permanent', confirm: true }],
] as const

test.each([null, 'denied', 'cancelled', 'pending'] as const)(
  'nothing outside the folder of a server is read or written where its owner says %j',
  (answer) =>
    withVaults({ main: inAndOut('{ destructive: allow }') }, async (vaults) => {
      for (const [tool, args] of outside) {
        const { call, questions } = limited(vaults, answer)
        const result = await call(tool, args)
        expect(result.error.code, tool).toBe('PERMISSION_DENIED')
        expect(questions, tool).toHaveLength(answer === null ? 0 : 1)
        expect(JSON.stringify(result)).not.toContain('secret')
        expect(await vaults.read('out/b.md')).toBe('# B\n\nsecret\n')
      }
      const { call, questions } = limited(vaults, answer)
      expect((await call('append_to_note', { identifier: 'in/a.md', content: 'x' })).error).toBeUndefined()
      expect(questions).toEqual([])
    }),
)

test.each(['once', 'always'] as const)('with %s a call outside goes through, and no other', (answer) =>
  withVaults({ main: inAndOut('{ destructive: ask }') }, async (vaults) => {
    const session = { id: 'one', consent: new Consent() }
    const { call, questions } = limited(vaults, answer, { session })
    for (const [tool, args] of outside) {
      const before = questions.length
      expect((await call(tool, args)).error, tool).toBeUndefined()
      // One question, also where the vault asks about deletions anyway.
      expect(questions.length - before, tool).toBe(1)
      expect(questions.at(-1)?.text).toContain('outside the folder in/')
    }
    await vaults.write('out/b.md', '# B\n')
    const asked = questions.length
    for (const [tool, args] of outside) await call(tool, args)
    expect(questions.length - asked).toBe(answer === 'always' ? 0 : 3)
    // In another session nothing of that counts.
    const other = limited(vaults, 'denied')
    await vaults.write('out/b.md', '# B\n')
    expect((await other.call('get_note', { identifier: 'out/b.md' })).error.code).toBe('PERMISSION_DENIED')
  }),
)

test('"from now on" outside is said for reading, or for one tool; said inside it counts for nothing outside', () =>
  withVaults({ main: inAndOut('{ destructive: ask }') }, async (vaults) => {
    const session = { id: 'one', consent: new Consent() }
    const { call, questions } = limited(vaults, 'always', { session })
    const stale = { identifier: 'out/b.md', content: 'x', content_hash: `sha256:${'0'.repeat(64)}` }
    const permanent = { mode: 'permanent' }
    const asks = async (tool: string, args: object, code?: string) => {
      const before = questions.length
      expect((await call(tool, args)).error?.code, tool).toBe(code)
      return questions.length > before
    }
    expect(await asks('delete_note', { identifier: 'in/a.md', ...permanent })).toBe(true)
    await vaults.write('in/a.md', '# A\n')
    expect(await asks('delete_note', { identifier: 'in/a.md', ...permanent })).toBe(false)
    // Why a note cannot be changed is told to whoever may read it: whichever tool reads, there is one question.
    expect(await asks('update_note', stale, 'CONTENT_HASH_MISMATCH')).toBe(true)
    expect(await asks('get_note', { identifier: 'out/b.md' })).toBe(false)
    expect(await asks('get_backlinks', { identifier: 'out/b.md' })).toBe(false)
    expect(await asks('append_to_note', { identifier: 'out/b.md', content: 'x' })).toBe(true)
    expect(await asks('delete_note', { identifier: 'out/b.md', ...permanent })).toBe(true)
    expect(questions.map(({ always }) => always)).toEqual([
      'every delete_note in the vault "main"',
      'every read outside the folder in/ in the vault "main"',
      'every append_to_note outside the folder in/ in the vault "main"',
      'every delete_note outside the folder in/ in the vault "main"',
    ])
    // One who has read may be told why before anything else, and one who deletes outside may delete inside.
    const other = limited(vaults, 'always', { session: { id: 'two', consent: new Consent() } })
    await vaults.write('out/b.md', '# B\n')
    await vaults.write('in/a.md', '# A\n')
    await other.call('get_note', { identifier: 'out/b.md' })
    expect((await other.call('update_note', stale)).error.code).toBe('CONTENT_HASH_MISMATCH')
    await other.call('delete_note', { identifier: 'out/b.md', ...permanent })
    expect((await other.call('delete_note', { identifier: 'in/a.md', ...permanent })).error).toBeUndefined()
    expect(other.questions.map(({ tool }) => tool)).toEqual(['get_note', 'delete_note'])
  }))

test('what is allowed outside where nobody has to be asked inside is not allowed inside once somebody has to', () =>
  withVaults({ main: inAndOut('{ write: allow }') }, async (vaults) => {
    const session = { id: 'one', consent: new Consent() }
    const { call, questions } = limited(vaults, 'always', { session })
    expect((await call('append_to_note', { identifier: 'out/b.md', content: 'x' })).error).toBeUndefined()
    await vaults.write('.flint-note/config.yml', 'permissions: { write: ask }\n')
    const inside = caller(vaults, { vaults: narrowed(vaults), answer: 'denied' })
    const append = { identifier: 'in/a.md', content: 'x' }
    expect((await inside.call('append_to_note', append)).error).toBeDefined()
    expect((await call('append_to_note', append)).error).toBeUndefined()
    expect(questions.map(({ always }) => always)).toEqual([
      'every append_to_note outside the folder in/ in the vault "main"',
      'every append_to_note in the vault "main"',
    ])
  }))

test('what is approved once outside is what was shown', () =>
  withVaults({ main: inAndOut('{}') }, async (vaults) => {
    const ask = async () => {
      await vaults.write('out/b.md', 'written meanwhile\n')
      return 'once' as const
    }
    const { call } = limited(vaults, null, { ask })
    const { error } = await call('delete_note', { identifier: 'out/b.md', mode: 'permanent' })
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED', hint: expect.stringContaining('as things are') })
    expect(await vaults.read('out/b.md')).toBe('written meanwhile\n')
    // Reading changes nothing, whatever lies there by then.
    expect((await call('get_note', { identifier: 'out/b.md' })).content).toContain('written meanwhile')
  }))

test('what fails inside the folder is told as it is, and asks for nothing outside', () =>
  withVaults({ main: inAndOut('{}') }, async (vaults) => {
    const { call, questions } = limited(vaults, 'always')
    expect((await call('get_note', { identifier: 'in/missing.md' })).error.code).toBe('NOT_FOUND')
    const stale = { identifier: 'in/a.md', content: 'x', content_hash: `sha256:${'0'.repeat(64)}` }
    expect((await call('update_note', stale)).error.code).toBe('CONTENT_HASH_MISMATCH')
    expect(questions).toEqual([])
  }))

test('a call that has to be confirmed says by whom, what it would do and where that is set', () =>
  withVaults(
    { main: saying('{ write: ask }'), other: saying('{ destructive: confirm }') },
    async (vaults) => {
      const book = new SqliteQuestionBook(vaults.folder, () => new Date())
      const refused = async (tool: string, args: object, who: Caller = {}): Promise<Json> =>
        (await caller(vaults, who).call(tool, args)).error
      const append = { identifier: 'n1.md', content: 'x' }
      const hint = async (tool: string, args: object, who: Caller = {}) =>
        String((await refused(tool, args, who)).hint)
      const onPage = { questions: () => Promise.resolve(book) }
      expect(await hint('append_to_note', append)).toMatch(
        /^Each change is asked about here, .* in \.flint-note\/config\.yml\.$/,
      )
      expect(await hint('append_to_note', append, onPage)).toMatch(
        /config\.yml\. Or ask the person to run `flint approve`/,
      )
      expect(await hint('delete_note', { identifier: 'n1.md' })).toMatch(/^Show the user what would happen/)
      expect(await hint('delete_note', { identifier: 'n1.md', vault_id: 'other' })).toMatch(
        /^If that is meant/,
      )
      for (const [answer, said] of [
        ['denied', 'The user did not allow append_to_note'],
        ['cancelled', 'The user did not answer whether append_to_note'],
      ] as const) {
        const error = await refused('append_to_note', append, { answer })
        expect(error.message).toContain(said)
        expect(error).toMatchObject({ answer, hint: expect.stringContaining('in .flint-note/config.yml.') })
      }
      const changes: readonly FileChange[] = [
        { kind: 'move', path: 'n0.md', to: 'moved.md', before: version('# Note 0\n'), text: null },
        ...Array.from({ length: 24 }, (_, number) => ({
          kind: 'create' as const,
          path: `${number}.md`,
          text: '',
        })),
      ]
      const arrange = (some: readonly FileChange[]) =>
        defineVaultTool({
          name: 'arrange',
          title: 'Arrange',
          toolset: 'notes',
          description: 'Does several things to files, and has no words for them.',
          annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
          input: z.strictObject({}),
          output: z.object({}),
          async handler(_, { writer }) {
            await writer.change({ tool: 'arrange', dryRun: false }, () =>
              Promise.resolve({ changes: some, facts: null }),
            )
            return {}
          },
        })
      const would = async (some: readonly FileChange[]) => {
        const context = { ...toyContext(), vaults: vaults.hub, wantsAll: true }
        const { error }: Json = JSON.parse((await callTool([arrange(some)], 'arrange', {}, context)).text)
        expect(error.code).toBe('CONFIRMATION_REQUIRED')
        return error.would
      }
      expect(await would([])).toBeUndefined()
      expect(await would(changes)).toEqual({
        changes: [
          { kind: 'move', path: 'n0.md', new_path: 'moved.md' },
          ...Array.from({ length: 19 }, (_, number) => ({ kind: 'create', path: `${number}.md` })),
        ],
        file_count: 25,
      })
      book.close()
    },
  ))

test('outside the folder what the vault denies is denied, whatever its owner would say', () =>
  withVaults({ main: inAndOut('{ write: deny }') }, async (vaults) => {
    const { call, questions } = limited(vaults, 'always')
    for (const [tool, args] of outside.slice(1)) {
      expect((await call(tool, args)).error.code, tool).toBe('PERMISSION_DENIED')
      expect(await vaults.read('out/b.md')).toBe('# B\n\nsecret\n')
    }
    expect(questions).toEqual([])
  }))

test('a token that is limited to a folder has nobody whom it could ask about the rest', () =>
  withVaults({ main: inAndOut('{ destructive: allow }') }, async (vaults) => {
    for (const [tool, args] of outside) {
      const { call, questions } = caller(vaults, { vaults: narrowed(vaults), answer: 'always' })
      expect((await call(tool, args)).error.code, tool).toBe('PERMISSION_DENIED')
      expect(questions, tool).toEqual([])
    }
  }))

test('a folder outside that is named to be listed is refused, not shown empty', () =>
  withVaults({ main: inAndOut('{}') }, async (vaults) => {
    const { call } = caller(vaults, { vaults: narrowed(vaults) })
    for (const directory of ['out', '/out', '//out', 'out/', './out'])
      for (const [tool, args] of [
        ['list_notes', { directory }],
        ['search_notes', { query: 'secret', directory }],
        ['get_todos', { directories: ['in', directory] }],
      ] as const)
        expect((await call(tool, args)).error?.code, `${tool} ${directory}`).toBe('PERMISSION_DENIED')
    expect((await call('list_notes', { directory: 'in' })).total).toBe(1)
    for (const [tool, args] of [
      ['search_notes', { query: 'A', directory: '/in/deep' }],
      ['get_todos', { directories: ['/in/deep'] }],
    ] as const)
      expect((await call(tool, args)).error, tool).toBeUndefined()
  }))

test('what cannot be done outside is told to nobody who may not read there', () =>
  withVaults({ main: inAndOut('{}') }, async (vaults) => {
    const stale = { identifier: 'out/b.md', content: 'x', content_hash: `sha256:${'0'.repeat(64)}` }
    const { call, questions } = limited(vaults, 'denied')
    expect((await call('update_note', stale)).error.code).toBe('PERMISSION_DENIED')
    expect(questions).toHaveLength(1)
    const allowed = limited(vaults, 'once')
    expect((await allowed.call('update_note', stale)).error.code).toBe('CONTENT_HASH_MISMATCH')
  }))

test('a ticket is good once, and the oldest of very many is forgotten', () => {
  const consent = new Consent()
  const asked = (number: number) => ({ subject: `subject ${number}`, call: `call ${number}` })
  const tickets = Array.from({ length: 501 }, (_, number) => consent.open(asked(number)))
  expect(new Set(tickets).size).toBe(501)
  expect(tickets.every((ticket) => /^[\w-]{32}$/.test(ticket))).toBe(true)
  expect(consent.take(tickets[0] ?? '')).toBeNull()
  expect(consent.take(tickets[1] ?? '')).toEqual(asked(1))
  expect(consent.take(tickets[1] ?? '')).toBeNull()
  expect(consent.take('made up')).toBeNull()
  expect(consent.take(tickets[500] ?? '')).toEqual(asked(500))
})
