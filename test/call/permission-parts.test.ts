import { expect, test } from 'vitest'
import { askOwner } from '../../src/call/ask-owner.ts'
import { Consent } from '../../src/call/consent.ts'
import { narrowVaults } from '../../src/call/narrow-vaults.ts'
import { asksUnlessSaid, deletesUnlessSaid } from '../../src/call/permission-rule.ts'
import { callOf, stakeOf, subjectOf } from '../../src/call/plan-call.ts'
import type { Answer, KeptQuestion, OpenQuestions, RemoteAnswer } from '../../src/call/question.ts'
import type { ToolContext } from '../../src/call/tool-context.ts'
import { hashOfBytes } from '../../src/files/hash-file.ts'
import { actorOf } from '../../src/model/actor.ts'
import { OutsideScope } from '../../src/model/outside-scope.ts'
import { VaultError } from '../../src/model/vault-error.ts'
import { readNote, tellSize, toyAccess, toyContext } from '../tools/toy-tools.ts'

const known = await toyAccess().known()
const ids = known.map(({ id }) => id)
const [work, home] = await Promise.all(ids.map((id) => toyAccess().open(id)))
if (work === undefined || home === undefined) throw new Error('There are two toy vaults.')

test('a dialect loosens or tightens only what the settings leave unsaid', () => {
  const allowed = { write: 'allow', destructive: 'ask', scope: 'vault' } as const
  const deletes = { ...allowed, destructive: 'allow' }
  const asks = { ...allowed, write: 'ask' }
  expect(deletesUnlessSaid(allowed, {})).toEqual(deletes)
  expect(deletesUnlessSaid(allowed, { write: 'allow' })).toEqual(deletes)
  expect(deletesUnlessSaid(allowed, { destructive: 'ask' })).toEqual(allowed)
  expect(asksUnlessSaid(allowed, {})).toEqual(asks)
  expect(asksUnlessSaid(allowed, { destructive: 'ask' })).toEqual(asks)
  expect(asksUnlessSaid(allowed, { write: 'allow' })).toEqual(allowed)
  // What a vault around this one says makes it stricter, without being its own word.
  for (const destructive of ['confirm', 'deny'] as const)
    for (const said of [{}, { destructive }]) {
      const strict = { ...allowed, write: 'deny', destructive } as const
      expect(deletesUnlessSaid(strict, said)).toEqual(strict)
      expect(asksUnlessSaid(strict, said)).toEqual(strict)
    }
})

const hashOf = (text: string) => hashOfBytes(Buffer.from(text))

test('an answer is good for equal consequences alone: tool, arguments, vault, every file as it is, links', async () => {
  const [one, other] = [await hashOf('one'), await hashOf('other')]
  const move = { kind: 'move', path: 'a.md', to: 'b.md', before: { hash: one }, text: null } as const
  const shown = { backlink_count: 2 }
  const args = { identifier: 'a', deep: { x: 1, y: [1, 2] }, c: 3 }
  const subject = subjectOf(readNote, args, work, { shown, changes: [move] })
  const again = { c: 3, deep: { y: [1, 2], x: 1 }, identifier: 'a' }
  expect(subjectOf(readNote, again, work, { shown: { ...shown, at: 'now' }, changes: [move] })).toBe(subject)
  const others = [
    subjectOf(tellSize, args, work, { shown, changes: [move] }),
    subjectOf(readNote, { ...args, identifier: 'b' }, work, { shown, changes: [move] }),
    subjectOf(readNote, { ...args, deep: { x: 1, y: [2, 1] } }, work, { shown, changes: [move] }),
    subjectOf(readNote, args, home, { shown, changes: [move] }),
    subjectOf(readNote, args, work, { shown, changes: [] }),
    subjectOf(readNote, args, work, { shown, changes: [{ ...move, path: 'c.md' }] }),
    subjectOf(readNote, args, work, { shown, changes: [{ ...move, to: 'c.md' }] }),
    subjectOf(readNote, args, work, { shown, changes: [{ ...move, before: { hash: other } }] }),
    subjectOf(readNote, args, work, { shown, changes: [{ kind: 'create', path: 'a.md', text: '' }] }),
    subjectOf(readNote, args, work, { shown: { backlink_count: 3 }, changes: [move] }),
    subjectOf(readNote, args, work, { shown: { backlink_count: null }, changes: [move] }),
    subjectOf(readNote, args, work, { shown: {}, changes: [move] }),
  ]
  expect(new Set([subject, ...others]).size).toBe(others.length + 1)
  const later = (hash: typeof one) => {
    const before = { text: '', hash }
    const changes = [move, { kind: 'replace', path: 'b.md', before, text: '' } as const]
    return subjectOf(readNote, args, work, { shown, changes })
  }
  expect(later(other)).toBe(later(one))
})

test('a token’s call is known again with its keys in another order, and once it is confirmed', () => {
  const call = callOf(readNote, { identifier: 'a', mode: 'trash' }, work, {})
  expect(callOf(readNote, { mode: 'trash', identifier: 'a', confirm: true }, work, {})).toBe(call)
  const others = [
    callOf(tellSize, { identifier: 'a', mode: 'trash' }, work, {}),
    callOf(readNote, { identifier: 'b', mode: 'trash' }, work, {}),
    callOf(readNote, { identifier: 'a' }, work, {}),
    callOf(readNote, { identifier: 'a', mode: 'trash' }, home, {}),
    callOf(readNote, { identifier: 'a', mode: 'trash' }, work, { bearer: 'a token' }),
  ]
  expect(new Set([call, ...others]).size).toBe(others.length + 1)
})

