import Database from 'better-sqlite3'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { GivenAnswer, QuestionBook } from '../../src/access/question-book.ts'
import { SqliteQuestionBook } from '../../src/access/sqlite-question-book.ts'
import { PostgresQuestionBook } from '../../src/cluster/postgres-question-book.ts'
import { withFolder } from '../support/with-folder.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withPostgres } from '../support/with-postgres.ts'

const asked = {
  subject: 'that very deletion',
  call: 'delete a.md',
  actor: 'client test',
  vault: 'main',
  tool: 'delete_note',
  text: 'Allow delete_note?',
  always: 'every delete_note',
}

interface Books {
  readonly agent: QuestionBook
  readonly person: QuestionBook
}

type WithBooks = (now: () => Date, use: (books: Books) => Promise<void>) => Promise<void>

const inFolder: WithBooks = (now, use) => withFolder({}, (folder) => withSqliteBooks(folder, now, use))

async function withSqliteBooks(folder: string, now: () => Date, use: (books: Books) => Promise<void>) {
  const [agent, person] = [new SqliteQuestionBook(folder, now), new SqliteQuestionBook(folder, now)]
  try {
    await use({ agent, person })
  } finally {
    agent.close()
    person.close()
  }
}

const inDatabase: WithBooks = (now, use) =>
  withPostgres((store) =>
    use({ agent: new PostgresQuestionBook(store, now), person: new PostgresQuestionBook(store, now) }),
  )

const kinds = [
  { kind: 'in a file of two processes', open: inFolder, skip: null },
  { kind: 'in the PostgreSQL of two servers', open: inDatabase, skip: noPostgres },
]

describe.each(kinds)('questions $kind', ({ open, skip }) => {
  const tried = (title: string, use: (books: Books & { clock: { now: Date } }) => Promise<void>) => {
    test.skipIf(skip !== null)(title, async () => {
      const clock = { now: new Date('2026-05-01T09:00:00Z') }
      await open(
        () => clock.now,
        (books) => use({ ...books, clock }),
      )
    })
  }

  tried(
    'a question is answered from another process, once, and its answer taken once',
    async ({ agent, person }) => {
      await agent.open(asked)
      expect(await agent.isAnswered(asked)).toBe(false)
      const [question] = await person.list()
      expect(question).toMatchObject({ tool: 'delete_note', actor: 'client test', text: asked.text })
      expect(await agent.take(asked)).toBeNull()
      expect(await person.answer(question!.id, 'once')).toMatchObject({ tool: 'delete_note' })
      await expect(failed(() => person.answer(question!.id, 'denied'))).rejects.toThrow('waits for an answer')
      expect(await agent.isAnswered(asked)).toBe(true)
      expect(await agent.take({ ...asked, actor: 'client other' })).toBeNull()
      expect(await agent.take({ ...asked, subject: 'another deletion' })).toBeNull()
      expect(await agent.take(asked)).toBe('once')
      expect(await agent.take(asked)).toBeNull()
      expect(await person.list()).toEqual([])
    },
  )

  tried('a question that is asked again is the same one, and keeps its answer', async ({ agent, person }) => {
    await agent.open(asked)
    const [before] = await person.list()
    await agent.open(asked)
    expect(await person.list()).toHaveLength(1)
    expect((await person.list())[0]?.id).toBe(before?.id)
    await person.answer(before!.id, 'denied')
    await agent.open(asked)
    expect(await agent.take(asked)).toBe('denied')
  })

  tried(
    'nobody can answer what has been settled or was asked an hour ago',
    async ({ agent, person, clock }) => {
      await agent.open(asked)
      const [settled] = await person.list()
      await agent.settle({ call: asked.call, actor: 'client other' })
      expect(await person.list()).toHaveLength(1)
      await agent.settle(asked)
      await expect(failed(() => person.answer(settled!.id, 'once'))).rejects.toThrow(
        expect.objectContaining({ code: 'NOT_FOUND' }),
      )
      await agent.open(asked)
      const [late] = await person.list()
      await person.answer(late!.id, 'once')
      clock.now = new Date('2026-05-01T10:00:00Z')
      expect(await agent.take(asked)).toBeNull()
      await agent.open({ ...asked, subject: 'something else' })
      expect(await person.list()).toHaveLength(1)
    },
  )

  tried(
    'what was asked in a name that is void is gone, with its answers, and nothing else is',
    async ({ agent, person }) => {
      await agent.open(asked)
      await person.answer((await person.list())[0]!.id, 'once')
      await agent.open({ ...asked, subject: 'another deletion' })
      await agent.open({ ...asked, actor: 'client other' })
      await person.forget(asked.actor)
      expect(await agent.take(asked)).toBeNull()
      expect(await person.list()).toMatchObject([{ actor: 'client other' }])
    },
  )

  tried('"from now on" is no answer where nothing can be remembered', async ({ agent, person }) => {
    await agent.open({ ...asked, always: null })
    const [question] = await person.list()
    const id = question!.id
    await expect(failed(() => person.answer(id, 'always'))).rejects.toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    )
    await expect(failed(() => person.answer('other', 'always'))).rejects.toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    )
    expect(await person.list()).toHaveLength(1)
    expect(await person.answer(id, 'once')).toMatchObject({ id })
  })

  tried('another process sees at once that something changed', async ({ agent, person }) => {
    const before = await person.version()
    expect(await person.version()).toBe(before)
    await agent.open(asked)
    const asking = await person.version()
    expect(asking).not.toBe(before)
    // What it did itself it sees, too.
    await person.answer((await person.list())[0]!.id, 'once')
    expect(await person.version()).not.toBe(asking)
  })

  tried(
    'of many who answer at once one counts, and of many who take the answer one gets it',
    async ({ agent, person }) => {
      await agent.open(asked)
      const [question] = await agent.list()
      const answers = Array.from({ length: 8 }, (_, at): GivenAnswer => (at % 2 === 0 ? 'once' : 'denied'))
      const given = await Promise.all(
        answers.map((answer, at) =>
          failed(() => (at % 3 === 0 ? agent : person).answer(question!.id, answer)).then(
            () => [answer],
            () => [],
          ),
        ),
      )
      expect(given.flat()).toHaveLength(1)
      const taken = await Promise.all(
        answers.map(async (_, at) => await (at % 2 === 0 ? agent : person).take(asked)),
      )
      expect(taken.filter((answer) => answer !== null)).toEqual(given.flat())
    },
  )

  tried('of more than five hundred the oldest are forgotten', async ({ agent, person }) => {
    for (let at = 0; at < 503; at++) await agent.open({ ...asked, subject: `${at}`, text: `${at}` })
    const waiting = await person.list()
    expect([waiting.length, waiting[0]?.text, waiting.at(-1)?.text]).toEqual([500, '3', '502'])
  })
})

