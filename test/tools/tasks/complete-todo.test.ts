import { describe, expect, test } from 'vitest'
import { hashFiles, hashOf } from '../../support/hash-files.ts'
import { lines } from '../../support/lines.ts'
import { withVault } from '../../support/with-vault.ts'
import { now, sampleVault } from '../sample-vault.ts'

test('one character changes', () =>
  withVault(sampleVault, async ({ call, read }) => {
    const args = { identifier: 'Leeks', line_number: 11, task_text: 'Earth them up' }
    const result = await call('complete_todo', args)
    const after = (await read('garden/leeks.md')).replace(/updated: .*/, 'updated: 2026-02-02T07:00:00Z')
    expect(after).toBe(sampleVault['garden/leeks.md'].replace('[ ]', '[x]'))
    expect(result).toMatchObject({
      id: 'garden/leeks.md',
      path: 'garden/leeks.md',
      line_number: 11,
      task_text: 'Earth them up',
      status: 'completed',
      previous_status: 'open',
      change_id: expect.any(String),
      diff: expect.stringContaining('+- [x] Earth them up'),
    })
  }))

test('updated moves on where the note has it', () =>
  withVault(
    { 'a.md': lines('---', 'updated: 2020-01-01', '---', '- [ ] a') },
    async ({ call, read }) => {
      await call('complete_todo', { identifier: 'a', line_number: 4, task_text: 'a' })
      expect(await read('a.md')).toBe(lines('---', 'updated: 2026-03-01', '---', '- [x] a'))
    },
    { now },
  ))

test('done again changes nothing; open and toggle take it back', () =>
  withVault({ 'a.md': '* [/] a\r\n\t+ [X] b' }, async ({ call, read }) => {
    const b = { identifier: 'a', line_number: 2, task_text: 'b' }
    expect(await call('complete_todo', b)).toMatchObject({ status: 'completed', previous_status: 'done' })
    expect(await read('a.md')).toBe('* [/] a\r\n\t+ [X] b')
    expect(await call('complete_todo', { ...b, status: 'open' })).toMatchObject({ status: 'open' })
    expect(await read('a.md')).toBe('* [/] a\r\n\t+ [ ] b')
    await call('complete_todo', { ...b, status: 'toggle' })
    await call('complete_todo', { ...b, line_number: 1, task_text: 'a', status: 'toggle' })
    expect(await read('a.md')).toBe('* [x] a\r\n\t+ [x] b')
  }))

describe('a task that has moved', () => {
  const far = (count: number) => lines(...Array.from({ length: count }, () => 'x'), '', '- [ ] Call Ada')

  test.each([0, 1, 3])('is found %i lines further down', (count) =>
    withVault({ 'a.md': far(count) }, async ({ call }) => {
      const result = await call('complete_todo', { identifier: 'a', line_number: 1, task_text: 'Call' })
      expect(result).toMatchObject({ line_number: count + 2, task_text: 'Call Ada', status: 'completed' })
    }),
  )

  test('but not beyond five', () =>
    withVault({ 'a.md': far(5) }, async ({ call, read }) => {
      const { error } = await call('complete_todo', {
        identifier: 'a',
        line_number: 1,
        task_text: 'Call Ada',
      })
      expect(error.code).toBe('TASK_NOT_FOUND')
      expect(await read('a.md')).toBe(far(5))
    }))
})

test('of equal tasks the one on the line itself is meant, open or done, and the only open one where it has moved', () =>
  withVault({ 'a.md': lines('- [x] a', '- [ ] a', '', '', '- [ ] a') }, async ({ call, read }) => {
    const args = { identifier: 'a', task_text: 'a' }
    expect(await call('complete_todo', { ...args, line_number: 1 })).toMatchObject({ line_number: 1 })
    expect(await call('complete_todo', { ...args, line_number: 2 })).toMatchObject({ line_number: 2 })
    expect(await call('complete_todo', { ...args, line_number: 3 })).toMatchObject({ line_number: 5 })
    expect(await read('a.md')).toBe(lines('- [x] a', '- [x] a', '', '', '- [x] a'))
  }))

test.each([
  ['done', '[ ]'],
  ['open', '[x]'],
])('of equal tasks that have moved none is taken, however near one is (%s)', (status, box) => {
  const week = lines('', '', `- ${box} call Bob`, '', '', '', `- ${box} call Bob`)
  return withVault({ 'a.md': week }, async ({ call, read }) => {
    const args = { identifier: 'a', line_number: 4, task_text: 'call Bob', status }
    const { error } = await call('complete_todo', args)
    expect(error).toMatchObject({
      code: 'TASK_NOT_FOUND',
      tasks_near: [{ line_number: 3 }, { line_number: 7 }],
    })
    expect(await read('a.md')).toBe(week)
    expect(await call('complete_todo', { ...args, line_number: 7 })).toMatchObject({ line_number: 7 })
  })
})

