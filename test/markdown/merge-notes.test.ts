import { describe, expect, test } from 'vitest'
import { mergeNotes } from '../../src/markdown/merge/merge-notes.ts'
import { lines } from '../support/lines.ts'

const marks = { ours: 'main', theirs: 'phone', size: 7 }

function merge(base: string, ours: string, theirs: string) {
  const merged = mergeNotes({ base, ours, theirs }, marks)
  const turned = mergeNotes({ base, ours: theirs, theirs: ours }, { ...marks, ours: 'phone', theirs: 'main' })
  expect(turned?.conflicts).toBe(merged?.conflicts)
  if (merged?.conflicts === 0) expect(turned?.text).toBe(merged.text)
  return merged
}

describe('lists', () => {
  test('two tasks beside each other are ticked by two people', () => {
    const merged = merge(
      lines('- [ ] a', '- [ ] b'),
      lines('- [x] a', '- [ ] b'),
      lines('- [ ] a', '- [x] b'),
    )
    expect(merged).toEqual({ text: lines('- [x] a', '- [x] b'), conflicts: 0 })
  })

  test('a task is ticked by one and worded anew by the other', () => {
    const merged = merge(
      '- [ ] Call [[Ada]] #work\n',
      '- [x] Call [[Ada]] #work ✅ 2026-11-24\n',
      '- [ ] Call [[Ada Byron]] #home\n',
    )
    expect(merged).toEqual({ text: '- [x] Call [[Ada Byron]] #home ✅ 2026-11-24\n', conflicts: 0 })
  })

  test('what one adds below an item that the other removed is a conflict, and hangs below no other item', () => {
    for (const below of ['  - child', '  more of it', '    - [ ] deep']) {
      const merged = merge(lines('- a', '- b'), lines('- a'), lines('- a', '- b', below))
      expect(merged).toEqual({
        text: lines('- a', '<<<<<<< main', '=======', '- b', below, '>>>>>>> phone'),
        conflicts: 1,
      })
    }
    const grown = merge(
      lines('- a', '- b', '  - x', '- c'),
      lines('- a', '- c'),
      lines('- a', '- b', '  - x', '  - y', '- c'),
    )
    expect(grown?.text).toBe(
      lines('- a', '<<<<<<< main', '=======', '- b', '  - x', '  - y', '>>>>>>> phone', '- c'),
    )
    const beside = merge(lines('- a', '- b'), lines('- a'), lines('- a', '- b', '- c'))
    expect(beside).toEqual({ text: lines('- a', '- c'), conflicts: 0 })
  })

  test('what both add at the end of a list is there, in one order for both', () => {
    const merged = merge(lines('- a'), lines('- a', '- from here'), lines('- a', '- elsewhere'))
    expect(merged).toEqual({ text: lines('- a', '- elsewhere', '- from here'), conflicts: 0 })
  })

  test('a task that both add, ticked by one, is a conflict', () => {
    const merged = merge(lines('- a'), lines('- a', '- [ ] b'), lines('- a', '- [x] b'))
    expect(merged).toEqual({
      text: lines('- a', '<<<<<<< main', '- [ ] b', '=======', '- [x] b', '>>>>>>> phone'),
      conflicts: 1,
    })
  })

  test('an item that one moves and the other changes is changed in its new place', () => {
    const merged = merge(
      lines('- one thing to do', '- two', '- three'),
      lines('- two', '- three', '- one thing to do'),
      lines('- one thing to do now', '- two', '- three'),
    )
    expect(merged).toEqual({ text: lines('- two', '- three', '- one thing to do now'), conflicts: 0 })
  })

  test('rows and cells of a table are changed by both', () => {
    const merged = merge(
      lines('| a | b | c |', '|---|---|---|', '| x | 1 | 2 |'),
      lines('| a | b | c |', '|---|---|---|', '| x | 9 | 2 |', '| y | 5 | 6 |'),
      lines('| a | b | c |', '|---|---|---|', '| x | 1 | 8 |', '| w | 3 | 4 |'),
    )
    expect(merged).toEqual({
      text: lines('| a | b | c |', '|---|---|---|', '| x | 9 | 8 |', '| w | 3 | 4 |', '| y | 5 | 6 |'),
      conflicts: 0,
    })
  })
})

