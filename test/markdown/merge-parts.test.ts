import { describe, expect, test } from 'vitest'
import { mergeLine } from '../../src/markdown/merge/merge-line.ts'
import { mergeNotes } from '../../src/markdown/merge/merge-notes.ts'
import { lines } from '../support/lines.ts'

const marks = { ours: 'ours', theirs: 'theirs', size: 7 }

/** The merge, which is the same whichever side is ours; null where it is in conflict. */
function merge(base: string, ours: string, theirs: string): string | null {
  const one = mergeNotes({ base, ours, theirs }, marks)
  const other = mergeNotes({ base, ours: theirs, theirs: ours }, marks)
  expect(one?.conflicts).toBe(other?.conflicts)
  if (one === null || one.conflicts > 0) return null
  expect(one.text).toBe(other?.text)
  return one.text
}

function mergeParts(base: string, ours: string, theirs: string): string | null {
  const merged = mergeLine({ base, ours, theirs })
  expect(mergeLine({ base, ours: theirs, theirs: ours })).toBe(merged)
  return merged
}

describe('cells of a row are below their columns', () => {
  test.each([
    ['| Mon | Ada |  |  |', '| Mon |  |  |  |', '| Mon | Ada |  | Bob |', '| Mon |  |  | Bob |'],
    ['| Mon |  | x |  |', '| Mon | x | x |  |', '| Mon |  | 3 km |  |', '| Mon | x | 3 km |  |'],
    ['| Mon | 1 | 0 | 0 |', '| Mon | 0 | 0 | 0 |', '| Mon | 1 | 0 | 2 |', '| Mon | 0 | 0 | 2 |'],
    ['|Mon|1|0|', '| Mon | 1 | 0 |', '|Mon|1|2|', '| Mon | 1 |2|'],
    ['| Mon | 1 |', '| Mon | 2 |', '| Mon | 3 |', null],
    ['| Mon | 1 |', '| Mon | 1 | 2 |', '| Tue | 1 |', null],
  ])('%s', (base, ours, theirs, merged) => {
    expect(mergeParts(base, ours, theirs)).toBe(merged)
  })
})

describe('parts of a line that both sides changed', () => {
  test.each([
    [
      '- [ ] Call Ada',
      '- [x] Call Ada ✅ 2026-01-02',
      '- [ ] Call [[Ada]]',
      '- [x] Call [[Ada]] ✅ 2026-01-02',
    ],
    ['One. Two. Three.', 'One. Two. Three!', 'First. Two. Three.', 'First. Two. Three!'],
    [
      'See [[A]], [[B]] and [[C]].',
      'See [[A]], [[B]] and [[C]]. #x',
      'See [[A1]], [[B]] and [[C]].',
      'See [[A1]], [[B]] and [[C]]. #x',
    ],
    ['- [ ] Pay', '- [x] Pay', '- [x] Pay #home', '- [x] Pay #home'],
    ['# Plan  for May', '# Plan for May #x', '## Plan  for May', '## Plan for May #x'],
  ])('are merged where they are apart: %s', (base, ours, theirs, merged) => {
    expect(mergeParts(base, ours, theirs)).toBe(merged)
  })

  test.each([
    [
      'a sentence that one changed and the other removed',
      'The plan is in [[Plan]]. The draft is in [[Draft]].',
      'The plan is in [[Plan]] now. The draft is in [[Draft]].',
      'The plan is in [[Plan]].',
    ],
    [
      'two that one made one, and one removed',
      'We met Ada in May. She was late. Lunch was good.',
      'We met Ada in May 2024. She was late. Lunch was good.',
      'We met Ada in May. Lunch was good.',
    ],
    [
      'one beside what the other put in',
      'Ada came first. Bob came second. Cleo came last.',
      'Ada came first. Bob came second. He brought cake. Cleo came last.',
      'Ada came first. She was early. Bob came second.',
    ],
    [
      'words that a tag had parted',
      '- [ ] Call Ada #work today',
      '- [ ] Call Ada today',
      '- [ ] Call Ada #work',
    ],
    [
      'a tag beside one that is gone',
      '- [ ] Buy milk #home #shop',
      '- [ ] Buy milk #home',
      '- [ ] Buy milk #home #now #shop',
    ],
    [
      'parts that nobody wrote right beside each other',
      '- #a text here',
      '- #b #a text here',
      '- #c text here',
    ],
    [
      'a task that one ticked and the other replaced',
      '- [ ] Milch 📅 2026-01-01',
      '- [x] Milch 📅 2026-01-01',
      '- [ ] Eier 📅 2026-01-01',
    ],
    [
      'a link that one ticked and the other replaced',
      '- [ ] [[Milch]] kaufen',
      '- [x] [[Milch]] kaufen',
      '- [ ] [[Eier]] kaufen',
    ],
    ['what both put in one place', 'Ada came.', 'Ada came. #a', 'Ada came. #b'],
  ])('are in conflict where they are not: %s', (_what, base, ours, theirs) => {
    expect(mergeParts(base, ours, theirs)).toBe(null)
    expect(merge(`${base}\n`, `${ours}\n`, `${theirs}\n`)).toBe(null)
  })
})

