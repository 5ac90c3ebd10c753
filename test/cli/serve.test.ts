import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { until } from '../support/until.ts'
import { addTwoVaults, type Flint, twoFolders, withFlint } from './with-flint.ts'

const initialize = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const initialized = { method: 'notifications/initialized' }

function message(content: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', ...content })}\n`
}

function call(id: number, name: string, args: object): string {
  return message({ id, method: 'tools/call', params: { name, arguments: args } })
}

/** Goes on until its time limit, which is that of a test. */
const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'

/** A server with its answers by id, and every line that it printed. */
function serve(flint: Flint, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = flint.start(['serve', ...args], { env })
  const lines: string[] = []
  let stderr = ''
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
  const answer = async (id: number) => {
    const found = () => lines.map((line) => JSON.parse(line)).find((line) => line.id === id)
    await until(`the answer to ${id}: ${stderr}`, () => found() !== undefined)
    return found()
  }
  return {
    child,
    lines,
    stderr: () => stderr,
    send: (text: string) => child.stdin.write(text),
    answer,
    end: async () => {
      const closed = once(child, 'close')
      child.stdin.end()
      const [code] = await closed
      return { code }
    },
  }
}

test('a script that is piped in gets its answers', () =>
  withFlint(twoFolders, async ({ run, folder }) => {
    const script = message(initialize) + message(initialized) + call(2, 'search_notes', { query: 'walnut' })
    const { code, stdout, stderr } = await run(['serve', '--vault', join(folder, 'ideas')], {
      stdin: script,
      isProcess: true,
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [first, second] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(first.result.serverInfo.name).toBe('flint-note')
    expect(second.result.structuredContent.results).toHaveLength(2)
  }))

test('standard output carries the protocol and nothing else, whatever the process prints', () =>
  withFlint(twoFolders, async (flint) => {
    const noise = join(flint.folder, 'noise.mjs')
    // It begins with the server: the transport listens to the input.
    await writeFile(
      noise,
      "setInterval(() => process.stdin.listenerCount('data') > 0 && console.log('noise'), 2).unref()",
    )
    await addTwoVaults(flint)
    const server = serve(flint, ['--log-level', 'debug'], {
      NODE_OPTIONS: `--import=${pathToFileURL(noise).href}`,
    })
    server.send(message(initialize))
    await server.answer(1)
    server.send(message(initialized) + call(2, 'search_notes', { query: 'walnut' }))
    await server.answer(2)
    await server.end()
    for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
    expect(server.stderr()).toContain('noise\nnoise\n')
  }))

test.each([
  ['with its input, though vaults are open and watched', null],
  // Of who closes the input so soon it is thought that they want every answer.
  ['at SIGTERM, though a search is under way, too', 'SIGTERM'],
] as const)('it ends %s', (_how, signal) =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const server = serve(flint, [])
    server.send(message(initialize))
    await server.answer(1)
    server.send(message(initialized) + call(2, 'list_notes', { vault_id: '*' }))
    await server.answer(2)
    if (signal !== null) {
      server.send(call(3, 'search_notes_sql', { query: endless }) + call(4, 'list_vaults', {}))
      await server.answer(4)
      server.child.kill(signal)
    }
    expect(await server.end()).toEqual({ code: 0 })
  }),
)

test('the active vault is indexed as soon as the client is ready, without being asked for', () =>
  withFlint(twoFolders, async (flint) => {
    const server = serve(flint, ['--vault', join(flint.folder, 'ideas')])
    server.send(message(initialize))
    await server.answer(1)
    server.send(message(initialized))
    await until('an index appears', async () => {
      const files = await readdir(flint.env['FLINT_DATA_DIR'] ?? '', { recursive: true }).catch(() => [])
      return files.some((name) => name.endsWith('index.sqlite'))
    })
    expect((await server.end()).code).toBe(0)
  }))

test('initialize is answered before any tool or query is loaded', () =>
  withFlint({}, async (flint) => {
    const hooks = join(flint.folder, 'hooks.cjs')
    await writeFile(
      hooks,
      `const fs = require('node:fs')
      const { readFileSync } = fs
      // Not in the thread of the index, which gets ready meanwhile.
      if (require('node:worker_threads').isMainThread) fs.readFileSync = (file, ...how) => {
        process._rawDebug('loads ' + file)
        return readFileSync(file, ...how)
      }
      // What is loaded after the answer may be read here with it.
      const { write } = process.stdout
      process.stdout.write = function (...what) {
        process._rawDebug('it answers')
        return write.apply(this, what)
      }`,
    )
    const server = serve(flint, [], { NODE_OPTIONS: `--require=${hooks}` })
    server.send(message(initialize))
    await server.answer(1)
    await until('what was loaded is read', () => server.stderr().includes('it answers'))
    const loaded = modulesIn(server.stderr().split('it answers')[0] ?? '')
    expect(loaded).toContain('src/cli/commands/serve.js')
    // What begins to index the vault may be there by then, the rest of it may not.
    expect(loaded).not.toMatch(
      /kysely|node_modules\/yaml\/|pino|src\/(garden|search|ingest)\/|src\/tools\/(notes|search)\/|live-vault/m,
    )
    await server.end()
  }))

test('vaults are created, targeted and switched over one connection', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const server = serve(flint, [])
    server.send(message(initialize) + message(initialized))
    server.send(call(2, 'search_notes', { query: 'pass', vault_id: 'tours' }))
    expect((await server.answer(2)).result.structuredContent).toMatchObject({
      vault: 'tours',
      results: [{ id: 'alps.md' }],
    })
    server.send(call(3, 'switch_vault', { vault_id: 'tours' }))
    await server.answer(3)
    server.send(call(4, 'get_current_vault', {}))
    expect((await server.answer(4)).result.structuredContent.vault).toBe('tours')
    expect((await flint.json(['current'])).vault.id).toBe('tours')
    await server.end()
  }))