describe('text', () => {
  test('different sentences of one paragraph are changed by both', () => {
    const merged = merge(
      'The first one. The second one. The third one.\n',
      'The very first one. The second one. The third one.\n',
      'The first one. The second one. The third and last one.\n',
    )
    expect(merged).toEqual({
      text: 'The very first one. The second one. The third and last one.\n',
      conflicts: 0,
    })
  })

  test('one sentence that both change is a conflict of that line alone', () => {
    const merged = merge(
      lines('Before.', 'We meet on Monday.', 'After.'),
      lines('Before.', 'We meet on Tuesday.', 'After.'),
      lines('Before.', 'We meet on Friday.', 'After.'),
    )
    expect(merged).toEqual({
      text: lines(
        'Before.',
        '<<<<<<< main',
        'We meet on Tuesday.',
        '=======',
        'We meet on Friday.',
        '>>>>>>> phone',
        'After.',
      ),
      conflicts: 1,
    })
  })

  test('what one removed and the other changed is a conflict', () => {
    const merged = merge(lines('a', 'We meet on Monday.'), lines('a'), lines('a', 'We meet on Friday.'))
    expect(merged).toEqual({
      text: lines('a', '<<<<<<< main', '=======', 'We meet on Friday.', '>>>>>>> phone'),
      conflicts: 1,
    })
  })

  test('lines of code that stand beside each other are one thing', () => {
    const merged = merge(
      lines('```', 'let a = 1', 'let b = 2', '```'),
      lines('```', 'let a = 10', 'let b = 2', '```'),
      lines('```', 'let a = 1', 'let b = 20', '```'),
    )
    expect(merged?.conflicts).toBe(1)
  })

  test('paragraphs that both add in one place stand apart', () => {
    const merged = merge(lines('a'), lines('a', '', 'From here.'), lines('a', '', 'Elsewhere, this.'))
    expect(merged).toEqual({ text: lines('a', '', 'Elsewhere, this.', '', 'From here.'), conflicts: 0 })
  })
})

describe('sections', () => {
  const base = lines('# Note', '', '## One', '', 'first', '', '## Two', '', 'second')

  test('one moves a section and the other writes in it', () => {
    const moved = lines('# Note', '', '## Two', '', 'second', '', '## One', '', 'first')
    const merged = merge(base, moved, base.replace('first', 'first\nmore of it'))
    expect(merged).toEqual({ text: moved.replace('first', 'first\nmore of it'), conflicts: 0 })
  })

  test('one renames a heading and the other writes below it', () => {
    const merged = merge(base, base.replace('## One', '## Number one'), base.replace('first', 'first\nmore'))
    expect(merged).toEqual({
      text: base.replace('## One', '## Number one').replace('first', 'first\nmore'),
      conflicts: 0,
    })
  })

  test('both add a section at the end, with a blank line between', () => {
    const merged = merge(base, `${base}\n## B\n\nb\n`, `${base}\n## A\n\na\n`)
    expect(merged).toEqual({ text: `${base}\n## A\n\na\n\n## B\n\nb\n`, conflicts: 0 })
  })

  test('a section of one name that both add is one', () => {
    const merged = merge(base, `${base}\n## Log\n\n- b\n`, `${base}\n## Log\n\n- a\n`)
    expect(merged).toEqual({ text: `${base}\n## Log\n\n- a\n- b\n`, conflicts: 0 })
  })

  test('a section that one removed and the other wrote in stays, marked', () => {
    const merged = merge(base, lines('# Note', '', '## Two', '', 'second'), base.replace('first', 'more'))
    expect(merged).toEqual({
      text: lines(
        '# Note',
        '',
        '<<<<<<< main',
        '=======',
        '## One',
        '',
        'more',
        '',
        '>>>>>>> phone',
        '## Two',
        '',
        'second',
      ),
      conflicts: 1,
    })
  })

  test('the levels of all headings are changed while the other writes', () => {
    const merged = merge(base, base.replaceAll('## ', '### '), base.replace('second', 'second\nmore'))
    expect(merged).toEqual({
      text: base.replaceAll('## ', '### ').replace('second', 'second\nmore'),
      conflicts: 0,
    })
  })
})

test('a paragraph that one moved is moved where the other put a heading above it', () => {
  const merged = merge(
    lines('# H', '', 'One.', '', 'Two.', '', 'Three.'),
    lines('# H', '', 'Two.', '', 'Three.', '', 'One.'),
    lines('# H', '', '## New', '', 'One.', '', 'Two.', '', 'Three.'),
  )
  expect(merged).toEqual({
    text: lines('# H', '', '## New', '', 'Two.', '', 'Three.', '', 'One.'),
    conflicts: 0,
  })
})

