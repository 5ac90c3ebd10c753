import { expect, test } from 'vitest'
import { SqliteQuestionBook } from '../../src/access/sqlite-question-book.ts'
import { PostgresQuestionBook } from '../../src/cluster/postgres-question-book.ts'
import { openShared } from '../../src/cluster/open-cluster.ts'
import { fileRegistry } from '../../src/registry/registry-store.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withDatabase } from '../support/with-postgres.ts'
import { withFlint } from './with-flint.ts'

const asked = {
  subject: 'that deletion',
  call: 'delete a.md',
  actor: 'client \u001b[31mclaude',
  vault: 'main',
  tool: 'delete_note',
  text: 'Allow delete_note?\n\n    -a line\u001b[2J',
  always: 'every delete_note',
}

test('what agents wait for is shown with their words made harmless, and answered once', () =>
  withFlint({}, async ({ run, json, env }) => {
    expect((await run(['approve'])).stderr).toContain('Nobody waits')
    const agent = new SqliteQuestionBook(env['FLINT_DATA_DIR'] ?? '', () => new Date())
    agent.open(asked)
    const shown = await run(['approve'])
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('    -a line') })
    expect(shown.stdout).not.toContain('\u001b')
    const { questions } = await json(['approve'])
    expect(questions).toMatchObject([{ tool: 'delete_note', vault_id: 'main', always: 'every delete_note' }])
    const id = questions[0].question_id
    expect(await run(['approve', id, '--always', '--deny'])).toMatchObject({ code: 2 })
    expect(await run(['approve', '--deny'])).toMatchObject({ code: 2 })
    const { stdout } = await run(['approve', id])
    expect(stdout).toContain('this once is allowed')
    expect(stdout).toContain('if one has changed since, the question comes again')
    expect(await run(['approve', id, '--deny'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('waits for an answer'),
    })
    expect(agent.take(asked)).toBe('once')
    agent.open(asked)
    const [again] = agent.list()
    expect((await run(['approve', again?.id ?? '', '--deny'])).stdout).toContain('denied')
    expect(agent.take(asked)).toBe('denied')
    agent.close()
  }))

test.skipIf(noPostgres !== null)(
  'what agents of servers that share vaults wait for is answered in their PostgreSQL',
  () =>
    withDatabase((url) =>
      withFlint(
        { '.config/config.yml': JSON.stringify({ cluster: { url } }) },
        async ({ run, json, env }) => {
          const ignore = () => undefined
          const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
          const shared = await openShared({ url, log, own: fileRegistry(env['FLINT_CONFIG_DIR'] ?? '') })
          try {
            const agent = new PostgresQuestionBook(shared.postgres, () => new Date())
            await agent.open(asked)
            const { questions } = await json(['approve'])
            expect(questions).toMatchObject([{ tool: 'delete_note', vault_id: 'main' }])
            expect(await run(['approve', questions[0].question_id])).toMatchObject({ code: 0 })
            expect(await agent.take(asked)).toBe('once')
          } finally {
            await shared.close()
          }
        },
      ),
    ),
)
