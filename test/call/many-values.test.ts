import { expect, test } from 'vitest'
import { withVault } from '../support/with-vault.ts'

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, at]))
const values = (count: number) => Array.from({ length: count }, (_, at) => `value${at}`)
const note = { 'a.md': '---\nstatus: value7\n---\n\na\n' }

test('a call with more values than anybody means is refused, wherever they lie, and nothing is written', () =>
  withVault(note, async ({ call }) => {
    const tooMany = {
      error: { code: 'INVALID_ARGUMENT', message: 'A call may have 20000 values in all.' },
    }
    // The arguments themselves, the title and the object around the keys are values, too.
    const create = (count: number) => call('create_note', { title: 'Many', metadata: keys(count) })
    expect(await create(19_998)).toMatchObject(tooMany)
    expect(await call('list_notes', { list: values(20_000) })).toMatchObject(tooMany)
    expect(await call('list_notes', keys(20_000))).toMatchObject(tooMany)
    expect((await call('list_notes')).total).toBe(1)
    expect((await create(19_997)).error).toBeUndefined()
    expect((await call('list_notes')).total).toBe(2)
  }))

test('of what is wrong with a call fifty things are named', () =>
  withVault(note, async ({ call }) => {
    const { error } = await call('list_notes', keys(60))
    expect(error.code).toBe('INVALID_ARGUMENT')
    expect(error.message.match(/is not a parameter/g)).toHaveLength(50)
    const few = await call('list_notes', keys(3))
    expect(few.error.message.match(/is not a parameter/g)).toHaveLength(3)
  }))

test('a filter by metadata takes as much as SQLite does', () =>
  withVault(note, async ({ call }) => {
    const filtered = (metadata: object) => call('list_notes', { metadata })
    const full = Object.fromEntries(values(50).map((key) => [key, values(200)]))
    expect((await filtered({ status: values(200) })).total).toBe(1)
    expect((await filtered(full)).total).toBe(0)
    for (const more of [{ ...full, status: 'a' }, { status: values(201) }])
      expect((await filtered(more)).error).toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: 'metadata takes at most 50 keys with 200 values each.',
      })
  }))

test.each(['in', 'contains', '!='])(
  'filters of an advanced search take a thousand values in all (%s)',
  (operator) =>
    withVault(note, async ({ call }) => {
      const filters = values(5).map(() => ({ key: 'status', operator, value: values(200) }))
      const filtered = (...given: readonly object[]) =>
        call('search_notes_advanced', { metadata_filters: given })
      const found = await filtered({ any: filters })
      expect([found.error, found.total]).toEqual([undefined, operator === 'in' ? 1 : 0])
      const { error } = await filtered({ all: [{ any: filters }] }, { key: 'status', value: 'a' })
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' })
      expect(error.message).toContain('takes at most 1000 values in all')
    }),
)