/** A book that answers at once throws at once. */
async function failed<T>(work: () => T | Promise<T>): Promise<T> {
  return await work()
}

test('of what waits no longer nothing is left in the file', () =>
  withFolder({}, async (folder) => {
    const clock = { now: new Date('2026-05-01T09:00:00Z') }
    await withSqliteBooks(
      folder,
      () => clock.now,
      async ({ agent }) => {
        await agent.open(asked)
        clock.now = new Date('2026-05-01T10:00:00Z')
        await agent.open({ ...asked, subject: 'something else' })
        const file = new Database(join(folder, 'questions.sqlite'), { readonly: true })
        expect(file.prepare('SELECT count(*) FROM question').pluck().get()).toBe(1)
        file.close()
      },
    )
  }))

test('while another program holds the file, asking fails and says so', () =>
  withFolder({}, (folder) =>
    withSqliteBooks(
      folder,
      () => new Date(),
      async ({ agent, person }) => {
        await agent.open(asked)
        const other = new Database(join(folder, 'questions.sqlite'))
        other.exec('BEGIN IMMEDIATE')
        const more = { ...asked, subject: 'another deletion' }
        await expect(failed(() => agent.open(more))).rejects.toThrow(
          expect.objectContaining({ code: 'INDEX_UNAVAILABLE' }),
        )
        // What waits can be seen all the same.
        expect(await person.list()).toHaveLength(1)
        other.exec('ROLLBACK')
        other.close()
        await agent.open(more)
        expect(await person.list()).toHaveLength(2)
      },
    ),
  ))

test('the file is its user’s alone, and one that is damaged is made anew', () =>
  withFolder({}, (folder) =>
    withSqliteBooks(
      folder,
      () => new Date(),
      async ({ agent, person }) => {
        const file = join(folder, 'questions.sqlite')
        await writeFile(file, 'this is no database, but long enough to be taken for one'.repeat(20))
        await agent.open(asked)
        expect(await person.list()).toHaveLength(1)
        expect((await stat(file)).mode & 0o777).toBe(0o600)
      },
    ),
  ))
