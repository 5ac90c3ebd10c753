import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../../src/call/define-tool.ts'
import { SqliteQuestionBook } from '../../src/access/sqlite-question-book.ts'
import { until } from '../support/until.ts'
import { column, plain } from '../support/plain.ts'
import { withFolder } from '../support/with-folder.ts'
import { skip, three as servers } from '../support/with-vault.ts'
import { aborted } from '../tools/toy-tools.ts'
import { type AnyClient, eras, initialize, withHttp } from './http-server.ts'

const three = {
  work: { 'plan.md': '# Plan\n' },
  home: { 'soup.md': '# Soup\n' },
  diary: { 'today.md': '# Today\n' },
}

async function toolNames(client: AnyClient): Promise<readonly string[]> {
  const { tools } = await client.listTools()
  return tools.map(({ name }) => name)
}

test('a token sees only its vaults; any other does not exist for it', () =>
  withHttp(three, async ({ token, callAs }) => {
    const some = await token({ vaults: ['home', 'diary'] })
    const { vaults } = await callAs(some, 'list_vaults')
    expect(column(vaults, 'id')).toEqual(['home', 'diary'])
    const { error } = await callAs(some, 'get_note', { identifier: 'plan.md', vault_id: 'work' })
    expect(error).toMatchObject({ code: 'VAULT_NOT_FOUND', known_vaults: ['home', 'diary'] })
    const everywhere = await callAs(some, 'list_notes', { vault_id: '*', sort: 'path' })
    expect(column(everywhere.vaults, 'id')).toEqual(['home', 'diary'])
    expect(column(everywhere.notes, 'id')).toEqual(['soup.md', 'today.md'])
    const among = await callAs(some, 'search_notes', { query: 'plan', vault_id: ['home', 'work'] })
    expect(among.error.code).toBe('VAULT_NOT_FOUND')
    const stranger = await callAs(some, 'get_note', { identifier: 'plan.md', vault_id: 'wrk' })
    expect(JSON.stringify(stranger)).not.toContain('"work"')
  }))

test('the active vault of the server is no way around the vaults of a token', () =>
  withHttp(three, async ({ token, callAs }) => {
    // `work` is the active one.
    const two = await callAs(await token({ vaults: ['home', 'diary'] }), 'list_notes')
    expect(two.error).toMatchObject({ code: 'VAULT_NOT_FOUND', known_vaults: ['home', 'diary'] })
    const one = await callAs(await token({ vaults: ['diary'] }), 'list_notes')
    expect(one.vault).toBe('diary')
    expect((await callAs(await token(), 'list_notes')).vault).toBe('work')
  }))

test('a person’s token opens nothing to an agent', () =>
  withHttp(three, async ({ token, post }) => {
    const answer = await post(initialize, { authorization: `Bearer ${await token({ person: true })}` })
    expect(answer.status).toBe(401)
    expect((await post(initialize, { authorization: `Bearer ${await token()}` })).status).toBe(200)
  }))

test('what one token switches shows with no other, not without a token, and not in this process', () =>
  withHttp(three, async ({ token, callAs, hub }) => {
    const [first, second] = [await token(), await token()]
    expect((await callAs(first, 'switch_vault', { vault_id: 'home' })).vault.id).toBe('home')
    expect((await callAs(first, 'get_current_vault')).vault).toBe('home')
    expect((await callAs(second, 'get_current_vault')).vault).toBe('work')
    await callAs(second, 'switch_vault', { vault_id: 'diary' })
    expect((await callAs(first, 'get_current_vault')).vault).toBe('home')
    expect((await callAs(null, 'get_current_vault')).vault).toBe('work')
    expect((await hub.current())?.id).toBe('work')
    // For what starts later, as the contract of switch_vault says.
    expect((await hub.registry()).config.current_vault).toBe('diary')
  }))

test('the switch of a token that is limited to some vaults stays with the token', () =>
  withHttp(three, async ({ token, callAs, hub }) => {
    const some = await token({ vaults: ['home', 'diary'] })
    await callAs(some, 'switch_vault', { vault_id: 'diary' })
    expect((await callAs(some, 'list_notes')).vault).toBe('diary')
    expect((await hub.registry()).config.current_vault).toBe('work')
    const { error } = await callAs(some, 'switch_vault', { vault_id: 'work' })
    expect(error.code).toBe('VAULT_NOT_FOUND')
  }))