describe('of lines with one text', () => {
  const task = '- [ ] Water plants'

  test('the one that a side removed stays removed where the other put a heading above it', () => {
    const merged = merge(
      lines('## A', '', 'Intro.', '', task, '- [ ] Read', '', '## B', '', task),
      lines('## A', '', 'Intro.', '', '- [ ] Read', '', '## B', '', task),
      lines('## A', '', 'Intro.', '', '## Morning', '', task, '- [ ] Read', '', '## B', '', task),
    )
    expect(merged).toBe(lines('## A', '', 'Intro.', '', '## Morning', '', '- [ ] Read', '', '## B', '', task))
  })

  test('one is removed with what is below it, and another ticked', () => {
    const merged = merge(
      lines('- [ ] Read', '  - later', '- [ ] Read', '  - later'),
      lines('- [ ] Read', '  - later'),
      lines('- [x] Read', '  - later', '- [ ] Read', '  - later'),
    )
    expect(merged === null || merged === lines('- [x] Read', '  - later')).toBe(true)
  })

  test('those of a day that one side made of the same template stay with their day', () => {
    const day = ['### Tasks', task, '- [ ] Read', '- [ ] Plan']
    const guests = ['### Guests', 'Ada came.', '']
    const base = ['# Diary', '', '## Mon', '', ...day]
    expect(
      merge(
        lines(...base),
        lines('# Diary', '', '## Tue', 'New text.', '', ...day, '', '## Mon rain', '', ...day),
        lines('# Diary', '', '## Mon', '', ...guests, ...day),
      ),
    ).toBe(lines('# Diary', '', '## Tue', 'New text.', '', ...day, '', '## Mon rain', '', ...guests, ...day))
    // A change further up takes the day's beginning for another one where only the first and last lines are compared.
    expect(
      merge(
        lines(...base),
        lines('# My diary', '', '## Mon', '', ...day, '', '## Tue', '', ...day),
        lines(...base, '- [ ] Rest'),
      ),
    ).toBe(lines('# My diary', '', '## Mon', '', ...day, '- [ ] Rest', '', '## Tue', '', ...day))
  })
})

test('where git is sure and right, flint is too: a ticked parent with one child more, and a heading above what lost its own', () => {
  expect(
    merge(
      lines('- [ ] A', '  - [ ] b', '  - [ ] c'),
      lines('- [x] A', '  - [ ] b', '  - [ ] c'),
      lines('- [ ] A', '  - [ ] b', '  - [ ] c', '  - [ ] d'),
    ),
  ).toBe(lines('- [x] A', '  - [ ] b', '  - [ ] c', '  - [ ] d'))
  expect(
    merge(
      lines('## Agenda', '', 'The budget.', '', 'The hotel.', '', '## Decisions', '', 'We buy it.'),
      lines(
        '## Agenda',
        '',
        'The budget.',
        '',
        '## Hotel',
        '',
        'The hotel.',
        '',
        '## Decisions',
        '',
        'We buy it.',
      ),
      lines('## Agenda', '', 'The budget.', '', 'The hotel.', '', 'We buy it.'),
    ),
  ).toBe(lines('## Agenda', '', 'The budget.', '', '## Hotel', '', 'The hotel.', '', 'We buy it.'))
})

