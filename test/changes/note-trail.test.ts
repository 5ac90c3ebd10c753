import { expect, test } from 'vitest'
import type { CheckedStep } from '../../src/changes/check-changes.ts'
import { nextStepOn, noteSteps } from '../../src/changes/note-trail.ts'
import type { SqliteHistory } from '../../src/changes/sqlite-history.ts'
import { version } from '../support/change-files.ts'
import { begin, replacement, withHistory } from '../support/with-history.ts'

const made = { after: version('a\n').hash, mode: 0o600, madeFolder: null }

function create(path: string): CheckedStep {
  return { change: { kind: 'create', path, text: 'a\n' }, ...made }
}

function move(path: string, to: string): CheckedStep {
  return { change: { kind: 'move', path, to, before: version('a\n'), text: null }, ...made }
}

function moveFolder(path: string, to: string): CheckedStep {
  return { change: { kind: 'move-folder', path, to }, after: null, mode: null, madeFolder: null }
}

function remove(path: string): CheckedStep {
  return { change: { kind: 'remove', path, before: version('a\n') }, ...made, after: null }
}

/** Changes with these steps, numbered from 1. */
async function recorded(
  history: SqliteHistory,
  ...changes: readonly (readonly CheckedStep[])[]
): Promise<void> {
  for (const steps of changes)
    history.finish(await begin(history, { tool: 'test', time: new Date('2026-03-01T12:00:00Z') }, steps))
}

/** A line for each step: its change, its kind, and the note's name before and after. */
async function trailOf(history: SqliteHistory, path: string, isThere = true): Promise<readonly string[]> {
  const steps = await noteSteps(history, path, isThere)
  return steps.map(({ change, kind, from, path: to }) =>
    [change, kind, ...(from === to ? [to] : [from, to])].join(' '),
  )
}

test('a note that has gone through folders that were moved is followed back to its first name', () =>
  withHistory(async ({ history }) => {
    await recorded(
      history,
      [create('x/in/a.md'), create('xx/other.md')],
      [moveFolder('x/in', 'longer/name')],
      [moveFolder('xx', 'x')],
      [moveFolder('longer', 'y')],
      [replacement('y/name/a.md', 'a\n')],
      [moveFolder('y/name', 'x/in')],
    )
    expect(await trailOf(history, 'x/in/a.md')).toEqual([
      '6 move-folder y/name/a.md x/in/a.md',
      '5 replace y/name/a.md',
      '4 move-folder longer/name/a.md y/name/a.md',
      '2 move-folder x/in/a.md longer/name/a.md',
      '1 create x/in/a.md',
    ])
  }))

test('of several steps in one change each is on the trail, in their order', () =>
  withHistory(async ({ history }) => {
    await recorded(
      history,
      [create('x/a.md')],
      [moveFolder('x', 'y'), move('y/a.md', 'y/b.md'), replacement('y/b.md', 'a\n'), create('y/a.md')],
      // What lies at a name goes, and what is moved there has another past.
      [move('y/b.md', 'z.md'), create('w/b.md'), remove('y/a.md'), moveFolder('w', 'y')],
    )
    expect(await trailOf(history, 'z.md')).toEqual([
      '3 move y/b.md z.md',
      '2 replace y/b.md',
      '2 move y/a.md y/b.md',
      '2 move-folder x/a.md y/a.md',
      '1 create x/a.md',
    ])
    expect(await trailOf(history, 'y/b.md')).toEqual(['3 move-folder w/b.md y/b.md', '3 create w/b.md'])
  }))

test('a name that a note has left goes on with what lay there before', () =>
  withHistory(async ({ history }) => {
    await recorded(
      history,
      [create('long-name.md')],
      [move('long-name.md', 'b.md')],
      [create('long-name.md')],
    )
    expect(await trailOf(history, 'long-name.md')).toEqual([
      '3 create long-name.md',
      '2 move long-name.md',
      '1 create long-name.md',
    ])
  }))

