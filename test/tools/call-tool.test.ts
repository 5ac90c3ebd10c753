import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineVaultsTool } from '../../src/call/define-tool.ts'
import { callTool, type ToolResult } from '../../src/call/call-tool.ts'
import type { ToolContext } from '../../src/call/tool-context.ts'
import { column, plain } from '../support/plain.ts'
import { until } from '../support/until.ts'
import { createVault } from '../../src/tools/vaults/create-vault.ts'
import { listVaults } from '../../src/tools/vaults/list-vaults.ts'
import { aborted, listAll, toyAccess, toyContext, toyTools, type Done } from './toy-tools.ts'

/** Calls a toy tool; the result's JSON text is checked to be the same as its object. */
async function call(
  name: string,
  args: object,
  changes: Partial<ToolContext> = {},
  state: Done = { done: [] },
): Promise<ReturnType<typeof plain>> {
  const tools = [...toyTools(state), createVault, listVaults]
  const result = await callTool(tools, name, args, toyContext(changes))
  return read(result)
}

function read({ text, structuredContent, isError }: ToolResult) {
  const content = plain(JSON.parse(text))
  expect(structuredContent).toEqual(content)
  expect(isError).toBe('error' in content)
  return content
}

/** `work:a.md` for each item of a list of several vaults. */
function namesOf(results: readonly { vault_id: string; id: string }[]): readonly string[] {
  return results.map(({ vault_id, id }) => `${vault_id}:${id}`)
}

test('a result carries the vault that was acted on', async () => {
  expect(await call('read_note', { identifier: 'a.md' })).toEqual({
    vault: { id: 'work', name: 'The work vault', is_current: true },
    id: 'a.md',
    content: 'all of a.md',
    metadata: { vault: 'work', status: 'open' },
  })
})

test('vault_id targets another vault', async () => {
  const result = await call('read_note', { identifier: 'a.md', vault_id: 'home', fields: ['metadata.vault'] })
  expect(result).toEqual({
    vault: { id: 'home', name: 'The home vault', is_current: false },
    metadata: { vault: 'home' },
  })
})

test('an unknown tool is answered with the nearest names', async () => {
  const { error } = await call('raed_note', {})
  expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', nearest: ['read_note'] })
})

test('every problem of the arguments is listed, each with what would be right', async () => {
  const { error } = await call('read_note', { section: 'heda', lines: '3', tags: [1], identifer: 'a.md' })
  expect(error.code).toBe('INVALID_ARGUMENT')
  expect(error.problems).toEqual([
    { parameter: 'identifier', message: 'is missing: give text', example: 'text' },
    {
      parameter: 'section',
      message: 'must be one of all, head, tail, not the string "heda" (did you mean `head`?)',
      example: 'all',
    },
    { parameter: 'lines', message: 'must be a whole number, not the string "3"', example: 1 },
    { parameter: 'tags[0]', message: 'must be text, not the number 1', example: 'text' },
    { parameter: 'identifer', message: 'is not a parameter (did you mean `identifier`?)' },
  ])
  expect(error.hint).toBe('read_note takes identifier, section, lines, tags, fields, vault_id.')
  for (const { parameter } of error.problems) expect(error.message).toContain(`\`${parameter}\``)
})

test('numbers and lists out of bounds say the bound', async () => {
  const { error } = await call('read_note', { identifier: '', lines: 12, tags: Array(10).fill('t') })
  expect(column(error.problems, 'message')).toEqual([
    'must not be empty',
    'must be at most 9, not the number 12',
    'must be at most 9 items, not 10',
  ])
})

test('a vault_id of the wrong kind says what may be given', async () => {
  const { error } = await call('list_all', { count: 1, vault_id: 7 })
  expect(error.problems).toEqual([
    {
      parameter: 'vault_id',
      message: 'must be text, or a list, each item text, not the number 7',
      example: 'text',
    },
  ])
})

test('path stands for identifier and expected_content_hash for content_hash, in batches too', async () => {
  expect(await call('read_note', { path: 'a.md' })).toMatchObject({ id: 'a.md' })
  const written = await call('write_notes', {
    updates: [{ path: 'a.md', expected_content_hash: 'sha256:0' }],
  })
  expect(written).toMatchObject({ written: ['a.md'] })
})

