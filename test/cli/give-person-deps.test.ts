import { PassThrough, Readable } from 'node:stream'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SqliteQuestionBook } from '../../src/access/sqlite-question-book.ts'
import { TokenBook } from '../../src/access/token-book.ts'
import { fileTokens } from '../../src/access/token-file.ts'
import { callTool } from '../../src/call/call-tool.ts'
import { Cli } from '../../src/cli/cli.ts'
import { givePersonDeps } from '../../src/cli/give-person-deps.ts'
import { describeTerminal } from '../../src/cli/terminal.ts'
import { personCalls } from '../../src/page/calls/all-calls.ts'
import { machineCalls } from '../../src/page/calls/machine-calls.ts'
import { column, plain } from '../support/plain.ts'
import { until } from '../support/until.ts'
import { addTwoVaults, twoFolders, type Flint, withFlint } from './with-flint.ts'

/** The person's calls as the page is served them. */
async function withCalls(
  { env, folder }: Flint,
  use: (call: (name: string, args?: object) => Promise<ReturnType<typeof plain>>) => Promise<void>,
): Promise<void> {
  const streams = { stdin: Readable.from([]), stdout: new PassThrough(), stderr: new PassThrough() }
  const stopping = new AbortController()
  const cli = new Cli({
    env: { ...env, FLINT_MODELS_DIR: join(folder, 'models'), HF_ENDPOINT: 'http://127.0.0.1:9' },
    cwd: folder,
    version: '0',
    streams,
    terminal: await describeTerminal(streams, env),
    globals: {},
    signal: stopping.signal,
  })
  const deps = givePersonDeps(cli)
  const tools = Object.values({ ...personCalls(deps), ...machineCalls(deps) })
  const app = await cli.app()
  try {
    await use(async (name, args = {}) => {
      const context = app.toolContext({ session: { id: 'page' }, signal: stopping.signal })
      const { structuredContent } = await callTool(tools, name, args, {
        ...context,
        wantsAll: true,
        strictOutput: true,
      })
      return plain(structuredContent)
    })
  } finally {
    stopping.abort()
    await cli.close()
  }
}

test('a person makes tokens, sees them and revokes them', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    await withCalls(flint, async (call) => {
      const made = await call('create_token', { name: 'phone', is_person: true, expires: '30d' })
      expect(made).toMatchObject({ name: 'phone', token: expect.stringMatching(/^flint_/) })
      const agent = await call('create_token', { name: 'reader', vaults: ['tours'], read_only: true })
      const { tokens } = await call('list_tokens')
      expect(tokens).toMatchObject([
        { name: 'phone', vaults: 'all', person: true, has_expired: false },
        {
          name: 'reader',
          vaults: ['tours'],
          person: false,
          read_only: true,
          last_four: agent.token.slice(-4),
        },
      ])
      expect(JSON.stringify(tokens)).not.toContain(made.token)
      expect((await call('create_token', { name: 'phone' })).error.code).toBe('ALREADY_EXISTS')
      expect((await call('create_token', { name: 'x', vaults: ['nowhere'] })).error.code).toBe(
        'VAULT_NOT_FOUND',
      )
      expect((await call('create_token', { name: '<b>' })).error.code).toBe('INVALID_ARGUMENT')

      const book = new TokenBook(fileTokens(join(flint.folder, '.config')), () => new Date())
      expect(await book.find(made.token)).toBe(null)
      expect((await book.findPerson(made.token))?.name).toBe('phone')
      expect(await book.findPerson(agent.token)).toBe(null)
      const questions = new SqliteQuestionBook(flint.env['FLINT_DATA_DIR'] ?? '', () => new Date())
      const asked = { call: 'c', vault: 'tours', tool: 'delete_note', text: 'Allow?', always: null }
      questions.open({ ...asked, subject: 's', actor: 'token reader' })
      expect(await call('revoke_token', { name: 'reader' })).toMatchObject({ name: 'reader' })
      expect(questions.list()).toEqual([])
      questions.close()
      expect(await call('revoke_token', { name: 'phone' })).toMatchObject({ name: 'phone' })
      expect(await book.findPerson(made.token)).toBe(null)
      expect((await call('revoke_token', { name: 'phone' })).error.code).toBe('NOT_FOUND')
    })
  }))

test('a person sees models, and a download that fails says why', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    await withCalls(flint, async (call) => {
      const { models } = await call('list_models')
      expect(models[0]).toMatchObject({
        name: 'use-lite-en-v1',
        is_chosen: true,
        is_present: true,
        progress: null,
      })
      expect(models[1]).toMatchObject({ is_chosen: false, is_present: false, progress: null })
      expect((await call('pull_model', { name: 'none' })).error.code).toBe('NOT_FOUND')
      const name = 'snowflake-arctic-embed-xs'
      expect(column(models, 'name')).toContain(name)
      expect((await call('pull_model', { name })).error.code).toBe('INGEST_FAILED')
      await until('the failure is told', async () =>
        (await call('list_models')).models.some(
          (model: { readonly name: string; readonly problem?: string }) =>
            model.name === name && model.problem !== undefined,
        ),
      )
    })
  }))

test('where a damaged model cannot be downloaded again, a person is told both', () =>
  withFlint({ ...twoFolders, 'models/snowflake-arctic-embed-xs/manifest.json': '{' }, async (flint) => {
    await addTwoVaults(flint)
    await withCalls(flint, async (call) => {
      const name = 'snowflake-arctic-embed-xs'
      const problem = async () =>
        (await call('list_models')).models.find((model: { readonly name: string }) => model.name === name)
          .problem
      expect(await problem()).toBe(`Its files are damaged. Run flint models pull ${name}.`)
      const { error } = await call('pull_model', { name })
      expect(await problem()).toBe(`Its files are damaged. ${error.message}`)
    })
  }))

test('a person reads what flint doctor says, and the lines of clients', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    await withCalls(flint, async (call) => {
      const { findings } = await call('check_flint')
      expect(findings).toContainEqual({ area: 'node', state: 'ok', message: `Node ${process.version}` })
      expect(findings.filter((one: { readonly vault?: string }) => one.vault === 'tours')).not.toEqual([])
      const { clients } = await call('list_clients')
      expect(column(clients, 'title')).toContain('Claude Code')
      expect(clients[0].text).toContain('claude mcp add flint')
    })
  }))