describe('what both put into one place', () => {
  const both = (base: readonly string[], ours: readonly string[], theirs: readonly string[]) =>
    merge(lines(...base), lines(...base, ...ours), lines(...base, ...theirs))

  test('an item has what is indented below it, even if the other has the same below its own', () => {
    const below = ['  - all present', '  - no blockers']
    const merged = both(['- x'], ['- 10:00 Standup', ...below], ['- 15:00 Review', ...below])
    expect(merged).toEqual({
      text: lines('- x', '- 10:00 Standup', ...below, '- 15:00 Review', ...below),
      conflicts: 0,
    })
    expect(both(['- p'], ['- Shop', '  - milk', '- Work'], ['- Shop', '  - eggs', '- Home'])).toEqual({
      text: lines('- p', '- Shop', '  - eggs', '- Home', '- Shop', '  - milk', '- Work'),
      conflicts: 0,
    })
    expect(both(['- p'], ['  - below p'], ['- q'])).toEqual({
      text: lines('- p', '  - below p', '- q'),
      conflicts: 0,
    })
  })

  test.each([
    [
      'a paragraph under two others',
      ['', 'Ours.', '', 'Nothing to report.'],
      ['', 'Theirs.', '', 'Nothing to report.'],
    ],
    ['rules between entries', ['', 'ours', '', '---'], ['', 'theirs', '', '---']],
    ['items in another order', ['- eggs', '- bread'], ['- bread', '- eggs']],
    ['items below the one before, and after it', ['  - ours', '- end o'], ['  - theirs', '- end t']],
  ])('is in conflict where it would no longer stand with its own: %s', (_, ours, theirs) => {
    const base = ours[0]?.trim() === '' ? ['one'] : ['- one']
    expect(both(base, ours, theirs)?.conflicts).toBeGreaterThan(0)
  })

  test('two tables stand one below the other', () => {
    const table = (head: string, row: string) => ['', head, '|---|---|', row]
    expect(both(['x'], table('| a | b |', '| 1 | 2 |'), table('| c | d |', '| 3 | 4 |'))).toEqual({
      text: lines('x', ...table('| a | b |', '| 1 | 2 |'), ...table('| c | d |', '| 3 | 4 |')),
      conflicts: 0,
    })
  })
})

describe('what one wrote is in conflict where the other took the ground from under it', () => {
  const table = (head: string, ...rows: readonly string[]) =>
    lines(head, `|${'---|'.repeat(head.split('|').length - 2)}`, ...rows)
  test.each([
    [
      'a section',
      lines('## Done', '- [x] old', '', '## Next', '- [ ] one', '', '## Later', 'x'),
      lines('## Done', '- [x] old', '', '## Later', 'x'),
      lines('## Done', '- [x] old', '', '## Next', '- [ ] one', '- [ ] two', '', '## Later', 'x'),
    ],
    [
      'a section under a line of signs',
      lines('Done', '====', '- [x] old', '', 'Next', '====', '- [ ] one'),
      lines('Done', '====', '- [x] old'),
      lines('Done', '====', '- [x] old', '', 'Next', '====', '- [ ] one', '- [ ] two'),
    ],
    [
      'a comment',
      lines('a', '', '%%', 'hidden', '%%', '', 'b'),
      lines('a', '', 'b'),
      lines('a', '', '%%', 'hidden', 'and this', '%%', '', 'b'),
    ],
    [
      'a callout',
      lines('a', '', '> [!note]', '> one', '', 'b'),
      lines('a', '', 'b'),
      lines('a', '', '> [!note]', '> one', '> two', '', 'b'),
    ],
    [
      'columns in another order, and a row',
      table('|a|b|', '|1|2|'),
      table('|b|a|', '|2|1|'),
      table('|a|b|', '|1|2|', '|5|6|'),
    ],
    [
      'a column less, and a row',
      table('|a|b|c|', '|1|2|3|'),
      table('|a|c|', '|1|3|'),
      table('|a|b|c|', '|1|2|3|', '|5|6|7|'),
    ],
    ['two columns more', table('|a|b|', '|1|2|'), table('|a|b|x|', '|1|2|3|'), table('|a|y|b|', '|1|9|2|')],
  ])('%s', (_, base, ours, theirs) => {
    expect(merge(base, ours, theirs)?.conflicts).toBe(1)
  })

  test('but not where an item was removed, or a column has another name', () => {
    expect(merge(lines('- a', '- b', '- c'), lines('- a', '- c'), lines('- a', '- b', '- d', '- c'))).toEqual(
      {
        text: lines('- a', '- d', '- c'),
        conflicts: 0,
      },
    )
    const merged = merge(table('|a|b|', '|1|2|'), table('|n|b|', '|1|2|'), table('|a|b|', '|1|2|', '|3|4|'))
    expect(merged).toEqual({ text: table('|n|b|', '|1|2|', '|3|4|'), conflicts: 0 })
  })
})

test('paragraphs that stood apart are not joined', () => {
  const merged = merge(
    '# T\n\n## A\n\na\n\n## B\n\nb',
    '# T\n\n## B\n\nb\n\n## A\n\na',
    '# T\n\n## A\n\na\n\na2\n\n## B\n\nb',
  )
  expect(merged?.text).not.toMatch(/a\na2/)
})

