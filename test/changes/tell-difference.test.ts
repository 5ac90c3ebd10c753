import { expect, test } from 'vitest'
import { tellDifference } from '../../src/changes/tell-difference.ts'
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
  ['line ends', plan.replaceAll('\n', '\r\n'), '+10 -10'],
])('%s is told in a few words', (_, after, words) => {
  expect(tellDifference(plan, after)).toBe(words)
})

test('of a long text and of one that is no note only the lines are counted', () => {
  const long = `## Log\n${'A line.\n'.repeat(30_000)}`
  expect(tellDifference(long, `${long}One more.\n`)).toBe('+1 -0')
  expect(tellDifference('## A\n', '## A\nb\n', false)).toBe('+1 -0')
})