test('without a token the active vault cannot be switched, and the answer says what to do', () =>
  withHttp(three, async ({ callAs, hub, folder }) => {
    const switched = await callAs(null, 'switch_vault', { vault_id: 'home' })
    expect(switched.error).toMatchObject({ code: 'PERMISSION_DENIED' })
    expect(switched.error.hint).toContain('vault_id')
    const created = await callAs(null, 'create_vault', {
      vault_id: 'new',
      name: 'New',
      path: `${folder}/new`,
      switch_to: true,
    })
    expect(created.error.code).toBe('PERMISSION_DENIED')
    expect(column(plain(await hub.known()), 'id')).not.toContain('new')
  }))

test.each(eras)('%s: a read-only token sees no tool that writes, and cannot reach one by name', (era) =>
  withHttp(three, async ({ token, connect, read }) => {
    const client = await connect(await token({ readOnly: true }), era)
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(20)
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
    const call = client.callTool({
      name: 'append_to_note',
      arguments: { identifier: 'plan.md', content: 'x' },
    })
    await expect(call).rejects.toThrow('There is no tool "append_to_note" here')
    expect(await read('plan.md')).toBe('# Plan\n')
    expect(client.getInstructions()).not.toContain('create_note')
  }),
)

test('a token that is limited to some vaults cannot change the list of vaults', () =>
  withHttp(three, async ({ token, connect, folder }) => {
    const client = await connect(await token({ vaults: ['home'] }))
    const names = await toolNames(client)
    expect(names).toContain('create_note')
    expect(names).not.toContain('create_vault')
    expect(names).not.toContain('remove_vault')
    // What it says of a vault others read.
    expect(names).not.toContain('update_vault')
    const args = { vault_id: 'new', name: 'New', path: `${folder}/new` }
    await expect(client.callTool({ name: 'create_vault', arguments: args })).rejects.toThrow('no tool')
    const change = { vault_id: 'home', name: 'Mine' }
    await expect(client.callTool({ name: 'update_vault', arguments: change })).rejects.toThrow('no tool')
  }))

test('a token that may do everything makes a vault, and may make it its own active one', () =>
  withHttp(three, async ({ token, callAs, folder, door }) => {
    const all = await token()
    const args = { vault_id: 'new', name: 'New', path: `${folder}/new`, switch_to: true }
    expect((await callAs(all, 'create_vault', args)).vault).toMatchObject({ id: 'new', is_current: true })
    expect((await callAs(all, 'get_current_vault')).vault).toBe('new')
    expect((await callAs(await token(), 'get_current_vault')).vault).toBe('work')
    await callAs(all, 'remove_vault', { vault_id: 'new' })
    // Another server is told of it a moment later.
    if (door !== undefined)
      await until('it is gone', async () => 'error' in (await callAs(all, 'get_current_vault')))
    expect((await callAs(all, 'get_current_vault')).error).toMatchObject({
      code: 'VAULT_NOT_FOUND',
      message: expect.stringContaining('The active vault "new" is not there any more'),
    })
    await callAs(all, 'switch_vault', { vault_id: 'work' })
    expect((await callAs(all, 'get_current_vault')).vault).toBe('work')
  }))

test('a token is valid as soon as it is made and void as soon as it is revoked', () =>
  withHttp(three, async ({ token, book, post }) => {
    const text = await token({ name: 'laptop' })
    const headers = { authorization: `Bearer ${text}` }
    for (let round = 0; round < 3; round += 1) {
      expect((await post(initialize, headers)).status).toBe(200)
    }
    await book.revoke('laptop')
    const refused = await post(initialize, headers)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"')
    // Made again under its name it is another one.
    const again = await token({ name: 'laptop' })
    expect((await post(initialize, headers)).status).toBe(401)
    expect((await post(initialize, { authorization: `Bearer ${again}` })).status).toBe(200)
  }))