test('a note that is gone is found by a name it once had, wherever it has gone from there', () =>
  withHistory(async ({ history }) => {
    await recorded(
      history,
      // Folders of that name that were moved before or after the note was in them.
      [moveFolder('dir', 'before')],
      [create('in/a.md')],
      [moveFolder('in', 'out')],
      [move('out/a.md', 'dir/longer.md')],
      [move('dir/longer.md', 'dir/b.md')],
      [moveFolder('dir', 'made/deep')],
      [moveFolder('dir', 'after')],
      [create('dir/b.md'), move('dir/b.md', 'never.md')],
      [moveFolder('made', 'last'), remove('last/deep/b.md')],
    )
    const whole = [
      '9 remove last/deep/b.md',
      '9 move-folder made/deep/b.md last/deep/b.md',
      '6 move-folder dir/b.md made/deep/b.md',
      '5 move dir/longer.md dir/b.md',
      '4 move out/a.md dir/longer.md',
      '3 move-folder in/a.md out/a.md',
      '2 create in/a.md',
    ]
    for (const name of ['in/a.md', 'out/a.md', 'dir/longer.md', 'made/deep/b.md', 'last/deep/b.md'])
      expect(await trailOf(history, name, false), name).toEqual(whole)
  }))

test('of two notes that had one name the trail is that of the later one', () =>
  withHistory(async ({ history }) => {
    await recorded(
      history,
      [create('in/a.md')],
      [moveFolder('in', 'first')],
      [create('in/a.md'), move('in/a.md', 'second/a.md')],
      [remove('second/a.md'), remove('first/a.md')],
    )
    expect((await trailOf(history, 'in/a.md', false)).slice(0, 2)).toEqual([
      '4 remove second/a.md',
      '3 move in/a.md second/a.md',
    ])
    expect((await trailOf(history, 'first/a.md', false)).slice(0, 2)).toEqual([
      '4 remove first/a.md',
      '2 move-folder in/a.md first/a.md',
    ])
  }))

test('a note has no part in the moves of its folder before it was made and after it was removed', () =>
  withHistory(async ({ history }) => {
    await recorded(
      history,
      [moveFolder('first', 'in')],
      [create('in/a.md')],
      [remove('in/a.md')],
      [create('in/a.md')],
      [moveFolder('in', 'out')],
      [remove('out/a.md')],
      [moveFolder('out', 'last')],
    )
    for (const name of ['in/a.md', 'out/a.md'])
      expect(await trailOf(history, name, false), name).toEqual([
        '6 remove out/a.md',
        '5 move-folder in/a.md out/a.md',
        '4 create in/a.md',
        '3 remove in/a.md',
        '2 create in/a.md',
      ])
  }))

test('a note that has come to a name with its folder goes on with it, whatever had left that name before', () =>
  withHistory(async ({ history }) => {
    await recorded(
      history,
      [create('y/a.md'), create('x/a.md')],
      [remove('y/a.md'), moveFolder('y', 'elsewhere')],
      [moveFolder('x', 'y')],
      [moveFolder('y', 'z')],
    )
    for (const name of ['x/a.md', 'y/a.md'])
      expect(await trailOf(history, name, false), name).toEqual([
        '4 move-folder y/a.md z/a.md',
        '3 move-folder x/a.md y/a.md',
        '1 create x/a.md',
      ])
  }))

test('a note that somebody removed by hand is followed back from the name it was moved to', () =>
  withHistory(async ({ history }) => {
    await recorded(history, [create('a.md')], [move('a.md', 'a-much-longer-name.md')])
    for (const isThere of [true, false])
      expect(await trailOf(history, 'a-much-longer-name.md', isThere)).toEqual([
        '2 move a.md a-much-longer-name.md',
        '1 create a.md',
      ])
    expect(await trailOf(history, 'never.md', false)).toEqual([])
  }))

test('what comes next for a note is its own step or the move of its folder, whichever is sooner', () =>
  withHistory(async ({ history }) => {
    await recorded(
      history,
      [create('in/a.md'), moveFolder('in', 'b'), replacement('b/a.md', 'a\n')],
      [create('in/a.md'), replacement('in/a.md', 'a\n'), moveFolder('in', 'c')],
      [moveFolder('in', 'd')],
    )
    const moves = history.folderMoves()
    const next = async (path: string, change: number, position: number) => {
      const step = await nextStepOn(history, moves, path, { change, position })
      return step && `${step.change}.${step.position}`
    }
    expect(await next('in/a.md', 1, 0)).toBe('1.1')
    expect(await next('b/a.md', 1, 1)).toBe('1.2')
    expect(await next('in/a.md', 1, 1)).toBe('2.0')
    expect(await next('in/a.md', 2, 0)).toBe('2.1')
    expect(await next('in/a.md', 2, 1)).toBe('2.2')
    expect(await next('in/a.md', 2, 2)).toBe('3.0')
    expect(await next('in/a.md', 3, 0)).toBeNull()
    expect(await next('inner/a.md', 1, 0)).toBeNull()
  }))