describe('what would mean something else than where it came from is in conflict', () => {
  test.each([
    [
      'two comments around the same, of which one has a line less',
      lines('# H', '', 'one', 'two', '', 'rest'),
      lines('# H', '', '%%', 'one', '%%', '', 'rest'),
      lines('# H', '', '%%', 'one', 'two', '%%', '', 'rest'),
    ],
    [
      'an item that one put below another, which the other moved',
      lines('- Ann', '- call home', '- Bob'),
      lines('- Ann', '  - call home', '- Bob'),
      lines('- Bob', '- call home', '- Ann'),
    ],
    [
      'an item that one put below another, which the other removed',
      lines('- zero', '- apples', '- pears'),
      lines('- zero', '- apples', '  - pears'),
      lines('- zero', '- pears'),
    ],
    [
      'an item above a table, which would go on with it',
      lines('intro', '', '- write it', '', '| a | b |', '| --- | --- |', '| c | d |'),
      lines('intro', '', '- write it', '- send it', '', '| a | b |', '| --- | --- |', '| c | d |'),
      lines('intro', '', '| a | b |', '| --- | --- |', '| c | d |'),
    ],
    [
      'a line within what the other made a quote',
      lines('- apples', '- pears'),
      lines('> [!note] Fruit', '> - apples', '> - pears'),
      lines('- apples', '- cherries', '- pears'),
    ],
    [
      'an item of a list to which the other gave numbers',
      lines('- apples', '- pears'),
      lines('1. apples', '2. pears'),
      lines('- apples', '- new', '- pears'),
    ],
    [
      'a line within what the other made a list',
      lines('one', 'two'),
      lines('- one', '- two'),
      lines('one', 'new line', 'two'),
    ],
    [
      'a paragraph joined with what the other made a quote',
      lines('one two', '', 'three four'),
      lines('> one two', '', 'three four'),
      lines('one two', 'three four'),
    ],
    ...[
      ['%%', '%%'],
      ['$$', '$$'],
      ['```', '```'],
      ['<!--', '-->'],
    ].map(([open = '', close = '']): [string, string, string, string] => [
      `two ${open} … ${close} that overlap, so that text of both would stand outside of them`,
      lines('a', '', 'b', '', 'c', '', 'd', '', 'e'),
      lines('a', '', open, 'b', '', 'c', close, '', 'd', '', 'e'),
      lines('a', '', 'b', '', open, 'c', '', 'd', close, '', 'e'),
    ]),
    [
      'a fence and a comment that overlap',
      lines('a', '', 'b', '', 'c', '', 'd', '', 'e'),
      lines('a', '', '```', 'b', '', 'c', '```', '', 'd', '', 'e'),
      lines('a', '', 'b', '', '%%', 'c', '', 'd', '%%', '', 'e'),
    ],
    [
      'code that one adds within what the other made code',
      lines('a', '', 'b', '', 'c', '', 'd'),
      lines('a', '', '```', 'b', '', 'c', '```', '', 'd'),
      lines('a', '', 'b', '', '```sh', 'ls', '```', '', 'c', '', 'd'),
    ],
    [
      'a comment that one adds within what the other made a comment',
      lines('a', '', 'b', '', 'c', '', 'd'),
      lines('a', '', '%%', 'b', '', 'c', '%%', '', 'd'),
      lines('a', '', 'b %%todo%%', '', 'c', '', 'd'),
    ],
    [
      'a second line of a paragraph that the other wrote anew',
      lines('alpha words here', 'bravo words here'),
      lines('quite another thought'),
      lines('alpha words here', 'bravo words here', 'charlie says no'),
    ],
    [
      'what one wrote below an item that the other replaced',
      lines('- travel recipe', '- budget draft', '- last'),
      lines('- travel recipe', '- budget draft', '  idea call garden.', '- last'),
      lines('- travel recipe', '- zzz quite other', '- last'),
    ],
    [
      'what one wrote below an item, where the other put another item',
      lines('- alpha', '- bravo', '- charlie'),
      lines('- alpha', '  detail of alpha', '- charlie'),
      lines('- alpha', '- inserted', '- bravo', '- charlie'),
    ],
    [
      'what one wrote in a list of the frontmatter below what the other replaced',
      lines('---', 'people:', '  - name: Ada', '---'),
      lines('---', 'people:', '  - name: Zoe', '---'),
      lines('---', 'people:', '  - name: Ada', '    mail: a@x', '---'),
    ],
    [
      'a comment around what the other made a heading',
      lines('intro', '', 'alpha words here', '', 'end'),
      lines('intro', '', '### Decision', '', 'new thought', '', 'end'),
      lines('intro', '', '%%', 'alpha words here', '%%', '', 'end'),
    ],
    [
      'an open task, where the other began a list of what is done',
      lines('- [ ] alpha'),
      lines('- [ ] alpha', '- [ ] charlie'),
      lines('## Open', '', '- [ ] alpha', '', '## Done', '', '- [x] zulu'),
    ],
    [
      'a row of a table that one moved, and the other gave fewer columns',
      lines('| a | b |', '|---|---|', '| 1 | 2 |', '', 'one', '', 'two'),
      lines('| a |', '|---|', '| 1 |', '', 'one', '', 'two'),
      lines('one', '', 'two', '', '| a | b |', '|---|---|', '| 1 | 2 |', '| 3 | 4 |'),
    ],
    [
      'a row of a table that one moved, and of which the other exchanged the columns',
      lines('| name | debt |', '|---|---|', '| Ada | 10 |', '', 'one', '', 'two'),
      lines('| debt | name |', '|---|---|', '| 10 | Ada |', '', 'one', '', 'two'),
      lines('one', '', 'two', '', '| name | debt |', '|---|---|', '| Ada | 10 |', '| Bob | 20 |'),
    ],
    [
      'two footnotes of one label',
      lines('Text one.', '', 'Text two.'),
      lines('Text one.[^1]', '', 'Text two.', '', '[^1]: Ada says so.'),
      lines('Text one.', '', 'Text two.[^1]', '', '[^1]: See the manual.'),
    ],
    [
      'a sentence behind one that the other put into a comment',
      lines('Do it now. Then rest a bit. End it here.'),
      lines('Do it now. %%Then rest a bit.%% End it here.'),
      lines('Do it now. Then rest a bit. Add secret. End it here.'),
    ],
    [
      'days of a change in an order that may be read in two ways',
      lines('---', 'updated: 01.01.2026', '---'),
      lines('---', 'updated: 05.03.2026', '---'),
      lines('---', 'updated: 12.02.2026', '---'),
    ],
    ...[
      ['a price', '3.50 EUR', '4.50 EUR', '3.75 EUR'],
      ['a day', '12.03.2026', '13.03.2026', '12.04.2026'],
      ['a day in words', '12. March', '13. March', '12. April'],
      [
        'an address',
        'https://a.example.com/p.html',
        'https://a.example.org/p.html',
        'https://a.example.com/p.pdf',
      ],
      ['code', '`rm a. rm b. rm c.`', '`rm x. rm b. rm c.`', '`rm a. rm b. rm d.`'],
    ].map(([what = '', ...texts]): [string, string, string, string] => {
      const [base = '', ours = '', theirs = ''] = texts.map((text) => lines(`It is ${text} here`))
      return [`${what} of which both changed another part`, base, ours, theirs]
    }),
  ])('%s', (_, base, ours, theirs) => {
    expect(merge(base, ours, theirs)?.conflicts).toBeGreaterThan(0)
  })
})

