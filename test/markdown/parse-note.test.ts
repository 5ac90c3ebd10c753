import { describe, expect, test } from 'vitest'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { lines } from '../support/lines.ts'

function headings(text: string): string[] {
  return parseNote(text).headings.map(({ level, text: heading, line }) => `${level} ${heading} @${line}`)
}

function tags(text: string): string[] {
  return parseNote(text).tags.map(({ tag }) => tag)
}

function tasks(text: string): string[] {
  return parseNote(text).tasks.map(
    ({ status, text: task, line, indent }) => `[${status}] ${task} @${line}+${indent}`,
  )
}

describe('headings', () => {
  test('ATX and Setext, at the top level of the note', () => {
    const text = lines(
      '# One #',
      '## Two ## x ##',
      '### C#',
      '#no',
      '####### no',
      '#',
      'Three',
      'lines  ',
      '===',
      '  Four',
      '---',
      '> # quoted',
      '- # listed',
    )
    expect(headings(text)).toEqual([
      '1 One @1',
      '2 Two ## x @2',
      '3 C# @3',
      '1  @6',
      '1 Three lines @7',
      '2 Four @10',
    ])
  })

  test('a line of dashes below a list or a blank line is no heading', () => {
    expect(headings(lines('- x', '---', '', '---', 'a', '', '==='))).toEqual([])
  })

  test.each(['<br>', '<img src="a.png">', '<a id="x">', '</pre>', '</script>', '<b>'])(
    '%s alone on its line hides no heading below a list or a quote',
    (tag) => {
      for (const above of ['- a', '1. a', '> q', '> - a'])
        expect(headings(lines('# One', above, tag, '## Two'))).toEqual(['1 One @1', '2 Two @4'])
      // After a blank line it begins HTML.
      expect(headings(lines('# One', '- a', '', tag, '## Two'))).toEqual(['1 One @1'])
    },
  )

  test('a line of = is text where it underlines nothing', () => {
    expect(headings(lines('===', 'a', '---'))).toEqual(['2 === a @1'])
    expect(headings(lines('===', '<br>', '## Two'))).toEqual(['2 Two @3'])
  })

  test('a definition above an underlined heading is no part of it', () => {
    const note = parseNote(lines('[ref]: x.md', '[two]: <y.md>', '"title"', 'My title', '---', 'See [ref].'))
    expect(note.headings).toMatchObject([{ level: 2, text: 'My title', line: 4, range: { start: 34 } }])
    expect(note.links.map(({ target }) => target)).toEqual(['x.md', 'y.md'])
    expect(headings(lines('[ref]: x.md', '---', 'a'))).toEqual([])
    // What is left is text, and may be underlined.
    expect(headings(lines('[ref]: x.md', '===', '---'))).toEqual(['2 === @2'])
    expect(headings(lines('[ref]:', '---'))).toEqual(['2 [ref]: @1'])
  })

  test('sections reach to the next heading of the same or a higher level', () => {
    const text = lines('intro', '# A', 'a', '## B', 'b', '### C', '## D', '', 'E', '===', 'e')
    const { sections } = parseNote(text)
    expect(
      sections.map(({ range, content }) => [range, content].map(({ start, end }) => text.slice(start, end))),
    ).toEqual([
      ['# A\na\n## B\nb\n### C\n## D\n\n', 'a\n## B\nb\n### C\n## D\n\n'],
      ['## B\nb\n### C\n', 'b\n### C\n'],
      ['### C\n', ''],
      ['## D\n\n', '\n'],
      ['E\n===\ne\n', 'e\n'],
    ])
  })

  test.each([
    ['---\ntitle: From *it*\n---\n# H', 'From *it*'],
    ['---\ntitle: 1.10\n---\n', '1.10'],
    ['---\ntitle: 2026-01-02\n---\n', '2026-01-02'],
    ['---\ntitle:\n---\n## Two\n# One\n# Other', 'One'],
    ['---\nTitle: no\n---\ntext', null],
    ['text', null],
  ])('the title of %j', (text, title) => {
    expect(parseNote(text).title).toBe(title)
  })
})

describe('tags', () => {
  test.each([
    ['#a #b/c #d-e_f', 'a,b/c,d-e_f'],
    ['#été #日本 #🚀x', 'été,日本,🚀x'],
    ['#1984 #y1984 #19-84', 'y1984,19-84'],
    ['#a/ #a, #b. #c!', 'a,a,b,c'],
    ['x#a &#35; (#b) a/#c', ''],
    ['**#a** _#b_ ==#c==', 'a,b,c'],
    ['# Heading #a #', 'a'],
    ['## #a', 'a'],
    ['> #a\n>#b\n- #c', 'a,b,c'],
    ['\\#a', ''],
    ['[#a](b.md) [#c]', ''],
    ['https://a.example/#a [[x#b]] [t](x.md#c)', ''],
    ['|x|\n|-|\n|#a| #b|', 'a,b'],
    ['#', ''],
    ['#a　#b', 'a,b'],
  ])('%j', (text, expected) => {
    expect(tags(text).join()).toBe(expected)
  })

  test.each([
    ['tags: [a, "b/c", 2026]', 'a,b/c,2026'],
    ['tags:\n  - a\n  - "#b"', 'a,b'],
    ['tags: a, b c,#d', 'a,b,c,d'],
    ['tag: a', 'a'],
    ['Tags: [a]', 'a'],
    ['tags:', ''],
    ['tags: [null, ~, ""]', ''],
    ['tags: [a]\ntags: [b]', 'b'],
    ['tags: ["\\u00e9", x y]', 'é,x y'],
    ['keywords: [a]', ''],
  ])('in frontmatter %j', (yaml, expected) => {
    expect(tags(`---\n${yaml}\n---\n`).join()).toBe(expected)
  })

  test('their places in frontmatter and body', () => {
    const text = lines('---', 'tags: [a, "b"]', 'title: b', '---', '', 'x #c')
    const places = parseNote(text).tags.map(({ source, line, range }) => [
      source,
      line,
      text.slice(range.start, range.end),
    ])
    expect(places).toEqual([
      ['frontmatter', 2, 'a'],
      ['frontmatter', 2, 'b'],
      ['inline', 6, '#c'],
    ])
  })
})