test('a token is refused from its last moment on', () => {
  let now = new Date('2026-03-01T12:00:00Z')
  return withHttp(
    three,
    async ({ token, post }) => {
      const headers = { authorization: `Bearer ${await token({ expires: '2026-03-01T13:00:00Z' })}` }
      expect((await post(initialize, headers)).status).toBe(200)
      now = new Date('2026-03-01T13:00:00Z')
      expect((await post(initialize, headers)).status).toBe(401)
    },
    { clock: () => now },
  )
})

/** Waits until it is told to stop. */
function waitLong(onBegun: () => void) {
  return defineTool({
    name: 'wait_long',
    title: 'Wait long',
    toolset: 'vaults',
    description: 'Waits until it is told to stop.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    input: z.strictObject({}),
    output: z.object({}),
    timeLimit: 60_000,
    async handler(_input, { signal }) {
      onBegun()
      await aborted(signal)
      return {}
    },
  })
}

describe.each(eras)('%s: a call that is under way ends when its token', (era) => {
  test('is revoked', () => {
    let hasBegun = false
    const wait = waitLong(() => (hasBegun = true))
    return withHttp(
      three,
      async ({ token, book, connect, logged }) => {
        const text = await token({ name: 'watcher' })
        const client = await connect(text, era)
        const call = settled(client.callTool({ name: 'wait_long', arguments: {} }))
        await until('the call begins', () => hasBegun)
        await book.revoke('watcher')
        expect(await call).toBe('ended')
        expect(logged.join('\n')).toContain('a token is no longer valid {"token":"watcher"}')
        expect(logged.join('\n')).not.toContain(text)
      },
      { limits: { tokenCheckMs: 20 }, more: [wait] },
    )
  })

  test('has other rights', () => {
    let hasBegun = false
    const wait = waitLong(() => (hasBegun = true))
    return withHttp(
      three,
      async ({ token, connect, callAs, write, at, door }) => {
        if (door !== undefined) skip('servers have their tokens in PostgreSQL')
        const text = await token()
        const client = await connect(text, era)
        const call = settled(client.callTool({ name: 'wait_long', arguments: {} }))
        await until('the call begins', () => hasBegun)
        const kept = JSON.parse(await readFile(at('tokens.json', 'config'), 'utf8'))
        const tokens = kept.tokens.map((one: object) => ({ ...one, vaults: ['home'] }))
        await write('tokens.json', JSON.stringify({ ...kept, tokens }), 'config')
        expect(await call).toBe('ended')
        expect(column((await callAs(text, 'list_vaults')).vaults, 'id')).toEqual(['home'])
      },
      { limits: { tokenCheckMs: 20 }, more: [wait] },
    )
  })
})

const settled = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    () => 'ended',
  )