test('the text of a section that one moved, and of which the other removed the heading, stands below no third one', () => {
  const merged = merge(
    lines('## Goals', '', 'ship it', '', '## Risks', '', 'it may sink', '', '## Costs', '', 'ten ducats'),
    lines('## Goals', '', 'ship it', '', 'it may sink', '', '## Costs', '', 'ten ducats'),
    lines('## Goals', '', 'ship it', '', '## Costs', '', 'ten ducats', '', '## Risks', '', 'it may sink'),
  )
  expect(merged?.text).toContain(lines('## Risks', '', 'it may sink'))
})

describe('where one puts in a heading, what the other did stays done, and where it was done', () => {
  test.each([
    [
      lines('# A', '', 'one', '', 'two', '', 'three'),
      lines('# A', '', 'one', '', 'three'),
      lines('# A', '', '## New', '', 'one', '', 'two', '', 'three'),
      lines('# A', '', '## New', '', 'one', '', 'three'),
    ],
    [
      lines('## A', '', '- one', '- two', '- three'),
      lines('## A', '', '- one', '- three'),
      lines('# Title', '', '## A', '', '- one', '- two', '- three'),
      lines('# Title', '', '## A', '', '- one', '- three'),
    ],
    [
      lines('intro words', '', 'alpha words'),
      lines('intro words', '', 'alpha words', '', 'zzz fresh'),
      lines('# Title', '', 'intro words', '', 'alpha words'),
      lines('# Title', '', 'intro words', '', 'alpha words', '', 'zzz fresh'),
    ],
    [
      lines('### A', '', 'a text', '', '### B', '', 'b text'),
      lines('### A', '', 'a text'),
      lines('## A', '', 'a text', '', '### B', '', 'b text'),
      lines('## A', '', 'a text'),
    ],
  ])('%j', (base, ours, theirs, text) => {
    expect(merge(base, ours, theirs)).toEqual({ text, conflicts: 0 })
  })
})

test('a table that one moved and in which the other changed a cell is not lost, whichever side is taken', () => {
  const table = (cell: string) => lines('| a | b |', '|---|---|', `| 1 | ${cell} |`)
  const rest = lines('one', '', 'two', '', 'three')
  const merged = merge(`${table('2')}\n${rest}`, `${table('9')}\n${rest}`, `${rest}\n${table('2')}`)
  expect(merged?.text).toContain(rest)
  expect(merged?.text).toContain(table('9'))
})

test('a base that is itself in conflict, as of several common commits, is left to git', () => {
  const base = lines('<<<<<<< one', 'a1', '=======', 'a2', '>>>>>>> two', '', 'b')
  expect(merge(base, lines('a1', '', 'b'), lines('a2', '', 'b'))).toBeNull()
})

describe('a paragraph that one removed and the other changed', () => {
  const [one, three] = ['One.\n', 'Three.\n']
  const two = (more: string) => `Two is this${more}.\n`
  test.each([
    [
      'between others',
      `${one}\n${two('')}\n${three}`,
      `${one}\n${three}`,
      `${one}\n${two(' now')}\n${three}`,
    ],
    ['at the end', `${one}\n${two('')}`, one, `${one}\n${two(' now')}`],
    ['at the start', `${two('')}\n${three}`, three, `${two(' now')}\n${three}`],
  ])('%s: with the marks taken out there is what either side has', (_, base, removed, changed) => {
    for (const [ours, theirs] of [
      [removed, changed],
      [changed, removed],
    ] as const) {
      const merged = merge(base, ours, theirs)
      expect(merged?.conflicts).toBe(1)
      const text = merged?.text ?? ''
      const [, before = '', mine = '', yours = '', after = ''] =
        /^(.*)<{7}.*?\n(.*)={7}\n(.*)>{7}.*?\n(.*)$/s.exec(text) ?? []
      expect([before + mine + after, before + yours + after]).toEqual([ours, theirs])
      expect(text.replaceAll(/^[<=>]{7}.*\n/gm, '')).toBe(changed)
    }
  })
})

