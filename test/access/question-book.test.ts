import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { QuestionBook } from '../../src/access/question-book.ts'
import { withFolder } from '../support/with-folder.ts'

const asked = {
  subject: 'that very deletion',
  call: 'delete a.md',
  actor: 'client test',
  vault: 'main',
  tool: 'delete_note',
  text: 'Allow delete_note?',
  always: 'every delete_note',
}

/** Two books on one folder, as two processes have them, at a time that can be changed. */
async function withBooks(
  use: (agent: QuestionBook, person: QuestionBook, clock: { now: Date }, folder: string) => Promise<void>,
): Promise<void> {
  await withFolder({}, async (folder) => {
    const clock = { now: new Date('2026-05-01T09:00:00Z') }
    const [agent, person] = [
      new QuestionBook(folder, () => clock.now),
      new QuestionBook(folder, () => clock.now),
    ]
    try {
      await use(agent, person, clock, folder)
    } finally {
      agent.close()
      person.close()
    }
  })
}

test('a question is answered from another process, once, and its answer taken once', () =>
  withBooks(async (agent, person) => {
    agent.open(asked)
    expect(agent.isAnswered(asked)).toBe(false)
    const [question] = person.list()
    expect(question).toMatchObject({ tool: 'delete_note', actor: 'client test', text: asked.text })
    expect(agent.take(asked)).toBeNull()
    expect(person.answer(question!.id, 'once')).toMatchObject({ tool: 'delete_note' })
    expect(() => person.answer(question!.id, 'denied')).toThrow('waits for an answer')
    expect(agent.isAnswered(asked)).toBe(true)
    expect(agent.take({ ...asked, actor: 'client other' })).toBeNull()
    expect(agent.take({ ...asked, subject: 'another deletion' })).toBeNull()
    expect(agent.take(asked)).toBe('once')
    expect(agent.take(asked)).toBeNull()
    expect(person.list()).toEqual([])
  }))

test('a question that is asked again is the same one, and keeps its answer', () =>
  withBooks(async (agent, person) => {
    agent.open(asked)
    const [before] = person.list()
    agent.open(asked)
    expect(person.list()).toHaveLength(1)
    expect(person.list()[0]?.id).toBe(before?.id)
    person.answer(before!.id, 'denied')
    agent.open(asked)
    expect(agent.take(asked)).toBe('denied')
  }))

test('nobody can answer what has been settled or was asked an hour ago', () =>
  withBooks(async (agent, person, clock, folder) => {
    agent.open(asked)
    const [settled] = person.list()
    agent.settle({ call: asked.call, actor: 'client other' })
    expect(person.list()).toHaveLength(1)
    agent.settle(asked)
    expect(() => person.answer(settled!.id, 'once')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    agent.open(asked)
    const [late] = person.list()
    person.answer(late!.id, 'once')
    clock.now = new Date('2026-05-01T10:00:00Z')
    expect(agent.take(asked)).toBeNull()
    agent.open({ ...asked, subject: 'something else' })
    expect(person.list()).toHaveLength(1)
    // Nor does what it shows of a note lie there any longer.
    const file = new Database(join(folder, 'questions.sqlite'), { readonly: true })
    expect(file.prepare('SELECT count(*) FROM question').pluck().get()).toBe(1)
    file.close()
  }))

test('of very many questions the newest five hundred wait', () =>
  withBooks(async (agent, person) => {
    for (let number = 0; number < 502; number++)
      agent.open({ ...asked, subject: `deletion ${number}`, text: `${number}` })
    const texts = person.list().map(({ text }) => text)
    expect(texts).toHaveLength(500)
    expect([texts[0], texts.at(-1)]).toEqual(['2', '501'])
  }))

test('while another program holds the file, asking fails and says so', () =>
  withBooks(async (agent, person, _clock, folder) => {
    agent.open(asked)
    const other = new Database(join(folder, 'questions.sqlite'))
    other.exec('BEGIN IMMEDIATE')
    const more = { ...asked, subject: 'another deletion' }
    expect(() => {
      agent.open(more)
    }).toThrow(expect.objectContaining({ code: 'INDEX_UNAVAILABLE' }))
    // What waits can be seen all the same.
    expect(person.list()).toHaveLength(1)
    other.exec('ROLLBACK')
    other.close()
    agent.open(more)
    expect(person.list()).toHaveLength(2)
  }))

test('"from now on" is no answer where nothing can be remembered', () =>
  withBooks(async (agent, person) => {
    agent.open({ ...asked, always: null })
    const [question] = person.list()
    const id = question!.id
    expect(() => person.answer(id, 'always')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
    expect(() => person.answer('other', 'always')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    expect(person.list()).toHaveLength(1)
    expect(person.answer(id, 'once')).toMatchObject({ id })
  }))

test('another process sees at once that something changed', () =>
  withBooks(async (agent, person) => {
    const before = person.version()
    expect(person.version()).toBe(before)
    agent.open(asked)
    const asking = person.version()
    expect(asking).not.toBe(before)
    // What it did itself it sees, too.
    person.answer(person.list()[0]!.id, 'once')
    expect(person.version()).not.toBe(asking)
  }))

test('the file is its user’s alone, and one that is damaged is made anew', () =>
  withBooks(async (agent, person, _clock, folder) => {
    const file = join(folder, 'questions.sqlite')
    await writeFile(file, 'this is no database, but long enough to be taken for one'.repeat(20))
    agent.open(asked)
    expect(person.list()).toHaveLength(1)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  }))
