import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import {
  type AskedCall,
  type AskedSubject,
  type GivenAnswer,
  mostOpen,
  notAnswered,
  type OpenedQuestion,
  patienceMs,
  type QuestionBook,
  type WaitingQuestion,
} from '../access/question-book.ts'
import type { Postgres } from '../postgres/open-postgres.ts'

const shown = ['id', 'vault', 'tool', 'actor', 'text', 'always', 'created', 'expires'] as const

/** The questions of all servers that share vaults. Each step is one statement, so that the first who answers or takes counts. */
export class PostgresQuestionBook implements QuestionBook {
  readonly #store: Pick<Postgres, 'run'>
  readonly #now: () => Date

  constructor(store: Pick<Postgres, 'run'>, now: () => Date) {
    this.#store = store
    this.#now = now
  }

  async open(question: OpenedQuestion): Promise<void> {
    const { subject, call, actor, vault, tool, text, always } = question
    const created = this.#now()
    const expires = new Date(created.getTime() + patienceMs)
    const id = randomBytes(5).toString('hex')
    await this.#store.run(async (db) => {
      await db.deleteFrom('question').where('expires', '<=', created).execute()
      await db
        .insertInto('question')
        .values({ id, subject, call, actor, vault, tool, text, always, created, expires, answer: null })
        .onConflict((conflict) => conflict.columns(['subject', 'actor']).doUpdateSet({ expires }))
        .execute()
      const kept = db.selectFrom('question').select('place').orderBy('place', 'desc').limit(mostOpen)
      await db.deleteFrom('question').where('place', 'not in', kept).execute()
    })
  }

  async take({ subject, actor }: AskedSubject): Promise<GivenAnswer | null> {
    const taken = await this.#store.run((db) =>
      db
        .deleteFrom('question')
        .where('subject', '=', subject)
        .where('actor', '=', actor)
        .where('answer', 'is not', null)
        .where('expires', '>', this.#now())
        .returning('answer')
        .executeTakeFirst(),
    )
    return taken?.answer ?? null
  }

  async isAnswered({ subject, actor }: AskedSubject): Promise<boolean> {
    const found = await this.#store.run((db) =>
      db
        .selectFrom('question')
        .select('id')
        .where('subject', '=', subject)
        .where('actor', '=', actor)
        .where('answer', 'is not', null)
        .executeTakeFirst(),
    )
    return found !== undefined
  }

  async settle({ call, actor }: AskedCall): Promise<void> {
    await this.#store.run((db) =>
      db.deleteFrom('question').where('call', '=', call).where('actor', '=', actor).execute(),
    )
  }

  async forget(actor: string): Promise<void> {
    await this.#store.run((db) => db.deleteFrom('question').where('actor', '=', actor).execute())
  }

  async list(): Promise<readonly WaitingQuestion[]> {
    const rows = await this.#store.run((db) =>
      db
        .selectFrom('question')
        .select(shown)
        .where('answer', 'is', null)
        .where('expires', '>', this.#now())
        .orderBy('place')
        .execute(),
    )
    return rows.map(toQuestion)
  }

  async answer(id: string, answer: GivenAnswer): Promise<WaitingQuestion> {
    const given = await this.#store.run((db) => {
      const waiting = db
        .updateTable('question')
        .set({ answer })
        .where('id', '=', id)
        .where('answer', 'is', null)
        .where('expires', '>', this.#now())
      return (answer === 'always' ? waiting.where('always', 'is not', null) : waiting)
        .returning(shown)
        .executeTakeFirst()
    })
    if (given === undefined) throw notAnswered(id, await this.list())
    return toQuestion(given)
  }

  /** The few that are open are looked at whole: no counter could be read before what it counts is there. */
  async version(): Promise<number> {
    const all = sql<number>`hashtext(string_agg(id || coalesce(answer, '') || expires::text, ' ' order by id))`
    const found = await this.#store.run((db) =>
      db.selectFrom('question').select(all.as('version')).executeTakeFirst(),
    )
    return found?.version ?? 0
  }

  /** The store is its opener's to close. */
  close(): void {
    return
  }
}

type QuestionRow = Omit<WaitingQuestion, 'created' | 'expires'> & Record<'created' | 'expires', Date>

function toQuestion({ created, expires, ...row }: QuestionRow): WaitingQuestion {
  return { ...row, created: created.toISOString(), expires: expires.toISOString() }
}