test('what both wrote alike, one without a break at the end, is the same both ways', () => {
  expect(merge('a\nb\n', 'a\nc', 'a\nc\n')).toBe('a\nc')
})

test('a text that would be read as frontmatter, once that is removed, is left to git', () => {
  const base = '---\na: 1\n---\nText.\n'
  const theirs = '---\na: 1\n---\n---\nnav: x\n---\nText.\n'
  expect(mergeNotes({ base, ours: 'Text.\n', theirs }, marks)).toBe(null)
})

test('a value that one side emptied and the other wrote anew is in conflict, whatever stands above it', () => {
  const note = (people: string) => `---\n# who\npeople:${people}\ndue: x\n---\nT\n`
  expect(merge(note('\n- Ada'), note(''), note(' [Ada]'))).toBe(null)
})

test('what one wrote into a text that the other exchanged for another is in conflict', () => {
  const apple = lines('# Apple', '', 'Round and red.', '', 'It keeps.')
  expect(merge(apple, lines('# Pear', '', 'Long, green.'), apple + lines('', 'More of it.'))).toBe(null)
})

describe('of what is hard to tell apart nothing is lost, ticked or back', () => {
  test.each([
    [
      'a line that stands twice, of which both take one out',
      ['alpha', 'same', 'same', 'gamma'],
      ['alpha two', 'same', 'gamma'],
      ['alpha', 'same', 'gamma two'],
    ],
    [
      'a line that stands twice, which each replaced once',
      ['- same line', '- same line'],
      ['- pre', '- same line'],
      ['- same line', '- post'],
    ],
    [
      'tasks of one word, ticked here and others there',
      ['- [ ] Brot', '- [ ] Milch'],
      ['- [x] Brot', '- [x] Milch'],
      ['- [ ] Salz', '- [ ] Eier'],
    ],
    [
      'numbered items of one character, removed here and there',
      ['1. 茶', '2. 水', '3. 酒'],
      ['1. 水', '2. 酒'],
      ['1. 茶', '2. 水'],
    ],
    [
      'sections of two levels in one place',
      ['# A', '', 'intro', '', '# B'],
      ['# A', '', 'intro', '', '## Plan', '', 'ours', '', '# B'],
      ['# A', '', 'intro', '', '### Detail', '', 'theirs', '', '# B'],
    ],
    [
      'an item of a section that the other replaced',
      ['## Notes', '', '- edge token', '- apples piano'],
      ['## Notes', '', '- edge token', '- apples piano', '- pay'],
      ['## Berlin', '', '- write search', '- queue report'],
    ],
    [
      'text of an empty section in which the other began another',
      ['## Log', '', '## Tasks'],
      ['## Log of Anna', '', '### Morning', '', 'Walked.', '', '## Tasks'],
      ['## Log', '', 'It was down.', '', '## Tasks'],
    ],
    ['a heading that both name anew', ['## Log'], ['## Journal'], ['## Protocol']],
  ])('%s', (_what, base, ours, theirs) => {
    expect(merge(lines(...base), lines(...ours), lines(...theirs))).toBe(null)
  })
})