describe('frontmatter', () => {
  test('keys of both, tags as a set, the later time', () => {
    const merged = merge(
      lines('---', 'title: A', 'tags: [a, b]', 'updated: 2026-01-01', '---', 'text'),
      lines('---', 'title: A', 'tags: [a, b, c]', 'updated: 2026-01-03', 'up: x', '---', 'text'),
      lines('---', 'title: A', '# why', 'rank: 1', 'tags: [b, d]', 'updated: 2026-01-02', '---', 'text'),
    )
    expect(merged).toEqual({
      text: lines(
        '---',
        'title: A',
        '# why',
        'rank: 1',
        'tags: [b, c, d]',
        'updated: 2026-01-03',
        'up: x',
        '---',
        'text',
      ),
      conflicts: 0,
    })
  })

  test.each([
    ...['updated', 'modified', 'lastmod', 'mtime', 'last_updated', 'date modified', 'date-modified'],
    ...['date_modified', 'dateModified', 'last-modified', 'last_modified'],
  ])('of two times of the last change under %s the later', (key) => {
    const note = (time: string) => lines('---', `${key}: ${time}`, '---')
    const merged = merge(note('2026-01-01'), note('2026-01-03'), note('2026-01-02 10:00'))
    expect(merged).toEqual({ text: note('2026-01-03'), conflicts: 0 })
  })

  test.each(['created', 'created-at', 'date created', 'ctime'])(
    'of two times under %s at which two made one note the earlier',
    (key) => {
      const daily = (time: string) => lines('---', `${key}: ${time}`, '---', '', '## Plan', '', '## Log')
      const times = [daily('2026-01-02T09:00:04Z'), daily('2026-01-02T09:00:01Z')] as const
      expect(merge('', ...times)).toEqual({ text: times[1], conflicts: 0 })
      // What stood there when both began somebody has changed on purpose.
      expect(merge(daily('2026-01-01T08:00:00Z'), ...times)?.conflicts).toBe(1)
      expect(merge('', daily('1 May'), daily('2 May'))?.conflicts).toBe(1)
    },
  )

  test('a comment that one added to a time or to tags is there, or the key is in conflict', () => {
    const note = (tags: string, updated: string) =>
      lines('---', `tags: ${tags}`, `updated: ${updated}`, '---')
    const base = note('[a, "#b"]', '2026-01-01')
    const later = merge(base, note('[a, "#b"]', '2026-01-03 # by hand'), note('[a, "#b"]', '2026-01-02'))
    expect(later).toEqual({ text: note('[a, "#b"]', '2026-01-03 # by hand'), conflicts: 0 })
    for (const ours of [note('[a, "#b"]', '2026-01-02 # by hand'), note('[a, "#b"] # by hand', '2026-01-01')])
      for (const [one, other] of [
        [ours, note('[a, c]', '2026-01-03')],
        [note('[a, c]', '2026-01-03'), ours],
      ] as const)
        expect(merge(base, one, other)?.text).toContain('# by hand')
  })

  test('items below a value, which YAML reads as more of it, are no tags of their own', () => {
    const tags = (first: string) => lines('---', `tags:${first}`, '  - home', '  - green', '---')
    const merged = merge(tags(''), tags(' one'), tags(' two'))
    expect(merged?.conflicts).toBe(1)
    expect(merged?.text).toContain('tags: one\n  - home\n  - green\n# =======\n# tags: two\n#   - home\n')
  })

  test('one removes all below the frontmatter and the break after it, and the other adds a tag', () => {
    const head = ['---', 'tags:', '  - home', '---']
    const merged = merge(
      [...head, 'Text.'].join('\n'),
      ['---', 'tags:', '  - new', '  - home', '---', 'Text.'].join('\n'),
      head.join('\n'),
    )
    expect(merged).toEqual({ text: '---\ntags:\n  - new\n  - home\n---', conflicts: 0 })
  })

  test('a value that both change is marked in comments, and can be read', () => {
    const merged = merge(
      lines('---', 'status: open', '---'),
      lines('---', 'status: done', '---'),
      lines('---', 'status: dropped', '---'),
    )
    expect(merged).toEqual({
      text: lines(
        '---',
        '# <<<<<<< main',
        'status: done',
        '# =======',
        '# status: dropped',
        '# >>>>>>> phone',
        '---',
      ),
      conflicts: 1,
    })
  })

  test.each([
    ['other values', '  c: 3', '  c: 4'],
    ['one value', '  c: 3', '  c: 3'],
    ['an item', '  - Cyd', '  - Cyd'],
  ])('what both put into one key at different places does not stand twice: %s', (_what, mine, yours) => {
    const [first, second] = mine.includes('-') ? ['  - Ada', '  - Bob'] : ['  a: 1', '  b: 2']
    const merged = merge(
      lines('---', 'x: 1', 'below:', first, second, '---'),
      lines('---', 'x: 2', 'below:', first, mine, second, '---'),
      lines('---', 'x: 1', 'below:', first, second, yours, '---'),
    )
    const theirs = ['below:', first, second, yours].map((line) => `# ${line}`)
    expect(merged).toEqual({
      text: lines(
        ...['---', 'x: 2', '# <<<<<<< main', 'below:', first, mine, second, '# ======='],
        ...[...theirs, '# >>>>>>> phone', '---'],
      ),
      conflicts: 1,
    })
  })

  test('frontmatter in braces is one thing, in which no key stands twice', () => {
    const note = (...keys: readonly string[]) =>
      lines('---', '{', ...keys.map((key) => ` ${key},`), '}', '---')
    const base = note('a: 1', 'b: 2')
    expect(merge(base, note('a: 1', 'c: 3', 'b: 2'), note('a: 1', 'b: 2', 'd: 4'))?.conflicts).toBe(0)
    expect(merge(base, note('a: 1', 'c: 3', 'b: 2'), note('a: 1', 'b: 2', 'c: 4'))?.conflicts).toBe(1)
  })

  test('what each did below one key is merged as far as its values are', () => {
    const note = (...below: readonly string[]) => lines('---', 'people:', ...below, '---')
    const [ada, bob] = [['  - name: Ada', '    age: 3'], ['  - name: Bob']]
    expect(
      merge(
        note(...ada, ...bob),
        note('  - name: Ada', '    age: 4', ...bob),
        note(...ada, ...bob, '  - name: Cyd'),
      ),
    ).toEqual({ text: note('  - name: Ada', '    age: 4', ...bob, '  - name: Cyd'), conflicts: 0 })
  })

  test('both give frontmatter to a note that had none', () => {
    const merged = merge('text\n', lines('---', 'a: 1', '---', 'text'), lines('---', 'b: 2', '---', 'text'))
    expect(merged).toEqual({ text: lines('---', 'a: 1', 'b: 2', '---', 'text'), conflicts: 0 })
  })

  test('what cannot be read is left to git', () => {
    for (const broken of [lines('---', 'a: [', '---', 'text'), lines('---', 'A text', '---', 'text')])
      expect(merge('text\n', broken, lines('---', 'b: 1', '---', 'text'))).toBeNull()
  })
})