test('both names of one parameter are an error', async () => {
  const { error } = await call('write_notes', { updates: [{ path: 'a.md', identifier: 'b.md' }] })
  expect(error).toMatchObject({
    code: 'INVALID_ARGUMENT',
    parameters: ['updates[0].path', 'updates[0].identifier'],
  })
})

test('another id of the same folder names the same vault', async () => {
  const { vault } = await call('read_note', { identifier: 'a.md', vault_id: 'home-too' })
  expect(vault.id).toBe('home')
  const { vaults } = await call('tell_size', { vault_id: ['home', 'home-too'] })
  expect(column(vaults, 'id')).toEqual(['home'])
})

test('an unknown vault is an error that lists the known ones and the nearest', async () => {
  expect(await call('read_note', { identifier: 'a.md', vault_id: 'wrok' })).toEqual({
    error: {
      code: 'VAULT_NOT_FOUND',
      message: 'There is no vault "wrok". Did you mean "work"?',
      hint: 'Pass one of known_vaults as vault_id, or call list_vaults.',
      vault_id: 'wrok',
      known_vaults: ['work', 'work-too', 'home', 'home-too'],
      nearest: 'work',
    },
  })
})

test('without an active vault the error names the call that makes one', async () => {
  const { error } = await call('read_note', { identifier: 'a.md' }, { vaults: toyAccess({ vaults: {} }) })
  expect(error).toMatchObject({ code: 'VAULT_NOT_FOUND', hint: expect.stringContaining('create_vault') })
})

test('a vault error becomes a result with its facts, its hint and its vault', async () => {
  expect(await call('read_note', { identifier: 'missing.md' })).toEqual({
    error: {
      code: 'NOT_FOUND',
      message: 'There is no such note.',
      hint: 'Call list_all.',
      identifier: 'missing.md',
    },
    vault: { id: 'work', name: 'The work vault', is_current: true },
  })
})

test('what was not expected is logged with its cause and answered without details', async () => {
  const logged: unknown[] = []
  const log = { ...toyContext().log, error: (_message: string, facts?: object) => logged.push(facts) }
  const result = await call('read_note', { identifier: 'broken.md' }, { log })
  expect(result.error.code).toBe('INTERNAL_ERROR')
  expect(JSON.stringify(result)).not.toMatch(/secret|home.user/)
  expect(logged).toEqual([{ session: 'test', error: new Error('secret detail at /home/user') }])
})

test('several vaults give one list in which each item has its vault', async () => {
  const { results, vaults, total, vault } = await call('list_all', { count: 2, vault_id: '*' })
  expect(vault).toBeUndefined()
  expect(vaults).toEqual([
    { id: 'work', name: 'The work vault', is_current: true },
    { id: 'home', name: 'The home vault', is_current: false },
  ])
  expect(namesOf(results)).toEqual(['work:0.md', 'home:0.md', 'work:1.md', 'home:1.md'])
  expect(total).toBe(4)
})

test('a list of one vault is answered as a list', async () => {
  const { vaults, results } = await call('list_all', { count: 1, vault_id: ['home'] })
  expect(column(vaults, 'id')).toEqual(['home'])
  expect(results[0].vault_id).toBe('home')
})

test('what is no list stands beside its vault', async () => {
  const { vaults } = await call('tell_size', { vault_id: ['work', 'home', 'work'] })
  expect(vaults).toEqual([
    { id: 'work', name: 'The work vault', is_current: true, letters: 14 },
    { id: 'home', name: 'The home vault', is_current: false, letters: 14 },
  ])
})

test('a vault that is gone does not keep the others from answering', async () => {
  const vaults = toyAccess({ unavailable: ['home'] })
  const result = await call('list_all', { count: 1, vault_id: '*' }, { vaults })
  expect(result.results).toHaveLength(1)
  expect(result.vaults[1]).toMatchObject({ id: 'home', error: { code: 'VAULT_UNAVAILABLE' } })
})

test('when all vaults are gone the call fails', async () => {
  const vaults = toyAccess({ unavailable: ['home', 'work'] })
  const { error } = await call('list_all', { count: 1, vault_id: '*' }, { vaults })
  expect(error.code).toBe('VAULT_UNAVAILABLE')
})