describe('a part of the text', () => {
  const text = lines('- [ ] call Bob', '- [ ] call Bob about the lease')
  const named = { identifier: 'a', line_number: 2, task_text: 'call Bob' }

  test.each([
    ['done', text],
    ['open', text.replace('[ ]', '[x]')],
  ])('that is the whole text of a neighbour means neither of them (%s)', (status, before) =>
    withVault({ 'a.md': before }, async ({ call, read }) => {
      expect((await call('complete_todo', { ...named, status })).error.code).toBe('TASK_NOT_FOUND')
      expect(await read('a.md')).toBe(before)
    }),
  )

  test('the whole text tells which one is meant', () =>
    withVault({ 'a.md': text }, async ({ call }) => {
      const whole = { ...named, task_text: 'call Bob about the lease' }
      expect(await call('complete_todo', whole)).toMatchObject({ line_number: 2 })
      expect(await call('complete_todo', { ...named, line_number: 1 })).toMatchObject({ line_number: 1 })
    }))

  test('counts after the whole text where the lines have moved', () =>
    withVault({ 'a.md': lines('- [ ] write', text) }, async ({ call }) => {
      expect(await call('complete_todo', { ...named, line_number: 1 })).toMatchObject({ line_number: 2 })
    }))
})

describe('what is refused leaves every byte', () => {
  const text = lines('- [ ] a', '', '- [ ] b one', '- [ ] b two', '', '- [ ] a', '```', '- [ ] code', '```')
  const cases: readonly (readonly [string, object, string])[] = [
    ['another text on the line', { line_number: 3, task_text: 'c' }, 'TASK_NOT_FOUND'],
    ['a part that two near ones have', { line_number: 2, task_text: 'b' }, 'TASK_NOT_FOUND'],
    ['a line of code', { line_number: 8, task_text: 'code' }, 'TASK_NOT_FOUND'],
    ['no text', { line_number: 3, task_text: '' }, 'TASK_NOT_FOUND'],
    ['a NUL', { line_number: 3, task_text: 'b\0' }, 'TASK_NOT_FOUND'],
    ['line 0', { line_number: 0, task_text: 'a' }, 'INVALID_ARGUMENT'],
    ['a line beyond the end', { line_number: 1_000, task_text: 'a' }, 'TASK_NOT_FOUND'],
    [
      'a stale hash',
      { line_number: 1, task_text: 'a', content_hash: hashOf('old') },
      'CONTENT_HASH_MISMATCH',
    ],
    ['a missing note', { identifier: 'none', line_number: 1, task_text: 'a' }, 'NOT_FOUND'],
  ]
  test.each(cases)('%s', (_what, args, code) =>
    withVault({ 'a.md': text }, async ({ call, folder }) => {
      const before = await hashFiles(`${folder}/main`)
      const { error } = await call('complete_todo', { identifier: 'a', ...args })
      expect(error).toMatchObject({ code, hint: expect.any(String) })
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
    }),
  )

  test('two equal tasks, with what there is', () =>
    withVault({ 'a.md': lines('- [ ] a', '', '- [ ] a') }, async ({ call, read }) => {
      const { error } = await call('complete_todo', { identifier: 'a', line_number: 2, task_text: 'a' })
      expect(error).toMatchObject({
        code: 'TASK_NOT_FOUND',
        tasks_near: [
          { line_number: 1, task_text: 'a', status: 'open' },
          { line_number: 3, task_text: 'a', status: 'open' },
        ],
      })
      expect(await read('a.md')).toBe(lines('- [ ] a', '', '- [ ] a'))
    }))
})

test('a task that recurs is done, and whoever does it hears that no next one was made', () =>
  withVault({ 'a.md': '- [ ] Status 🔁 every week 📅 2026-01-20\n- [ ] Once\n' }, async ({ call, read }) => {
    const task = { identifier: 'a', line_number: 1, task_text: 'Status' }
    const { warnings } = await call('complete_todo', task)
    expect(warnings).toEqual(['The task recurs, and no next one was made: add it as a task of its own.'])
    expect((await call('complete_todo', { ...task, status: 'open' })).warnings).toBeUndefined()
    const once = await call('complete_todo', { identifier: 'a', line_number: 2, task_text: 'Once' })
    expect(once.warnings).toBeUndefined()
    expect(await read('a.md')).toBe('- [ ] Status 🔁 every week 📅 2026-01-20\n- [x] Once\n')
  }))
