import { expect, test } from 'vitest'
import { SqliteQuestionBook } from '../../src/access/sqlite-question-book.ts'
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
    expect((await run(['approve', id])).stdout).toContain('it goes on')
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
