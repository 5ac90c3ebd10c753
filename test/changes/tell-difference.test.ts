import { expect, test } from 'vitest'
import { tellDifference } from '../../src/changes/tell-difference.ts'
import { tellStep } from '../../src/changes/tell-step.ts'
import type { RecordedStep } from '../../src/changes/recorded-change.ts'
import { hashOf } from '../../src/files/hash-file.ts'
import { lines } from '../support/lines.ts'

const plan = lines(
  '---',
  'status: open',
  'tags: [a, b]',
  '---',
  '# Site',
  '',
  '## Plan',
  'One [[x]]',
  '## Costs',
  'None',
)

test.each([
  ['a line below a heading', plan.replace('One', 'Two'), '+1 -1 in "Plan"'],
  ['a line more at the end', `${plan}And more\n`, '+1 -0 in "Costs"'],
  ['a line less', plan.replace('One [[x]]\n', ''), '+0 -1 in "Plan"'],
  [
    'a new section between blank lines',
    plan.replace('## Costs', '\n## Crew\nAda\n\n## Costs'),
    '+4 -0 in "Crew"',
  ],
  [
    'a line and the date',
    plan.replace('None', 'Some').replace('---\ns', '---\nupdated: 2026-01-01\ns'),
    '+1 -1 in "Costs"',
  ],
  ['a new section', plan.replace('## Costs', '## Crew\nAda\n## Costs'), '+2 -0 in "Crew"'],
  ['lines below several headings', plan.replace('One', 'Two').replace('None', 'Some'), '+2 -2'],
  ['a link', plan.replace('[[x]]', '[[z/x]]'), '1 link'],
  ['a link and its line', plan.replace('One [[x]]', 'Two [[z/x]]'), '+1 -1 in "Plan"'],
  ['tags', plan.replace('[a, b]', '[b, c]'), 'tags +c -a'],
  ['a property', plan.replace('open', 'done'), 'status'],
  ['properties and text', plan.replace('open', 'done').replace('None', 'Some'), 'status, +1 -1 in "Costs"'],
  ['many properties', plan.replace('status: open', 'e: 1\nf: 2\ng: 3\nh: 4'), 'status, e, f, and 2 more'],
  ['a comment in frontmatter', plan.replace('status: open', 'status: open # so far'), '+1 -1'],
  ['a link among others', plan.replace('[[x]]', '[[x]] and [[y]]'), '+1 -1 in "Plan"'],
  [
    'a long heading',
    plan.replace('## Costs\nNone', `## ${'Costs '.repeat(9)}\nSome`),
    '+2 -2 in "Costs Costs Costs Costs Costs Costs Cost…"',
  ],
  ['a blank line', plan.replace('## Costs', '\n## Costs'), '+1 -0'],
  ['three properties', plan.replace('status: open', 'e: 1\nf: 2'), 'status, e, f'],
  ['nothing', plan, ''],
  ['line ends', plan.replaceAll('\n', '\r\n'), '+10 -10'],
])('%s is told in a few words', (_, after, words) => {
  expect(tellDifference(plan, after)).toBe(words)
})

test('links are counted that lead elsewhere, where nothing else has changed', () => {
  const text = 'One [[a]], [[b]] and [[c]].\n'
  expect(tellDifference(text, text.replace('[[a]]', '[[x]]').replace('[[c]]', '[[z]]'))).toBe('2 links')
  expect(tellDifference(text, text.replace('[[c]]', '[[z]]'))).toBe('1 link')
  expect(tellDifference(text, text.replace('[[c]]', '[[c]] [[d]]'))).toBe('+1 -1')
  expect(tellDifference('[a ![[b]]](c.md)\n', '[a ![[b]]](d.md)\n')).toBe('1 link')
})

test('one of the same lines that comes or goes is told under its heading', () => {
  const text = '# A\n\none\n\n# B\n\none\none\n'
  expect(tellDifference(text, `${text}one\n`)).toBe('+1 -0 in "B"')
  expect(tellDifference(`${text}one\n`, text)).toBe('+0 -1 in "B"')
  expect(tellDifference('one\n', 'one\none\n')).toBe('+1 -0')
})

const step: RecordedStep = {
  ...{ position: 0, kind: 'replace', path: 'a/n.md', movedTo: null, mode: null, madeFolder: null },
  ...{ beforeText: null, afterText: null, beforeHash: null, afterHash: null },
}
const both = {
  ...{ beforeText: 'one\n', afterText: 'one\ntwo\n' },
  ...{ beforeHash: hashOf(Buffer.from('one\n')), afterHash: hashOf(Buffer.from('one\ntwo\n')) },
}

test.each<[string | null, Partial<RecordedStep>]>([
  ['new, 2 lines', { kind: 'create', afterText: 'one\ntwo\n' }],
  ['new, 1 line', { kind: 'create', afterText: 'one\n' }],
  ['new', { kind: 'create' }],
  ['removed, 1 line', { kind: 'remove', beforeText: 'one\n' }],
  ['removed', { kind: 'remove' }],
  ['+1 -0', both],
  [null, {}],
  [null, { ...both, beforeText: null }],
  [null, { ...both, afterText: null }],
  [null, { ...both, afterHash: both.beforeHash }],
  ['moved', { kind: 'move', movedTo: 'b/n.md' }],
  ['renamed', { kind: 'move', movedTo: 'a/m.md' }],
  ['moved and renamed, +1 -0', { ...both, kind: 'move', movedTo: 'b/m.md' }],
  ['renamed', { kind: 'move-folder', movedTo: 'a/m' }],
  ['moved', { kind: 'move-folder' }],
])('a step is told as %s', (told, part) => {
  expect(tellStep({ ...step, ...part })).toBe(told)
})

test('of a long text and of one that is no note only the lines are counted', () => {
  const long = `## Log\n${'A line.\n'.repeat(30_000)}`
  expect(tellDifference(long, `${long}One more.\n`)).toBe('+1 -0')
  expect(tellDifference('## A\n', '## A\nb\n', false)).toBe('+1 -0')
})