describe('whoever ticks a task ticks what it says', () => {
  test.each([
    ['another month', '- [ ] Pay rent for March', '- [ ] Pay rent for April'],
    ['another number', '- [ ] Report of week 9', '- [ ] Report of week 10'],
    ['another version', '- [ ] Deploy `v1.2` to prod', '- [ ] Deploy `v1.3` to prod'],
    ['another link', '- [ ] Review [[PR 12]] today', '- [ ] Review [[PR 13]] today'],
    ['the opposite', '- [ ] Send invoice to Acme', '- [ ] Do not send invoice to Acme'],
    ['more', '- [ ] Buy milk', '- [ ] Buy milk and eggs and bread'],
    ['another word', '- [ ] Increase dose', '- [ ] Decrease dose'],
    ['another part of a note', '- [ ] Read [[Plan#One]]', '- [ ] Read [[Plan#Two]]'],
    ['another file', '- [ ] Pay [bill](a/1.pdf)', '- [ ] Pay [bill](a/2.pdf)'],
    ['another field', '- [ ] Pay [sum:: 100]', '- [ ] Pay [sum:: 900]'],
    ['nothing any more', '- [ ] Write text', '- [ ] ~~Write text~~'],
    ['one sentence more', '- [ ] Buy milk.', '- [ ] Buy milk. And eggs.'],
  ])('and not %s', (_what, base, other) => {
    expect(mergeParts(base, base.replace('[ ]', '[x]'), other)).toBe(null)
  })

  test.each([
    ['with a tag', '- [ ] Buy milk', '- [ ] Buy milk #shop'],
    ['with a link where words stood', '- [ ] Call Ada', '- [ ] Call [[Ada]]'],
    ['with the new name of a note', '- [ ] Call [[Ada]]', '- [ ] Call [[Ada Byron]]'],
  ])('but it is the same %s', (_what, base, other) => {
    expect(mergeParts(base, base.replace('[ ]', '[x]'), other)).toBe(other.replace('[ ]', '[x]'))
  })

  test('and where both tick it, it is done in other words, too', () => {
    expect(mergeParts('- [ ] #task Pay', '- [x] #task Pay', '- [x] #task Pay twice')).toBe(
      '- [x] #task Pay twice',
    )
  })

  test('nor what stood below another item', () => {
    const base = ['- [ ] March', '  - [ ] pay rent']
    const [ours, theirs] = [
      ['- [ ] March', '  - [x] pay rent'],
      ['- [ ] April', '  - [ ] pay rent'],
    ]
    expect(merge(lines(...base), lines(...ours), lines(...theirs))).toBe(null)
  })
})

describe('nothing stands twice in a line', () => {
  test.each([
    ['a date', '- [ ] Call Bob #a', '- [ ] Call Bob 📅 2026-03-01 #a', '- [ ] Call Bob #a 📅 2026-03-02'],
    ['a priority', '- [ ] Call Bob #a', '- [ ] Call Bob ⏫ #a', '- [ ] Call Bob #a 🔼'],
    ['a field', '- [ ] Call Bob #a', '- [ ] Call Bob [due:: 1] #a', '- [ ] Call Bob #a [due:: 2]'],
    ['a tag', '- [ ] Call 📅 2026-03-01', '- [ ] Call #x 📅 2026-03-01', '- [ ] Call 📅 2026-03-01 #x'],
    ['a sentence', 'One. Two. Three.', 'One. More. Two. Three.', 'One. Two. More. Three.'],
  ])('%s that both put in at two places', (_what, base, ours, theirs) => {
    expect(mergeParts(base, ours, theirs)).toBe(null)
  })

  test('a row that became the row of something else is written in by nobody else', () => {
    const head = ['| Invoice | Sum | State |', '| --- | --- | --- |']
    const [base, ours, theirs] = [
      '| Acme 12 | 300 | open |',
      '| Acme 13 | 300 | open |',
      '| Acme 12 | 300 | paid |',
    ]
    expect(merge(lines(...head, base), lines(...head, ours), lines(...head, theirs))).toBe(null)
  })
})