test('what the vaults have when the time is over is handed over, and those that have not answered are named', async () => {
  const inItsWay = defineVaultsTool({
    ...{
      name: 'take_long',
      title: 'Take long',
      toolset: 'search',
      description: 'Waits for the end of its time.',
    },
    annotations: listAll.annotations,
    paged: { list: 'results', limit: 20, max: 500 },
    timeLimit: 50,
    input: z.strictObject({}),
    output: z.object({ results: z.array(z.object({ id: z.string() })) }),
    async handler(_input, { id }, { signal }) {
      if (id.toString() === 'silent') await new Promise(() => undefined)
      if (id.toString() !== 'quick') await aborted(signal)
      if (id.toString() === 'stopped') throw new DOMException('It was stopped.', 'AbortError')
      return { results: [{ id: 'a.md' }], total: 1 }
    },
  })
  const vaults = toyAccess({ vaults: { quick: {}, stopped: {}, silent: {}, last: {} } })
  const tools = [inItsWay]
  const result = read(await callTool(tools, 'take_long', { vault_id: '*' }, toyContext({ vaults })))
  expect(namesOf(result.results)).toEqual(['quick:a.md', 'last:a.md'])
  const late = { error: expect.objectContaining({ code: 'QUERY_TIMEOUT' }) }
  expect(result.vaults).toMatchObject([
    { id: 'quick' },
    { id: 'stopped', ...late },
    { id: 'silent', ...late },
    { id: 'last' },
  ])
  expect(column(result.vaults, 'error').map((error) => error === undefined)).toEqual([
    true,
    false,
    false,
    true,
  ])

  const silent = await callTool(tools, 'take_long', { vault_id: ['silent'] }, toyContext({ vaults }))
  expect(read(silent).error.code).toBe('QUERY_TIMEOUT')
})

test('one unknown vault in a list fails the whole call', async () => {
  const { error } = await call('list_all', { count: 1, vault_id: ['work', 'nowhere'] })
  expect(error.code).toBe('VAULT_NOT_FOUND')
})

test('a destructive tool shows its plan, changes nothing and asks', async () => {
  const state: Done = { done: [] }
  const { error } = await call('remove_note', { identifier: 'a.md' }, {}, state)
  expect(error).toMatchObject({ code: 'CONFIRMATION_REQUIRED', would: { removed: 'a.md', is_plan: true } })
  expect(error.hint).toContain('confirm: true')
  expect((await call('clear_all', {}, {}, state)).error.would).toBe('All notes of work would go.')
  expect(state.done).toEqual([])
})

test('a confirmed call runs, a dry run runs without', async () => {
  const state: Done = { done: [] }
  expect(await call('remove_note', { identifier: 'a.md', dry_run: true }, {}, state)).toMatchObject({
    is_plan: true,
  })
  expect(state.done).toEqual([])
  expect(await call('remove_note', { identifier: 'a.md', confirm: true }, {}, state)).toMatchObject({
    is_plan: false,
  })
  expect(state.done).toEqual(['removed a.md'])
})

test.each([
  [{ write: 'deny' }, 'write_notes', { updates: [] }, 'PERMISSION_DENIED'],
  [{ write: 'deny' }, 'remove_note', { identifier: 'a.md', confirm: true }, 'PERMISSION_DENIED'],
  [{ destructive: 'deny' }, 'remove_note', { identifier: 'a.md', confirm: true }, 'PERMISSION_DENIED'],
  [{ write: 'ask' }, 'write_notes', { updates: [] }, 'CONFIRMATION_REQUIRED'],
] as const)('a vault with %o refuses %s', async (permissions, name, args, code) => {
  const state: Done = { done: [] }
  const vaults = toyAccess({ vaults: { work: permissions } })
  expect((await call(name, args, { vaults }, state)).error.code).toBe(code)
  expect(state.done).toEqual([])
})

test.each([
  [{ destructive: 'allow' }, 'remove_note', { identifier: 'a.md' }],
  [{ write: 'ask' }, 'remove_note', { identifier: 'a.md', confirm: true }],
  [{ destructive: 'deny' }, 'write_notes', { updates: [] }],
  [{ write: 'deny' }, 'read_note', { identifier: 'a.md' }],
  [{ write: 'deny' }, 'remove_note', { identifier: 'a.md', dry_run: true }],
] as const)('a vault with %o lets %s pass', async (permissions, name, args) => {
  const vaults = toyAccess({ vaults: { work: permissions } })
  expect((await call(name, args, { vaults })).error).toBeUndefined()
})

