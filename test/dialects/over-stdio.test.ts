import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { type Flint, mainFile, withFlint } from '../cli/with-flint.ts'
import { callOver, connectOver, eras, startHttp } from '../server/http-server.ts'
import { plain } from '../support/plain.ts'

const files = {
  'repos/My Repo/devlog/topic.md': '[impl] 2026-01-02 start',
  'repos/other/devlog/topic.md': 'Of the other one.\n',
  'vaults/work/projects/site.md': '---\ntitle: Site\nstatus: active\n---\n\nSee [[plan]]. Walnut.\n',
  'vaults/work/plan.md': 'The plan of the site.\n',
}

/** Serves a dialect to a client of the newest protocol, by the built program. */
async function withClient(
  { folder, env }: Flint,
  args: readonly string[],
  more: Readonly<Record<string, string>>,
  use: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [mainFile, 'serve', ...args],
      env: { ...env, ...more },
      cwd: join(folder, 'home'),
    }),
  )
  try {
    await use(client)
  } finally {
    await client.close()
  }
}

async function namesOf(client: Client): Promise<readonly string[]> {
  const { tools } = await client.listTools()
  return tools.map(({ name }) => name)
}

async function call(client: Client, name: string, args: object) {
  const result = plain(await client.callTool({ name, arguments: { ...args } }))
  expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent)
  return { ...result.structuredContent, isError: result.isError }
}

test('obsidian-vault-mcp: a repository is the folder of that name below VAULT_PATH', () =>
  withFlint(files, async (flint) => {
    const env = { VAULT_PATH: join(flint.folder, 'repos') }
    await withClient(flint, ['--dialect', 'obsidian-vault-mcp'], env, async (client) => {
      expect(await namesOf(client)).toContain('note_upsert')
      const note = { repository_name: 'My Repo', path: 'devlog/topic.md' }
      expect(await call(client, 'note_read', note)).toMatchObject({
        content: '[impl] 2026-01-02 start',
        exists: true,
        vault: { id: 'my-repo' },
      })
      expect(
        await call(client, 'note_upsert', { ...note, content: '[verify] 2026-01-03 works' }),
      ).toMatchObject({ created: false })
      const text = await readFile(join(env.VAULT_PATH, 'My Repo/devlog/topic.md'), 'utf8')
      expect(text).toBe('[impl] 2026-01-02 start\n[verify] 2026-01-03 works')
      expect(await call(client, 'note_read', { ...note, repository_name: 'other' })).toMatchObject({
        content: 'Of the other one.\n',
      })
      expect(await call(client, 'note_read', { ...note, repository_name: 'My' })).toMatchObject({
        isError: true,
        error: { code: 'VAULT_NOT_FOUND' },
      })
      expect(client.getInstructions()).not.toMatch(/search_notes|get_note/)
    })
  }))

test('obsidian-vault-mcp: below VAULT_PATH is all there is', () =>
  withFlint(files, async (flint) => {
    const { folder } = flint
    await flint.run(['create', 'work', 'Work', join(folder, 'vaults/work'), '--switch'])
    await flint.run(['create', 'inner', 'Inner', join(folder, 'repos/other/devlog')])
    await symlink(join(folder, 'vaults/work'), join(folder, 'repos/link'))
    const env = { VAULT_PATH: join(folder, 'repos') }
    await withClient(flint, ['--dialect', 'obsidian-vault-mcp'], env, async (client) => {
      for (const name of ['work', 'link', join(folder, 'vaults/work'), '../vaults/work']) {
        const { error } = await call(client, 'note_read', { repository_name: name, path: 'plan.md' })
        expect(error, name).toMatchObject({ code: 'VAULT_NOT_FOUND' })
        expect(JSON.stringify(error), name).not.toContain('Work')
        expect(error.known_vaults, name).toEqual(['inner', 'my-repo', 'other'])
      }
      expect(await call(client, 'note_read', { repository_name: 'devlog', path: 'topic.md' })).toMatchObject({
        content: 'Of the other one.\n',
        vault: { id: 'inner', is_current: false },
      })
      const read = async (uri: string) => JSON.stringify(await client.readResource({ uri }))
      expect(await read('flint-note://vaults')).not.toContain('work')
      await expect(read('flint-note://work/plan.md')).rejects.toThrow()
      expect(JSON.stringify(await client.listResources())).not.toContain('plan')
    })
    const cwd = join(folder, 'vaults/work')
    const called = await flint.run(
      [
        'call',
        'note_read',
        '--dialect',
        'obsidian-vault-mcp',
        '--json',
        '{"repository_name":"work","path":"plan.md"}',
      ],
      { cwd, env },
    )
    expect(JSON.parse(called.stdout).error.code).toBe('VAULT_NOT_FOUND')
    // Another dialect reads the variable as one more root.
    const other = await flint.run(['call', 'get_kiln_info', '--dialect', 'kiln', '--json', '{}'], {
      cwd,
      env,
    })
    expect(JSON.parse(other.stdout)).toMatchObject({ vault: { id: 'work' } })
  }))