test('a signal after a switch ends it as one before: what has begun is finished', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const server = serve(flint, [])
    server.send(message(initialize) + message(initialized))
    server.send(call(2, 'switch_vault', { vault_id: 'tours' }))
    await server.answer(2)
    const closed = once(server.child, 'close')
    server.child.kill('SIGTERM')
    expect(await closed, server.stderr()).toEqual([0, null])
  }))

test('a server without any vault starts, and its tools say what makes one', () =>
  withFlint({}, async (flint) => {
    const server = serve(flint, [])
    server.send(message(initialize) + message(initialized) + call(2, 'search_notes', { query: 'x' }))
    const { result } = await server.answer(2)
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'VAULT_NOT_FOUND' } } })
    expect(result.structuredContent.error.hint).toContain('create_vault')
    await server.end()
  }))

test.each([
  [['--toolsets', 'tags'], (names: string[]) => names.join() === 'get_tags,update_tags,rename_tag'],
  [['--tools', 'get_note,get_tags'], (names: string[]) => names.join() === 'get_note,get_tags'],
  [['--read-only'], (names: string[]) => names.includes('get_note') && !names.includes('create_note')],
])('serve %j chooses the tools', (args, isRight) =>
  withFlint({}, async (flint) => {
    const server = serve(flint, args)
    server.send(message(initialize) + message(initialized) + message({ id: 2, method: 'tools/list' }))
    const { result } = await server.answer(2)
    const names = result.tools.map((tool: { name: string }) => tool.name)
    expect(isRight(names), names.join()).toBe(true)
    await server.end()
  }),
)

test('output schemas are published when asked for', () =>
  withFlint({}, async (flint) => {
    const server = serve(flint, ['--output-schemas', '--tools', 'get_tags'])
    server.send(message(initialize) + message(initialized) + message({ id: 2, method: 'tools/list' }))
    expect((await server.answer(2)).result.tools[0].outputSchema).toMatchObject({ type: 'object' })
    await server.end()
  }))

test.each([
  ['--toolsets', 'cor', 'Did you mean core?'],
  ['--tools', 'get_nte', 'Did you mean get_note'],
  ['--toolsets', 'zz', 'admin, core, all.'],
  ['--tools', 'zz', 'To see them run flint tools.'],
])('serve %s %s is refused at the start', (option, name, help) =>
  withFlint({}, async ({ run }) => {
    const { code, stdout, stderr } = await run(['serve', option, name])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(help)
  }),
)

test('a vault that is not there is told to the log, and to the agent with each call', () =>
  withFlint({}, async (flint) => {
    const file = join(flint.folder, 'flint.log')
    const server = serve(flint, ['--vault', 'nowhere', '--log-file', file])
    server.send(message(initialize) + message(initialized) + call(2, 'get_tags', {}))
    expect((await server.answer(2)).result.structuredContent.error.code).toBe('VAULT_NOT_FOUND')
    await server.end()
    expect(JSON.parse((await readFile(file, 'utf8')).split('\n')[0] ?? '')).toMatchObject({ level: 'error' })
    expect(server.stderr()).toBe('')
  }))

test('--scope limits the server to a folder, over the protocol too', () =>
  withFlint({ 'notes/a/in.md': '# In\n\nwalnut\n', 'notes/b/out.md': '# Out\n\nwalnut\n' }, async (flint) => {
    const vault = join(flint.folder, 'notes')
    const server = serve(flint, ['--vault', vault, '--scope', join(vault, 'a')])
    server.send(message(initialize) + message(initialized))
    server.send(
      call(2, 'get_note', { identifier: 'a/in.md' }) + call(3, 'get_note', { identifier: 'b/out.md' }),
    )
    server.send(
      call(4, 'search_text', { pattern: 'walnut' }) +
        call(5, 'create_vault', { vault_id: 'x', name: 'X', path: vault }),
    )
    expect((await server.answer(2)).result.structuredContent).toMatchObject({ title: 'In' })
    expect((await server.answer(3)).result.structuredContent.error).toMatchObject({
      code: 'PERMISSION_DENIED',
      scope: ['a'],
    })
    expect((await server.answer(4)).result.structuredContent.total).toBe(1)
    expect((await server.answer(5)).result.structuredContent.error.code).toBe('PERMISSION_DENIED')
    expect(await server.end()).toMatchObject({ code: 0 })
  }))

test('the GitLab tools know the project that the server was started with', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const nowhere = join(flint.folder, 'no-programs')
    const server = serve(flint, [], { GITLAB_PROJECT: 'team/site', PATH: nowhere })
    server.send(message(initialize) + message(initialized) + call(2, 'get_issues', {}))
    const { error } = (await server.answer(2)).result.structuredContent
    expect(error).toMatchObject({ code: 'GITLAB_ERROR', reason: 'not_installed' })
    await server.end()
  }))

/** What was loaded, with the modules of which the bundle's files are made. */
function modulesIn(log: string): string {
  const made = z
    .record(z.string(), z.array(z.string()))
    .parse(JSON.parse(readFileSync(new URL('../../dist/app/modules.json', import.meta.url), 'utf8')))
  const files = [...log.matchAll(/^loads \S+\/dist\/app\/([^/\s]+)$/gm)].map(([, name = '']) => name)
  return files.flatMap((name) => made[name] ?? [name]).join('\n')
}
