import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeNotes } from '../../src/markdown/merge/merge-notes.ts'
import { times } from '../support/long.ts'
import { expectMerged } from '../support/merge-law.ts'
import { randomEdits } from '../support/random-edits.ts'

/** Lines of a long list: a merge of a thousand takes seconds. */
const long = times(300, 1_000)

const subjects = ['apples', 'pears', 'plums', 'wood', 'stone']

test.each([50, 51, long])(
  'one changes each of %i tasks, the other one of them or the end of the list',
  (count) => {
    const tasks = tasksOf(count)
    const ticked = tasks.map(tick)
    const tagged = tasks.map((task) => `${task} #fruit`)
    const added = [...tasks, '- [ ] brand new']
    expectClean(tasks, ticked, added, [...ticked, '- [ ] brand new'])
    expectClean(tasks, tagged, tickedAt(tasks, 20), tickedAt(tagged, 20))
    expectClean(tasks, tagged, ticked, tagged.map(tick))
  },
)

test.each([30, 50, long])('one lines up a table of %i rows, the other changes a cell', (count) => {
  const rows = ['| name | worth |', '| --- | --- |', ...linesOf(count, (at) => `| name ${at} | ${3 * at} |`)]
  const linedUp = rows.map((row) => row.replaceAll(' |', '         |'))
  const change = (lines: readonly string[]) => lines.map((line) => line.replace(/ 51 *\|/, ' new |'))
  expectClean(rows, linedUp, change(rows), change(linedUp))
})

test('one changes each of many tasks, and both change them at random besides', () => {
  const base = `# Tasks\n\n${tasksOf(80).join('\n')}\n`
  const changes = fc.constantFrom(
    (line: string) => tick(line),
    (line: string) => (line.startsWith('- ') ? `${line} #fruit` : line),
  )
  const law = fc.property(randomEdits, randomEdits, changes, (first, second, change) => {
    expectMerged(base, first, second, { ours: (text) => text.split('\n').map(change).join('\n') })
  })
  fc.assert(law, { numRuns: 60 })
})

test('one adds thousands of lines at the end and changes one before them, the other changes a line', () => {
  const base = ['# A', '', 'mid', '', ...linesOf(90, (at) => `Old ${at}.`)]
  const added = linesOf(5_000, (at) => (at % 2 === 0 ? '' : `New ${at}.`))
  const retitled = ['# B', ...base.slice(1)]
  const changed = (lines: readonly string[]) => lines.map((line) => line.replace('mid', 'mid, changed'))
  expectClean(base, changed(base), [...base, ...added], [...changed(base), ...added])
  expectClean(base, changed(base), [...retitled, ...added], [...changed(retitled), ...added])
})

function tasksOf(count: number): readonly string[] {
  return linesOf(count, (at) => `- [ ] Task ${at} about ${subjects[at % 5] ?? ''}`)
}

function linesOf(count: number, lineAt: (at: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, at) => lineAt(at))
}

function tick(task: string): string {
  return task.replace('[ ]', '[x]')
}

function tickedAt(tasks: readonly string[], index: number): readonly string[] {
  return tasks.map((task, at) => (at === index ? tick(task) : task))
}

/** Both ways round. */
function expectClean(...texts: readonly (readonly string[])[]): void {
  const [base = '', ours = '', theirs = '', text] = texts.map((lines) => `${lines.join('\n')}\n`)
  const marks = { ours: 'ours', theirs: 'theirs', size: 7 }
  expect(mergeNotes({ base, ours, theirs }, marks)).toEqual({ text, conflicts: 0 })
  expect(mergeNotes({ base, ours: theirs, theirs: ours }, marks)).toEqual({ text, conflicts: 0 })
}