test('obsidian-vault-mcp: below VAULT_PATH is all there is over HTTP, with every token, too', () =>
  withFlint(files, async (flint) => {
    const { folder } = flint
    await flint.run(['create', 'work', 'Work', join(folder, 'vaults/work'), '--switch'])
    await symlink(join(folder, 'vaults/work'), join(folder, 'repos/link'))
    const make = async (name: string, ...more: readonly string[]) =>
      (await flint.json(['token', 'create', name, ...more])).token
    const tokens = [null, await make('all'), await make('one', '--vaults', 'work')]
    const args = ['--port', '0', '--dialect', 'obsidian-vault-mcp']
    const server = await startHttp(flint, args, { VAULT_PATH: join(folder, 'repos') })
    for (const token of tokens) {
      for (const era of eras) {
        const client = await connectOver(server.url, token, era)
        const names = ['work', 'link', join(folder, 'vaults/work'), '../vaults/work']
        for (const repository_name of names) {
          for (const [tool, more] of [
            ['note_read', { path: 'plan.md' }],
            ['note_upsert', { path: 'plan.md', content: 'Mine' }],
            ['vault_search', { query: 'plan' }],
          ] as const) {
            const { error } = await callOver(client, tool, { repository_name, ...more })
            expect(error?.code, `${tool} ${repository_name}`).toBe('VAULT_NOT_FOUND')
            expect(JSON.stringify(error), repository_name).not.toMatch(/Work|The plan/)
          }
        }
        const uri = 'flint-note://work/notes/plan.md'
        await expect(client.readResource({ uri })).rejects.toThrow()
        expect(JSON.stringify(await client.listResources())).not.toContain('plan')
        const { error, content } = await callOver(client, 'note_read', {
          repository_name: 'other',
          path: 'devlog/topic.md',
        })
        // A token for a vault outside reaches nothing here.
        if (token === tokens[2]) expect(error.code).toBe('VAULT_NOT_FOUND')
        else expect(content).toBe('Of the other one.\n')
        await client.close()
      }
    }
    expect(await readFile(join(folder, 'vaults/work/plan.md'), 'utf8')).toBe('The plan of the site.\n')
    await server.stop()
  }))

test('kiln: over HTTP it asks before each change, too, and below VAULT_PATH is one more root', () =>
  withFlint(files, async (flint) => {
    const { folder } = flint
    const server = await startHttp(
      flint,
      ['--port', '0', '--dialect', 'kiln', '--vault', join(folder, 'vaults/work')],
      {
        VAULT_PATH: join(folder, 'repos'),
      },
    )
    for (const era of eras) {
      const client = await connectOver(server.url, null, era)
      const change = { path: 'plan.md', frontmatter: { status: 'done' } }
      expect((await callOver(client, 'update_note', change)).error.code).toBe('CONFIRMATION_REQUIRED')
      for (const path of ['../other/devlog/topic.md', join(folder, 'repos/other/devlog/topic.md')])
        expect((await callOver(client, 'read_note', { path })).error.code, path).toMatch(
          /OUTSIDE_VAULT|INVALID_PATH/,
        )
      await client.close()
    }
    expect(await readFile(join(folder, 'vaults/work/plan.md'), 'utf8')).toBe('The plan of the site.\n')
    await server.stop()
  }))