describe('bytes', () => {
  test('line breaks follow the side that changed them all', () => {
    const merged = merge('a\n\nb\n', 'a\r\n\r\nb\r\n', 'a\n\nb\n\nc\n')
    expect(merged).toEqual({ text: 'a\r\n\r\nb\r\n\r\nc\r\n', conflicts: 0 })
  })

  test('a byte-order mark and a missing last break stay', () => {
    const merged = merge('\uFEFFa\n\nb', '\uFEFFA new\n\nb', '\uFEFFa\n\nb\n\nc')
    expect(merged?.text.startsWith('\uFEFF')).toBe(true)
    expect(merged?.text.endsWith('c')).toBe(true)
  })

  test('a note that mixes line breaks is left to git', () => {
    const [mixed, plain, other] = ['a\r\nb\n\nc\n', 'a\nb\n\nc\nd\n', 'z\na\nb\n\nc\n']
    expect(merge(mixed, plain, other)).toBeNull()
    expect(merge(plain, mixed, other)).toBeNull()
    expect(merge(plain, other, 'a\rb\n\nc\nd\n')).toBeNull()
  })

  test.each([
    ['below a conflict', 'x\n', 'p\nq', 'r\nq\n'],
    ['of a text that both have anew', '', 'a\n\nb', 'c\n\nb\n'],
    ['of one that one side empties', 'a\nb', 'a\nb\nc\n', ''],
  ])('whether a break is at the end does not depend on whose it is: %s', (_where, base, ours, theirs) => {
    const isEnded = (one: string, other: string) => merge(base, one, other)?.text.endsWith('\n')
    expect(isEnded(ours, theirs)).toBe(isEnded(theirs, ours))
  })

  test('a break at the end that one side took away is gone below a conflict', () => {
    expect(merge('a\nb\nc\n', 'A\nb\nc', 'X\nb\nc\n')?.text).toBe(
      '<<<<<<< main\nA\n=======\nX\n>>>>>>> phone\nb\nc',
    )
  })

  test('line breaks are those of a text that has some', () => {
    expect(merge('a\r\n\r\nb\r\n', 'a', 'a\r\n\r\nb\r\n\r\nc\r\n')?.text).not.toMatch(/(?<!\r)\n/)
  })

  test('a byte-order mark in conflict stands before the first line of each side', () => {
    const marked = (...text: readonly string[]) => `\uFEFF${lines(...text)}`
    expect(
      merge(marked('Title one', '', 'x'), marked('Title ours', '', 'x'), marked('Title theirs', '', 'x')),
    ).toEqual({
      text: lines(
        ...['<<<<<<< main', '\uFEFFTitle ours', '=======', '\uFEFFTitle theirs', '>>>>>>> phone', '', 'x'],
      ),
      conflicts: 1,
    })
    expect(merge(marked('One two.', 'x'), marked('x'), marked('One three.', 'x'))).toEqual({
      text: lines(...['<<<<<<< main', '\uFEFFx', '=======', '\uFEFFOne three.', 'x', '>>>>>>> phone']),
      conflicts: 1,
    })
  })
})