test('a result beyond its schema fails loudly in tests and is logged and sent in production', async () => {
  expect((await call('says_too_much', {})).error.code).toBe('INTERNAL_ERROR')
  const logged: unknown[] = []
  const log = { ...toyContext().log, error: (_message: string, facts?: object) => logged.push(facts) }
  expect(await call('says_too_much', {}, { log, strictOutput: false })).toEqual({
    inner: { known: 1, unknown: 2 },
  })
  await until('it is logged behind the answer', () => logged.length > 0)
  expect(logged).toEqual([{ problems: ['inner.unknown: is not in the output schema'] }])
})

test('a call that is over its time hands over what it has', async () => {
  expect(await call('count_up', { to: 9, waitAt: 3 })).toEqual({ counted: 3, stopped: true })
})

test('pages follow one another to the end, each item once', async () => {
  const seen: unknown[] = []
  let cursor: string | undefined
  let pages = 0
  do {
    const page = await call('list_all', { count: 45, ...(cursor !== undefined && { cursor }) })
    seen.push(...column(page.results, 'id'))
    expect(page.total).toBe(45)
    expect(page.has_more).toBe(page.next_cursor !== undefined)
    cursor = page.next_cursor
    pages += 1
  } while (cursor !== undefined)
  expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => `${index}.md`))
  expect(pages).toBe(3)
})

test('pages of several vaults follow one another, too', async () => {
  const args = { count: 30, vault_id: '*', limit: 25 }
  const first = await call('list_all', args)
  const second = await call('list_all', { ...args, cursor: first.next_cursor })
  const third = await call('list_all', { ...args, cursor: second.next_cursor })
  const ids = [first, second, third].flatMap(({ results }) => namesOf(results))
  expect(ids).toHaveLength(60)
  expect(new Set(ids).size).toBe(60)
  expect(third.has_more).toBe(false)
})

test('a page is at most 8 kB unless a limit is asked for, then 32 kB', async () => {
  const result = await callTool(toyTools(), 'list_all', { count: 500, size: 500 }, toyContext())
  expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(8_000)
  const page = read(result)
  expect(page).toMatchObject({ has_more: true, truncated: expect.stringContaining('cursor') })
  const asked = await callTool(toyTools(), 'list_all', { count: 500, size: 500, limit: 500 }, toyContext())
  expect(Buffer.byteLength(asked.text)).toBeLessThanOrEqual(32_000)
  expect(read(asked).results.length).toBeGreaterThan(page.results.length)
})

test('a single item that is too long is cut, not left out', async () => {
  const result = await callTool(toyTools(), 'list_all', { count: 1, size: 50_000 }, toyContext())
  expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(32_000)
  expect(read(result)).toMatchObject({
    results: [{ id: '0.md' }],
    truncated: expect.stringContaining('text'),
  })
})

test('a cursor that cannot be read is refused, with the advice to begin without one', async () => {
  for (const cursor of ['nonsense', 'x'.repeat(501)]) {
    const { error } = await call('list_all', { count: 45, cursor })
    expect(error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      hint: 'Call list_all again without cursor: the list begins anew.',
    })
  }
})

test('a cursor of another call or another vault is refused', async () => {
  const { next_cursor: cursor } = await call('list_all', { count: 45 })
  expect((await call('list_all', { count: 46, cursor })).error.code).toBe('INVALID_ARGUMENT')
  const vaults = toyAccess({ vaults: { home: {}, work: {} } })
  expect((await call('list_all', { count: 45, cursor }, { vaults })).error.code).toBe('INVALID_ARGUMENT')
  expect((await call('list_all', { count: 45, cursor, limit: 3 })).error).toBeUndefined()
})

test.each(['zzz', '', 'eyJvIjotMX0', '💥'])('%s is no cursor', async (cursor) => {
  const { error } = await call('list_all', { count: 45, cursor })
  expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', problems: [{ parameter: 'cursor' }] })
})

test('a long text is cut at the end of a line and says which call gets the rest', async () => {
  const result = await call('read_note', { identifier: 'long.md' })
  expect(result.content.endsWith('A line of text.\n')).toBe(true)
  expect(result.truncated).toMatch(/of 160000 characters of content.*read_note with section/)
})
