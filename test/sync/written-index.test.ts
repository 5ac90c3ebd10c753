import { statSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { noChanges } from '../../src/index-db/note-record.ts'
import { readChunk } from '../../src/sync/record-reader.ts'
import { withDesk, type Desk } from '../support/with-desk.ts'

const few = { 'a.md': '[[b]]\n', 'b.md': 'b\n', 'in/c.md': 'c\n' }
const bodies = 'SELECT body FROM note_body JOIN note ON note.id = note ORDER BY path'
const always = () => true

const logSize = ({ desk }: Desk) => statSync(`${desk.options.indexFile}-wal`).size

test('a filled index has its log merged once, then after a hundred notes', () =>
  withDesk(few, async (desk) => {
    const { index } = desk.desk
    expect(index.isUnsettled).toBe(false)
    await desk.scan()
    expect(index.isUnsettled).toBe(true)
    expect(logSize(desk)).toBeGreaterThan(0)
    await index.settle()
    expect(index.isUnsettled).toBe(false)
    expect(logSize(desk)).toBe(0)
    const write = async (first: number, count: number) => {
      const paths = Array.from({ length: count }, (_, number) => `n${first + number}.md`)
      for (const path of paths) writeFileSync(desk.at(path), 'n\n')
      await desk.paths(paths)
    }
    await write(0, 99)
    expect(index.isUnsettled).toBe(false)
    await write(99, 1)
    expect(index.isUnsettled).toBe(true)
    await index.settle()
    expect(index.isUnsettled).toBe(false)
    // Only the long log of an index that has just been filled is made short.
    expect(logSize(desk)).toBeGreaterThan(0)
  }))

test('what only saves time is added to a filled index, as long as it may go on', () =>
  withDesk(few, async (desk) => {
    const { index } = desk.desk
    const complete = vi.spyOn(index.writer, 'complete')
    await index.complete(always)
    expect(index.isUntidy).toBe(false)
    expect(complete).not.toHaveBeenCalled()
    await desk.scan()
    expect(index.writer.isComplete).toBe(false)
    await index.complete(() => false)
    expect(index.writer.isComplete).toBe(false)
    await index.complete(always)
    expect(index.writer.isComplete).toBe(true)
    const calls = complete.mock.calls.length
    await index.complete(always)
    expect(complete).toHaveBeenCalledTimes(calls)
    await index.settle()
    expect(index.isUntidy).toBe(true)
    await index.tidy(() => false)
    expect(index.isUntidy).toBe(true)
    await index.settle()
    await index.tidy(always)
    expect(index.isUntidy).toBe(false)
    expect(index.isUnsettled).toBe(true)
    await index.settle()
    expect(logSize(desk)).toBe(0)
    expect(desk.dump()).toEqual(await desk.fromNothing())
  }))

test.each([
  { code: 'SQLITE_FULL', told: [] },
  { code: 'SQLITE_CORRUPT', told: ['open damaged false'] },
])('where SQLite refuses with $code to save time, no more is tried until there is another index', (refusal) =>
  withDesk(few, async ({ desk, told, scan, paths, rows }) => {
    const { index } = desk
    await scan()
    const before = told.length
    const refused = new Database.SqliteError('refused', refusal.code)
    const complete = vi.spyOn(index.writer, 'complete').mockReturnValue(failing(refused))
    await index.complete(always)
    expect(told.slice(before)).toEqual(refusal.told)
    if (refusal.told.length === 0) {
      await index.complete(always)
      expect(complete).toHaveBeenCalledTimes(1)
      expect(index.isUntidy).toBe(false)
      index.startAnew()
    }
    // The new one is filled without being asked for.
    await paths([])
    expect(rows('SELECT path FROM note ORDER BY 1')).toEqual(Object.keys(few))
    await index.complete(always)
    expect(index.writer.isComplete).toBe(true)
    expect(index.isUntidy).toBe(true)
  }),
)

function failing(error: Error): Generator<void> {
  const steps: Iterator<void> = {
    next: () => {
      throw error
    },
  }
  return steps as Generator<void>
}

test('an error of the program is not taken for one of the disk', () =>
  withDesk(few, async ({ desk, scan }) => {
    await scan()
    vi.spyOn(desk.index.writer, 'complete').mockReturnValue(failing(new TypeError('not of the disk')))
    await expect(desk.index.complete(always)).rejects.toThrow('not of the disk')
    expect(desk.index.isUntidy).toBe(true)
  }))

test('steps for an index that is replaced meanwhile end', () => {
  let deed: (() => void) | null = null
  return withDesk(
    few,
    async ({ desk, scan }) => {
      await scan()
      let steps = 0
      const counting = {
        next: () => {
          steps++
          return { done: false, value: undefined }
        },
      } as unknown as Generator<void>
      vi.spyOn(desk.index.writer, 'complete').mockReturnValue(counting)
      deed = () => {
        desk.index.startAnew()
      }
      await desk.index.complete(() => steps < 5)
      expect(steps).toBe(1)
    },
    {
      onPause: () => {
        deed?.()
        deed = null
        return Promise.resolve()
      },
    },
  )
})

test('a note that may not be read any more stays as it was, a new one is known by its name', () =>
  withDesk(few, async ({ at, desk, rows, scan, told }) => {
    await scan()
    const before = rows(bodies)
    writeFileSync(at('b2.md'), 'unknown\n')
    const notes = readChunk(desk.options, ['a.md', 'b2.md']).map((note) => ({
      ...note,
      isUnread: true,
      body: new Uint8Array(),
    }))
    desk.index.apply({ ...noChanges, notes })
    expect(told.at(-1)).toBe('changed b2.md')
    expect(rows(bodies)).toEqual([...before.slice(0, 2), '', before[2]])
    const length = told.length
    desk.index.apply(noChanges)
    expect(told).toHaveLength(length)
  }))

test('an index that is found damaged when everything is doubted is made anew', () =>
  withDesk(few, async ({ desk, told, scan, dump, fromNothing }) => {
    await scan()
    desk.index.doubtEverything()
    expect(await scan()).toEqual({ read: 3, removed: 0 })
    expect(told.filter((what) => what.startsWith('open'))).toHaveLength(1)
    vi.spyOn(desk.index.writer, 'isSound').mockReturnValue(false)
    desk.index.doubtEverything()
    expect(told.at(-1)).toBe('open damaged false')
    expect(await scan()).toEqual({ read: 3, removed: 0 })
    expect(dump()).toEqual(await fromNothing())
  }))