test('kiln: acts on the vault of the command line, and --read-only leaves what reads', () =>
  withFlint(files, async (flint) => {
    const work = join(flint.folder, 'vaults/work')
    const change = { path: 'projects/site.md', frontmatter: { status: 'done' } }
    await withClient(flint, ['--dialect', 'kiln', '--vault', work], {}, async (client) => {
      expect(await namesOf(client)).toHaveLength(10)
      // As kiln does, it asks before each change, and this client cannot be asked.
      expect(await call(client, 'update_note', change)).toMatchObject({
        isError: true,
        error: { code: 'CONFIRMATION_REQUIRED' },
      })
    })
    await flint.run(['create', 'work', 'Work', work])
    await mkdir(join(work, '.flint-note'))
    await writeFile(join(work, '.flint-note/config.yml'), 'permissions: { write: allow }\n')
    await withClient(flint, ['--dialect', 'kiln', '--vault', 'work'], {}, async (client) => {
      expect(await call(client, 'update_note', change)).toMatchObject({
        success: true,
        updated_fields: ['frontmatter'],
      })
      expect(await readFile(join(work, 'projects/site.md'), 'utf8')).toBe(
        '---\nstatus: done\n---\n\nSee [[plan]]. Walnut.\n',
      )
    })
    await withClient(flint, ['--dialect', 'kiln', '--read-only', '--vault', work], {}, async (client) => {
      expect(await namesOf(client)).toEqual([
        'read_note',
        'read_metadata',
        'list_notes',
        'text_search',
        'property_search',
        'semantic_search',
        'get_kiln_info',
      ])
      await expect(client.callTool({ name: 'update_note', arguments: { path: 'plan.md' } })).rejects.toThrow(
        'There is no tool "update_note"',
      )
    })
  }))

test('notes-app: a note is found by meaning and changed by its hash', () =>
  withFlint(files, async (flint) => {
    const work = join(flint.folder, 'vaults/work')
    await withClient(flint, ['--dialect', 'notes-app', '--vault', work], {}, async (client) => {
      expect(await namesOf(client)).toHaveLength(12)
      const { content_hash: hash } = await call(client, 'read_note', { relative_path: 'plan.md' })
      const change = {
        relative_path: 'plan.md',
        content: 'New.\n',
        mode: 'replace',
        expected_content_hash: hash,
      }
      expect(await call(client, 'update_note', change)).toMatchObject({ vault: 'work', mode: 'replace' })
      expect(await call(client, 'update_note', change)).toMatchObject({
        isError: true,
        error: { code: 'stale_content' },
      })
      expect(await readFile(join(work, 'plan.md'), 'utf8')).toBe('New.\n')
      expect(await call(client, 'search', { query: 'new' })).toMatchObject({
        results: [{ vault: 'work', relative_path: 'plan.md', vault_path: work }],
      })
    })
  }))

test('flint-note: the old names beside ours, with that server’s errors', () =>
  withFlint(files, async (flint) => {
    const work = join(flint.folder, 'vaults/work')
    await withClient(flint, ['--dialect', 'flint-note', '--vault', work], {}, async (client) => {
      expect(await namesOf(client)).toEqual(
        expect.arrayContaining(['list_notes_by_type', 'migrate_links', 'get_note']),
      )
      expect(await call(client, 'list_notes_by_type', { type: 'projects' })).toMatchObject({ total: 1 })
      expect(await call(client, 'migrate_links', {})).toMatchObject({ success: true, notes_processed: 2 })
      const stale = `sha256:${'0'.repeat(64)}`
      expect(
        await call(client, 'update_note', { identifier: 'plan.md', content: 'x', content_hash: stale }),
      ).toMatchObject({ isError: true, error: 'content_hash_mismatch', provided_hash: stale })
    })
  }))

test('a dialect on the command line: tools and calls, and a wrong name with those there are', () =>
  withFlint(files, async ({ run, json, folder }) => {
    const { tools } = await json(['tools', '--dialect', 'notes-app'])
    expect(tools).toHaveLength(12)
    const args = ['--vault', join(folder, 'vaults/work'), '--json', '{"path":"plan.md"}']
    const { stdout } = await run(['call', 'read_note', '--dialect', 'kiln', ...args])
    expect(JSON.parse(stdout)).toMatchObject({ success: true, content: 'The plan of the site.\n' })
    const wrong = await run(['serve', '--dialect', 'kilm'])
    expect(wrong.code).not.toBe(0)
    expect(wrong.stderr).toMatch(/flint-note, kiln, notes-app, obsidian-vault-mcp/)
  }))