describe('what has another name or place is the same', () => {
  test.each([
    [
      'an item with other words, below which all stayed and the other writes',
      ['- [ ] Plan sumer trip', '  - book', '  - go', '- z'],
      ['- [ ] Plan summer trip', '  - book', '  - go', '- z'],
      ['- [ ] Plan sumer trip', '  - book', '  - go by bus', '  - rest', '- z'],
      ['- [ ] Plan summer trip', '  - book', '  - go by bus', '  - rest', '- z'],
    ],
    [
      'the title of a note to which the other adds a section',
      ['# Meeting 2026-03-01', '', 'Intro.', '', '## A', '', 'a'],
      ['# Meeting 2026-03-02', '', 'Intro.', '', '## A', '', 'a'],
      ['# Meeting 2026-03-01', '', 'Intro.', '', '## A', '', 'a', '', '## B', '', 'b'],
      ['# Meeting 2026-03-02', '', 'Intro.', '', '## A', '', 'a', '', '## B', '', 'b'],
    ],
    [
      'a section whose text the other changes',
      ['# T', '', '## Beta', '', 'Text.'],
      ['# T', '', '## Gamma', '', 'Text.'],
      ['# T', '', '## Beta', '', 'Text changed.'],
      ['# T', '', '## Gamma', '', 'Text changed.'],
    ],
    [
      'a section that was moved to the end, in which the other writes',
      ['# T', '', '## A', '', 'para', '', '## B', '', 'b'],
      ['# T', '', '## B', '', 'b', '', '## A', '', 'para'],
      ['# T', '', '## A', '', 'para', '', 'new', '', '## B', '', 'b'],
      ['# T', '', '## B', '', 'b', '', '## A', '', 'para', '', 'new'],
    ],
    [
      'a section with an underlined heading, which the other moved',
      ['A', '===', '', 'text a', '', 'B', '===', '', 'text b'],
      ['B', '===', '', 'text b', '', 'A', '===', '', 'text a'],
      ['A', '===', '', 'text a', '', 'added a', '', 'B', '===', '', 'text b'],
      ['B', '===', '', 'text b', '', 'A', '===', '', 'text a', '', 'added a'],
    ],
    [
      'the end of a section behind which the other removes one',
      ['## Plan', '', 'By train.', '', '## Budget', '', 'Not much.'],
      ['## Plan', '', 'By train.', '', '2. book seats', '3. pack', '', '## Budget', '', 'Not much.'],
      ['## Plan', '', 'By train.'],
      ['## Plan', '', 'By train.', '', '2. book seats', '3. pack'],
    ],
  ])('%s', (_what, base, ours, theirs, merged) => {
    expect(merge(lines(...base), lines(...ours), lines(...theirs))).toBe(lines(...merged))
  })
})

describe('what both add at one end stands for itself', () => {
  test.each([
    ['items of a list in a quote', ['> [!todo]', '> - egg'], ['> - ham'], ['> - jam']],
    ['footnotes', ['A[^1] b[^2] c[^m]', '', '[^1]: One'], ['[^2]: Livy'], ['[^m]: Met office']],
    ['addresses of links', ['[a][1] [b][2] [c][3]', '', '[1]: u/1'], ['[2]: u/2'], ['[3]: u/3']],
  ])('%s', (_what, base, one, other) => {
    const merged = merge(lines(...base), lines(...base, ...one), lines(...base, ...other))
    expect(merged).toBe(lines(...base, ...one, ...other))
  })

  test('but a footnote has one text', () => {
    const base = ['A[^1] b[^2]', '', '[^1]: One']
    expect(merge(lines(...base), lines(...base, '[^2]: Livy'), lines(...base, '[^2]: Met office'))).toBe(null)
  })
})