describe('aliases', () => {
  test.each([
    ['aliases: [a, b c]', ['a', 'b c']],
    ['aliases: a, b c', ['a', 'b c']],
    ['alias: a', ['a']],
    ['aliases:\n- "a, b"', ['a, b']],
    ['aliases:', []],
  ])('%j', (yaml, aliases) => {
    expect(parseNote(`---\n${yaml}\n---\n`).aliases).toEqual(aliases)
  })
})

describe('tasks', () => {
  test('in every kind of list, nested and quoted, with any state', () => {
    const text = lines(
      '- [ ] a',
      '  - [x] b',
      '\t* [/] c ^id',
      '1. [-] d',
      '2) [>] e',
      '+ [🚀] f',
      '> [!todo]',
      '> - [ ] g',
      '>   - [?] h',
      '- - [ ] i',
      '-   [ ]   j  ',
      '- [ ]',
    )
    expect(tasks(text)).toEqual([
      '[ ] a @1+0',
      '[x] b @2+2',
      '[/] c @3+4',
      '[-] d @4+0',
      '[>] e @5+0',
      '[🚀] f @6+0',
      '[ ] g @8+0',
      '[?] h @9+2',
      '[ ] i @10+2',
      '[ ] j @11+0',
      '[ ]  @12+0',
    ])
  })

  test('those of a footnote are tasks', () => {
    expect(tasks(lines('[^1]: x', '', '    - [ ] a', '        - [x] b', '', '- [ ] c'))).toEqual([
      '[ ] a @3+4',
      '[x] b @4+8',
      '[ ] c @6+0',
    ])
  })

  test('a child that is indented too deep is a task all the same', () => {
    expect(tasks(lines('- [ ] a', '          - [ ] b'))).toEqual(['[ ] a @1+0', '[ ] b @2+10'])
  })

  test.each([
    '[ ] a',
    '- [] a',
    '- [ab] a',
    '- [x](y) a',
    '- [[x]] a',
    '- [x]a',
    '- [1]',
    '    - [ ] code',
    'a\n2. [ ] b',
  ])('none in %j', (text) => {
    expect(tasks(text)).toEqual([])
  })

  test('its ranges hold the line and the state', () => {
    const text = '> - [x] a\r\n'
    const { range, statusRange } = parseNote(text).tasks[0]!
    expect(text.slice(range.start, range.end)).toBe('> - [x] a')
    expect(text.slice(statusRange.start, statusRange.end)).toBe('x')
  })
})

describe('block ids', () => {
  test('at the end of a block or on a line of their own', () => {
    const text = lines(
      'para',
      'graph ^one',
      '',
      '- item ^two',
      '  - [ ] task ^three-3',
      '',
      '| a |',
      '| - |',
      '| b |',
      '',
      '^four',
      '',
      '> quote ^five',
      '',
      'in ^the middle',
      'x^no, ^no_no',
      '',
      '`^code`',
    )
    expect(parseNote(text).blocks.map(({ id, line }) => `${id} @${line}`)).toEqual([
      'one @2',
      'two @4',
      'three-3 @5',
      'four @11',
      'five @13',
    ])
  })
})

describe('the text around', () => {
  const body = [
    '# H',
    '',
    'A [[b]] #c',
    '',
    '- [ ] d ^e',
    '',
    'F',
    '===',
    '',
    '> [x](y.md)',
    '',
    '```',
    '[[no]]',
    '```',
  ]
  const head = ['---', 'title: T', 'tags: [t]', '---']

  test.each([
    ['\n', ''],
    ['\r\n', ''],
    ['\n', '\ufeff'],
    ['\r\n', '\ufeff'],
  ])('line ends %j after %j change no reading', (lineBreak, mark) => {
    const text = mark + [...head, ...body].join(lineBreak)
    const note = parseNote(text)
    const slice = ({ range }: { range: { start: number; end: number } }): string =>
      text.slice(range.start, range.end)
    expect(note.frontmatter.data).toEqual({ title: 'T', tags: ['t'] })
    expect(note.frontmatter.range?.start).toBe(mark.length)
    expect(text.slice(note.frontmatter.bodyStart)).toBe(body.join(lineBreak))
    expect(note.frontmatter.bodyLine).toBe(5)
    expect(note.headings.map(slice)).toEqual(['# H', `F${lineBreak}===`])
    expect(note.links.map(slice)).toEqual(['[[b]]', '[x](y.md)'])
    expect(note.tags.map(slice)).toEqual(['t', '#c'])
    expect(note.tasks.map(slice)).toEqual(['- [ ] d ^e'])
    expect(note.blocks.map(slice)).toEqual(['^e'])
    expect(note.lineCount).toBe(18)
  })

  test.each([
    ['', 0, 0],
    ['\n', 1, 0],
    ['a', 1, 1],
    ['a b\n\nc', 3, 3],
    ['---\nx: y z\n---\none', 4, 1],
    ['- # | it’s well-known', 1, 2],
    ['日本語 abc', 1, 4],
    ['naïve ça', 1, 2],
    ['3 × 4 — 🚀', 1, 2],
  ])('%j has %i lines and %i words', (text, lineCount, wordCount) => {
    expect(parseNote(text)).toMatchObject({ lineCount, wordCount })
  })
})