test('links that cannot all be known are not told as none', () => {
  const stake = (shown: string | object | null) => stakeOf({ shown })
  expect(stake({ backlink_count: 0, links_break: true })).toEqual({ count: 0, breaks: true })
  expect(stake({ backlink_count: null, links_break: 'yes' })).toEqual({ count: 'unknown', breaks: false })
  for (const shown of [{}, { backlink_count: '2' }, 'two links', null])
    expect(stake(shown)).toEqual({ count: null, breaks: false })
})

test('a narrowed list of vaults opens none of them whole, and cannot be changed', async () => {
  const asked: unknown[] = []
  const view = (how: object) => {
    asked.push(how)
    return home
  }
  const whole = { ...work, view }
  const access = {
    ...toyAccess(),
    open: () => Promise.resolve(whole),
    opened: () => Promise.resolve([whole]),
  }
  const narrow = narrowVaults(access, {
    within: () => ({ folders: ['in'], by: ['server'] }),
    mayManage: false,
  })
  const [id] = ids
  if (id === undefined) throw new Error('There are toy vaults.')
  expect(await narrow.open(id)).toBe(home)
  expect(await narrow.opened()).toEqual([home])
  expect(asked).toEqual([
    { within: { folders: ['in'], by: ['server'] } },
    { within: { folders: ['in'], by: ['server'] } },
  ])
  const { admin } = narrow
  for (const change of [admin.switchTo('home'), admin.remove('home'), admin.update('home', { name: 'x' })])
    await expect(change).rejects.toThrow(OutsideScope)
  // Not even an empty list of folders is the whole vault; only null is.
  expect(
    await narrowVaults(access, { within: () => ({ folders: [], by: ['server'] }), mayManage: true }).open(id),
  ).toBe(home)
  const free = narrowVaults(access, { within: () => null, mayManage: true })
  expect(await free.open(id)).toBe(whole)
  expect(free.admin).toMatchObject({ ...access.admin, create: expect.any(Function) })
})

const question = {
  tool: 'read_note',
  vault: 'work',
  text: 'May it?',
  always: 'every read_note',
  subject: 's',
  call: 'c',
}

/** Asks where an answer may lie already and the caller's own user gives another. */
async function ask({
  given,
  answer,
  ...more
}: Partial<ToolContext> & {
  readonly given?: RemoteAnswer | Error
  readonly answer?: Answer
} = {}) {
  const seen: unknown[] = []
  const questions: OpenQuestions = {
    open: (kept: KeptQuestion) => void seen.push(['open', kept]),
    settle: (asked) => void seen.push(['settle', asked]),
    isAnswered: () => false,
    take(asked) {
      seen.push(['take', asked])
      if (given instanceof Error) throw given
      return given ?? null
    },
  }
  const context = toyContext({
    questions: () => Promise.resolve(questions),
    actor: actorOf('client', 'a'),
    ...(answer !== undefined && {
      ask: () => {
        seen.push('asked')
        return Promise.resolve(answer)
      },
    }),
    ...more,
  })
  return { said: await askOwner(question, context), seen }
}

const mine = { subject: 's', actor: 'client a' }
const settled = ['settle', { call: 'c', actor: 'client a' }]

test('an answer that lies there already is the answer, and nobody is asked', async () => {
  for (const given of ['once', 'always', 'denied'] as const)
    expect(await ask({ given, answer: 'once' })).toEqual({ said: given, seen: [['take', mine]] })
})

test('a question that its caller’s user answers lies open nowhere; one that waits does, for that caller', async () => {
  for (const answer of ['once', 'always', 'denied', 'cancelled'] as const)
    expect(await ask({ answer })).toEqual({ said: answer, seen: [['take', mine], 'asked', settled] })
  for (const [consent, always] of [
    [new Consent(), question.always],
    [new Consent({ remembers: false }), null],
    [undefined, null],
  ] as const) {
    const session = { id: 'test', ...(consent && { consent }) }
    const kept = ['open', { ...question, ...mine, always }]
    expect(await ask({ session })).toEqual({ said: 'pending', seen: [['take', mine], kept] })
    expect(await ask({ session, answer: 'pending' })).toEqual({
      said: 'pending',
      seen: [['take', mine], 'asked', kept],
    })
  }
})

test('where questions cannot be kept the caller’s own user is asked, and the log says why', async () => {
  const told: unknown[] = []
  const log = { ...toyContext().log, warn: (...what: unknown[]) => void told.push(what) }
  const full = new VaultError('VAULT_UNAVAILABLE', 'The disk is full.')
  expect((await ask({ given: full, answer: 'denied', log })).said).toBe('denied')
  expect(told).toEqual([[expect.any(String), { reason: 'The disk is full.' }]])
  expect((await ask({ given: full, log })).said).toBe('pending')
  await expect(ask({ given: new Error('a bug'), answer: 'once' })).rejects.toThrow('a bug')
})

test('where there is nobody to ask and no place for questions, the answer waits', async () => {
  expect(await askOwner(question, toyContext())).toBe('pending')
})

test('what "from now on" allows is kept only where callers can be told apart', () => {
  for (const remembers of [true, false]) {
    const consent = new Consent({ remembers })
    consent.remember('a')
    expect([consent.has('a'), consent.has('b')]).toEqual([remembers, false])
  }
  expect(new Consent().remembers).toBe(true)
})