describe('what moved is where a side put it', () => {
  test.each([
    [
      'lines between sections that the other moved',
      ['## Zero', '', 'z', '', '## Draft', '', '## Plan', '', 'buy wood', 'cut wood'],
      ['## Zero', '', 'z', '', '## Draft', '', 'buy wood', 'cut wood', '', '## Plan', '', '- call Bob'],
      ['## Zero', '', 'z', '', '## Plan', '', 'buy wood', 'cut wood', '', '## Draft'],
    ],
    [
      'a list into a section that the other removed',
      ['## A', '', '1. buy wood', '2. cut wood', '', '## B', '', 'old', '', '## C', '', 'c'],
      ['## A', '', '## B', '', '1. buy wood', '2. cut wood', '', 'old', '', '## C', '', 'c'],
      ['## A', '', '1. buy wood', '2. cut wood', '', '## C', '', 'c'],
    ],
    [
      'a heading that the other gave another name',
      ['### Old ideas', '', '## Work'],
      ['## Work', '', '### Old ideas'],
      ['### Archive', '', '## Work', '', '- [ ] call'],
    ],
    [
      'what was written below a heading whose text the other replaced with it',
      ['## Sales March', '', '- rose by five', '', '## Other', '', 'x'],
      ['## Sales May', '', '- fell by nine', '', '## Other', '', 'x'],
      ['## Sales March', '', '- rose by five', '- and again in east', '', '## Other', '', 'x'],
    ],
    [
      'what was written below a heading of which the other left the sections below alone',
      ['# T', '', '## Plan', '', 'old para', '', '### Kids', '', 'k', '', '## z'],
      ['# T', '', '## Holiday', '', '### Kids', '', 'k', '', '## z'],
      ['# T', '', '## Plan', '', 'old para', '', '- added', '', '### Kids', '', 'k', '', '## z'],
    ],
    [
      'what was written below an item that the other replaced',
      ['- Anna', '  - tall', '- z'],
      ['- Hanna', '  - small', '- z'],
      ['- Anna', '  - tall', '  - lives in Rome', '- z'],
    ],
  ])('%s', (_what, base, ours, theirs) => {
    expect(merge(lines(...base), lines(...ours), lines(...theirs))).toBe(null)
  })
})

describe('what was apart stays apart', () => {
  test.each([
    ['a paragraph', ['A one', '', 'B two'], ['A one', '', 'P new', '', 'B two'], ['A one', 'B two']],
    ['a list', ['Intro:', '', '- a'], ['Intro:', '', 'More.', '', '- a'], ['Intro:', '- a']],
    [
      'a heading',
      ['Title', '', '---', '', 'B'],
      ['Title', '', 'P', '', '---', '', 'B'],
      ['Title', '---', '', 'B'],
    ],
  ])('%s that the other drew up to what stood before it', (_what, base, ours, theirs) => {
    expect(merge(lines(...base), lines(...ours), lines(...theirs))).toBe(null)
  })

  test('a footnote that one numbered anew from what the other refers to by its old number', () => {
    const base = ['Paris is big.[^1]', '', 'Oslo is cold.', '', 'End.', '', '[^1]: Atlas p. 3']
    const ours = [
      'Tokyo is huge.[^1]',
      '',
      'Paris is big.[^2]',
      '',
      ...base.slice(2, 6),
      '[^1]: Census',
      '[^2]: Atlas p. 3',
    ]
    const theirs = [base[0] ?? '', '', 'Oslo is cold.', '', 'End.[^1]', '', '[^1]: Atlas p. 3']
    expect(merge(lines(...base), lines(...ours), lines(...theirs))).toBe(null)
  })
})

test.each([
  [
    'a text with its last blank lines',
    ['d: |+', '  one', 'b: 2'],
    ['d: |+', '  one', '', 'b: 2'],
    ['d: |+', '  one', 'c: 1', 'b: 2'],
  ],
  [
    'a value that is the same as another one',
    ['a: 1', 'z: 1', 't: 2'],
    ['b: &x 1', 'a: 1', 'z: 1', 't: 2', 'e: *x'],
    ['a: 1', 'z: 1', 'c: &x 2', 't: 2'],
  ],
])('in the frontmatter %s stays, or it is in conflict', (_what, ...sides) => {
  const [base = '', ours = '', theirs = ''] = sides.map((keys) => lines('---', ...keys, '---', 'T'))
  expect(merge(base, ours, theirs)).toBe(null)
})