test.each(['{"tokens": [', '{"tokens":[{"name":"x"}]}', ''])(
  'a damaged list of tokens (%j) lets nobody in until it is mended, and is told once',
  (damage) =>
    withHttp(
      three,
      async ({ token, post, write, at, logged, door }) => {
        if (door !== undefined) skip('servers have their tokens in PostgreSQL')
        const text = await token()
        const headers = { authorization: `Bearer ${text}` }
        expect((await post(initialize, headers)).status).toBe(200)
        const file = at('tokens.json', 'config')
        const whole = await readFile(file, 'utf8')
        await write('tokens.json', damage, 'config')
        for (const bearer of [text, text, 'flint_unknown']) {
          const refused = await post(initialize, { authorization: `Bearer ${bearer}` })
          expect(refused.status).toBe(503)
          expect(await refused.json()).toMatchObject({
            jsonrpc: '2.0',
            error: { code: -32_000, message: expect.stringContaining('No token can be checked') },
          })
        }
        expect((await post(initialize)).status).toBe(200)
        const told = () => logged.filter((line) => line.includes('cannot be read'))
        expect(told()).toHaveLength(1)
        expect(told()[0]).toMatch(/^warn .*tokens\.json` is damaged/)
        expect(logged.join('\n')).not.toContain(text)
        await write('tokens.json', whole, 'config')
        expect((await post(initialize, headers)).status).toBe(200)
        expect(logged.join('\n')).toContain('the tokens can be read again')
      },
      { limits: { tokenCheckMs: 20 } },
    ),
)

test('a token with a folder reaches nothing beyond it', () =>
  withHttp(three, async ({ token, connect }) => {
    const client = await connect(await token({ folder: 'projects' }))
    const call = client.callTool({ name: 'get_note', arguments: { identifier: 'plan.md' } })
    const outcome = await call.then(plain, (error: unknown) => String(error))
    expect(JSON.stringify(outcome)).not.toContain('# Plan')
    expect(await toolNames(client)).not.toContain('reindex_vault')
    const reindex = client.callTool({ name: 'reindex_vault', arguments: { confirm: true } })
    await expect(reindex).rejects.toThrow('There is no tool "reindex_vault" here')
  }))

test('the folder of a token is named in either Unicode form', () => {
  const path = 'Größe/a.md'.normalize('NFD')
  return withHttp({ work: { [path]: '# A\n', 'b.md': '# B\n' } }, async ({ token, callAs }) => {
    const { notes } = await callAs(await token({ folder: 'Größe' }), 'list_notes')
    expect(column(notes, 'id')).toEqual([path])
  })
})

test('a change is in the name of its token, else of the client where that says who it is', () =>
  withHttp(three, async ({ token, connect }) => {
    const bearer = await token()
    const append = { name: 'append_to_note', arguments: { identifier: 'plan.md', content: 'x' } }
    for (const [text, era] of [
      [bearer, '2026'],
      [bearer, '2025'],
      [null, '2026'],
      [null, '2025'],
    ] as const)
      await (await connect(text, era)).callTool(append)
    const { structuredContent } = plain(await (await connect()).callTool({ name: 'list_changes' }))
    expect(column(structuredContent.changes, 'actor').toReversed()).toEqual([
      'token token 1',
      'token token 1',
      'client test',
      'client without a name',
    ])
  }))

test('the id of a vault that is used again for another folder opens nothing to its old tokens', () =>
  withHttp(three, async ({ token, callAs, hub, folder }) => {
    const { root } = await hub.find('diary')
    const one = await token({ vaults: ['diary'], places: [{ id: 'diary', root }] })
    expect((await callAs(one, 'list_notes')).vault).toBe('diary')
    const all = await token()
    await callAs(all, 'remove_vault', { vault_id: 'diary' })
    await callAs(all, 'create_vault', { vault_id: 'diary', name: 'Other', path: join(folder, 'other') })
    for (const named of [{}, { vault_id: 'diary' }]) {
      const refused = await callAs(one, 'list_notes', named)
      expect(refused).toMatchObject({ error: { code: 'VAULT_NOT_FOUND', known_vaults: [] } })
      const write = await callAs(one, 'create_note', { ...named, path: 'new.md', title: 'New' })
      expect(write).toMatchObject({ error: { code: 'VAULT_NOT_FOUND' } })
    }
    expect(existsSync(join(folder, 'other/new.md'))).toBe(false)
  }))

test('a place outside is refused in the same words, whether or not another vault is there', () =>
  withHttp(
    {
      work: {
        'sub/plan.md': '# Plan\n\n## Part\n\n- [ ] task\n',
        'priv/aa/.flint-note/config.yml': 'vault_id: aa\n',
        'priv/aa/secret.md': '# Secret\n',
      },
    },
    async ({ token, callAs, folder }) => {
      const limited = await token({ vaults: ['work'], folder: 'sub' })
      const told = async (tool: string, args: object) =>
        JSON.stringify(await callAs(limited, tool, args)).replaceAll(/priv\/(?:aa|bb)/g, 'priv/XX')
      const named = (name: string): readonly (readonly [string, object])[] =>
        [`priv/${name}/zz.md`, `priv/${name}/secret.md`, join(folder, 'work/priv', name, 'zz.md')].flatMap(
          (path) => [
            ['get_note', { identifier: path }],
            ['get_note_info', { identifier: path }],
            ['get_notes', { identifiers: [path] }],
            ['list_notes', { directory: `priv/${name}` }],
            ['get_links', { identifier: path }],
            ['get_backlinks', { identifier: path }],
            ['analyze_note', { identifier: path }],
            ['list_changes', { identifier: path }],
            ['search_text', { pattern: 'a', path_filter: path }],
            ['create_note', { path, title: 'Z' }],
            ['create_note', { directory: `priv/${name}`, title: 'Z' }],
            ['upsert_note', { identifier: path, content: 'z' }],
            ['append_to_note', { identifier: path, content: 'z' }],
            ['update_tags', { identifier: path, add_tags: ['z'] }],
            ['add_todo', { identifier: path, text: 'z' }],
            ['rename_note', { identifier: path, new_title: 'Z' }],
            ['delete_note', { identifier: path, dry_run: true }],
            ['replace_section', { identifier: path, section_header: 'Part', new_content: 'z' }],
            ['move_note', { identifier: path, to: 'sub/zz.md' }],
            ['move_note', { identifier: 'sub/plan.md', to: path }],
            ['move_note', { identifier: 'sub/plan.md', destination_directory: `priv/${name}` }],
            [
              'extract_section',
              {
                identifier: 'sub/plan.md',
                section_header: 'Part',
                new_title: 'Z',
                destination_directory: `priv/${name}`,
              },
            ],
            ['create_note_type', { type_name: `priv/${name}`, description: 'z' }],
          ],
        )
      const absent = named('bb')
      for (const [index, [tool, args]] of named('aa').entries()) {
        const [, others = {}] = absent[index] ?? []
        expect(await told(tool, args), `${tool} ${JSON.stringify(args)}`).toBe(await told(tool, others))
      }
      // Whoever sees the whole vault is told whose it is, and sent nowhere in vain.
      const whole = await token({ vaults: ['work'] })
      expect(await callAs(whole, 'get_note', { identifier: 'priv/aa/zz.md' })).toMatchObject({
        error: { code: 'OUTSIDE_VAULT', hint: 'Pass the vault_id of that one, if list_vaults shows it.' },
      })
    },
  ))

test('a link to a place outside is refused in the same words, whether or not something is there', () =>
  withHttp(
    { work: { 'shared/plan.md': '# Plan\n', 'private/hidden.md': '# Hidden\n' } },
    async ({ token, callAs, at }) => {
      for (const [name, target] of [
        ['aa', 'hidden.md'],
        ['bb', 'nope.md'],
        ['cc', 'none/nope.md'],
      ] as const)
        await symlink(`../private/${target}`, at(`shared/${name}.md`))
      const limited = await token({ folder: 'shared' })
      for (const tool of ['get_note', 'get_note_info', 'append_to_note', 'upsert_note', 'delete_note']) {
        const told = async (name: string) => {
          const content = ['append_to_note', 'upsert_note'].includes(tool) ? { content: 'x' } : {}
          const { error } = await callAs(limited, tool, { identifier: `shared/${name}.md`, ...content })
          expect(error.code).toBe('PERMISSION_DENIED')
          return JSON.stringify(error).replaceAll(name, 'XX')
        }
        const there = await told('aa')
        expect([tool, await told('bb'), await told('cc')]).toEqual([tool, there, there])
      }
    },
  ))

test('an answer is for the token that asked, and for no other that gets its name', () =>
  withFolder({}, async (data) => {
    if (servers !== null) skip('it looks at what one process asks')
    const questions = new SqliteQuestionBook(data, () => new Date())
    const permissions = 'permissions: { destructive: ask }\n'
    const work = { 'x1.md': '# One\n', 'x2.md': '# Two\n', '.flint-note/config.yml': permissions }
    try {
      await withHttp(
        { work },
        async ({ token, book, callAs, read }) => {
          const remove = async (bearer: string) =>
            await callAs(bearer, 'delete_note', { identifier: 'x1.md' })
          const first = await token({ name: 'bot' })
          expect((await remove(first)).error.code).toBe('CONFIRMATION_REQUIRED')
          for (const answer of ['once', 'always'] as const) {
            const [asked] = questions.list()
            questions.answer(asked!.id, answer)
            await book.revoke('bot')
            const next = await token({ name: 'bot' })
            expect((await remove(next)).error.code).toBe('CONFIRMATION_REQUIRED')
          }
          expect(await read('x1.md')).toBe('# One\n')
        },
        { questions: async () => questions },
      )
    } finally {
      questions.close()
    }
  }))