describe('nothing is lost where one moves what the other writes anew', () => {
  test('a line that one moved and the other replaced by a paragraph', () => {
    const merged = merge(lines('alpha one', 'two'), lines('two', 'alpha one'), lines('new text', '', 'two'))
    expect(merged).toEqual({
      text: lines('<<<<<<< main', '=======', 'new text', '', '>>>>>>> phone', 'two', 'alpha one'),
      conflicts: 1,
    })
  })

  test('the text of a section that one moved out of it and the other wrote anew', () => {
    const merged = merge(
      lines('head', '', '## H', 'old text', '## K'),
      lines('head', '', '## H', '', 'new of ours', '', '## K'),
      lines('head', 'old text', '', '## H', '## K'),
    )
    expect(merged?.conflicts).toBe(1)
    expect(merged?.text).toContain('new of ours')
  })

  test('headings that both add while both exchange an item and a heading', () => {
    const merged = merge(
      lines('1. item one', '## Sec'),
      lines('', '### New of ours', '', '## Sec', '1. item one'),
      lines('## Sec', '', '### New of theirs', '', 'theirs', '', '1. item one'),
    )
    expect(merged?.text).toContain('### New of ours')
    expect(merged?.text).toContain('### New of theirs')
  })

  test('an item that one removed from a list that the other moved is gone', () => {
    const list = ['- one alpha', '- two beta', '- three gamma']
    const rest = ['middle', '', '- red', '- blue']
    const merged = merge(
      lines(...list, '', ...rest),
      lines(...rest, '', ...list),
      lines('- one alpha', '- three gamma', '', ...rest),
    )
    expect(merged).toEqual({ text: lines(...rest, '', '- one alpha', '- three gamma'), conflicts: 0 })
  })

  test('a paragraph before which one puts a heading and which the other moves stands once', () => {
    const merged = merge(
      lines('intro', '', 'para one', '', 'more text'),
      lines('intro', '', '# New heading', '', 'para one', '', 'more text'),
      lines('intro', '', 'more text', '', 'para one'),
    )
    expect(merged?.text.split('para one')).toHaveLength(2)
  })

  test('a line of which one made something else does not end with what the other wrote behind it', () => {
    const merged = merge(
      lines('- [ ] Cut the hedge', '- [ ] Buy seeds', '  for [[Spring]]', '- [x] Mow'),
      lines('- [ ] Cut the hedge', '- [ ] Buy seeds', '  for [[Spring]] and summer', '- [x] Mow'),
      lines('- [ ] Buy seeds', '- [ ] Cut the hedge', '- [x] Mow', '  for [[Spring]]'),
    )
    expect(merged?.text).toContain('for [[Spring]] and summer')
    expect(merged?.text).not.toContain('hedge and summer')
  })
})

test('what one changed below an item that the other removed is a conflict with all that hangs below it', () => {
  const merged = merge(
    lines('- a', '  - a1', '  - a2', '- b'),
    lines('- b'),
    lines('- a', '  - a1 changed', '  - a2', '- b'),
  )
  expect(merged?.text).toBe(
    lines('<<<<<<< main', '=======', '- a', '  - a1 changed', '  - a2', '>>>>>>> phone', '- b'),
  )
})

test('whether the last line of a heading ends with a break does not depend on whose it is', () => {
  const merged = merge('a\n\nc d\n---\n', 'a\n\nc d\n---', 'a yours\n\nc d\n---\n')
  expect(merged).toEqual({ text: 'a yours\n\nc d\n---', conflicts: 0 })
})

test('frontmatter in which a key of one needs what the other took away is in conflict as a whole, and can be read', () => {
  const merged = merge(
    lines('---', 'a: &x 1', 'b: *x', 'c: 3', '---', 'T'),
    lines('---', 'a: 1', 'b: 1', 'c: 3', '---', 'T'),
    lines('---', 'a: &x 1', 'b: *x', 'c: *x', '---', 'T'),
  )
  expect(merged).toEqual({
    text: lines(
      ...['---', '# <<<<<<< main', 'a: 1', 'b: 1', 'c: 3', '# ======='],
      ...['# a: &x 1', '# b: *x', '# c: *x', '# >>>>>>> phone', '---', 'T'],
    ),
    conflicts: 1,
  })
})
