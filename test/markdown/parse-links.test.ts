import { describe, expect, test } from 'vitest'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import type { NoteLink } from '../../src/model/parsed-note.ts'
import { lines } from '../support/lines.ts'

/** A link in short: what it is and where it leads. */
function links(text: string): string[] {
  return parseNote(text).links.map(({ form, isEmbed, target, heading, block, text: shown }) => {
    const parts = [isEmbed ? '!' : '', form, ' ', target, heading === null ? '' : `#${heading}`]
    return [...parts, block === null ? '' : `#^${block}`, shown === null ? '' : ` | ${shown}`].join('')
  })
}

function only(text: string): NoteLink & { written: string; writtenTarget: string } {
  const [link, ...others] = parseNote(text).links
  expect(others).toEqual([])
  const { range, targetRange } = link!
  return {
    ...link!,
    written: text.slice(range.start, range.end),
    writtenTarget: text.slice(targetRange.start, targetRange.end),
  }
}

describe('wikilinks', () => {
  test.each([
    ['[[Home]]', 'wikilink Home'],
    ['[[ Home ]]', 'wikilink Home'],
    ['[[hOME]]', 'wikilink hOME'],
    ['[[Home|the start]]', 'wikilink Home | the start'],
    ['[[Home#Plan]]', 'wikilink Home#Plan'],
    ['[[Home#Plan#Next|p]]', 'wikilink Home#Plan#Next | p'],
    ['[[Home#^abc-1]]', 'wikilink Home#^abc-1'],
    ['[[Home#Plan#^abc]]', 'wikilink Home#Plan#^abc'],
    ['[[#Plan]]', 'wikilink #Plan'],
    ['![[pic.png|100]]', '!wikilink pic.png | 100'],
    ['[[a/b c/d.md]]', 'wikilink a/b c/d.md'],
    ['[[Home|see [1]]]', 'wikilink Home | see [1]'],
    ['[[[Inner]]]', 'wikilink Inner'],
    ['[[Émile 日本]]', 'wikilink Émile 日本'],
    ['[[100% sure]]', 'wikilink 100% sure'],
    ['[[a]][[b]]', 'wikilink a,wikilink b'],
  ])('%s', (text, expected) => {
    expect(links(text).join()).toBe(expected)
  })

  test.each(['[[]]', '[[ ]]', '[[#]]', '[[a', '[[a]', '[[a\nb]]', '\\[[a]]', '[[1, 2], [3, 4]]'])(
    'none in %j',
    (text) => {
      expect(links(text)).toEqual([])
    },
  )

  test('in a table the bar is escaped and no part of the target', () => {
    const text = lines('| a | b |', '| - | - |', '| [[Home\\|start]] | [[x]] |')
    expect(links(text)).toEqual(['wikilink Home | start', 'wikilink x'])
  })

  test('an escaped exclamation mark embeds nothing', () => {
    expect(links('\\![[a]] and ![[b]]')).toEqual(['wikilink a', '!wikilink b'])
  })

  test('the target range holds what a rename replaces', () => {
    const link = only('See ![[ Old note #Plan|shown]].')
    expect(link.written).toBe('![[ Old note #Plan|shown]]')
    expect(link.writtenTarget).toBe('Old note')
  })
})

describe('Markdown links', () => {
  test.each([
    ['[t](note.md)', 'markdown note.md | t'],
    ['[t](a/note.md#Plan)', 'markdown a/note.md#Plan | t'],
    ['[t](note.md#^id)', 'markdown note.md#^id | t'],
    ['[t](#Plan)', 'markdown #Plan | t'],
    ['[](note.md)', 'markdown note.md'],
    ['[t](<with space.md>)', 'markdown with space.md | t'],
    ['[t](with%20space.md "Title")', 'markdown with space.md | t'],
    ["[t](note.md 'it''s')", ''],
    ['[t](note.md (title))', 'markdown note.md | t'],
    ['[t](a_(b).md)', 'markdown a_(b).md | t'],
    ['[t](a\\_b.md)', 'markdown a_b.md | t'],
    ['[t](100%.md)', 'markdown 100%.md | t'],
    ['[t](with space.md)', ''],
    ['[a [b] c](note.md)', 'markdown note.md | a [b] c'],
    ['[a `]` c](note.md)', 'markdown note.md | a `]` c'],
    ['![alt](pic.png)', '!markdown pic.png | alt'],
    ['[![alt](pic.png)](note.md)', 'markdown note.md | ![alt](pic.png),!markdown pic.png | alt'],
    ['[a [b](in.md) c](out.md)', 'markdown in.md | b'],
    ['[two\nlines](note.md)', 'markdown note.md | two lines'],
    ['> [two\n> lines](note.md)', 'markdown note.md | two lines'],
    ['[t][ref] and [ref]', ''],
    ['[up](#)', ''],
    ['[^1] and [^1]: x', ''],
  ])('%s', (text, expected) => {
    expect(links(text).join()).toBe(expected)
  })

  test('the target range leaves out angle brackets, title and heading', () => {
    const link = only('A [t](<b c.md#Plan> "T") d')
    expect(link.written).toBe('[t](<b c.md#Plan> "T")')
    expect(link.writtenTarget).toBe('b c.md')
  })
})

describe('reference definitions', () => {
  test('the definition is the link, its uses are none', () => {
    const text = lines(
      'See [it][r] and [r].',
      '',
      '[r]: a%20b.md#Plan "T"',
      '[s]: <c d.md>',
      '[web]: https://a.example',
    )
    const note = parseNote(text)
    expect(links(text)).toEqual(['reference a b.md#Plan', 'reference c d.md'])
    expect(note.links[0]).toMatchObject({ line: 3, range: { start: 22, end: 44 } })
    expect(note.externalLinks.map(({ url }) => url)).toEqual(['https://a.example'])
  })

  test('the destination may stand on the next line', () => {
    const text = lines('> [one]:', '>   a%20b.md "T"', '> [two]:', '> <c.md>', '> [three]: d.md', '> [[e]]')
    const note = parseNote(text)
    expect(links(text)).toEqual(['reference a b.md', 'reference c.md', 'reference d.md', 'wikilink e'])
    expect(note.links.map(({ line }) => line)).toEqual([1, 3, 5, 6])
    expect(links('[one]:\r\n a.md\r\n')).toEqual(['reference a.md'])
  })

  test.each([
    ['[r]: a.md "of\ntwo [[lines]]"\n[s]: b.md', '[r]: a.md "of\ntwo [[lines]]"'],
    ['[r]:\r\na.md\r\n"of\r\ntwo"\r\n[s]: b.md', '[r]:\r\na.md\r\n"of\r\ntwo"'],
    ["> [r]: a.md\n> 'of\n> two'\n> [s]: b.md", "[r]: a.md\n> 'of\n> two'"],
    ['[r]: a.md (t)  \n[s]: b.md', '[r]: a.md (t)'],
  ])('the title may have several lines: %j', (text, whole) => {
    expect(links(text)).toEqual(['reference a.md', 'reference b.md'])
    const { range } = parseNote(text).links[0]!
    expect(text.slice(range.start, range.end)).toBe(whole)
  })

  test.each(['[r]: a.md\n"t" [[b]]', '[r]: a.md\n"t [[b]]', '[r]: a.md\n"t\nu" [[b]]'])(
    'below a definition is text what is no title: %j',
    (text) => {
      expect(links(text)).toEqual(['reference a.md', 'wikilink b'])
      const { range } = parseNote(text).links[0]!
      expect(text.slice(range.start, range.end)).toBe('[r]: a.md')
    },
  )

  test.each([
    '[r]: a.md "t\nu" v',
    '[r]: a.md "t\n\nu"',
    '[r]: <a.md>"t\nu"',
    '[r]:\n\na.md',
    '[r]:\na.md b',
    '[r]:\n\n[s]:',
    'text\n[r]: a.md',
    '[^n]: a.md',
    '[r]:',
    '[r]: a.md b',
    '[ ]: a.md',
    '[//]: #',
  ])('none in %j', (text) => {
    expect(links(text)).toEqual([])
  })

  test('what follows the definitions is text', () => {
    expect(links('> [r]: a.md\n> [s]: b.md\n> [[c]]')).toEqual([
      'reference a.md',
      'reference b.md',
      'wikilink c',
    ])
  })
})

describe('frontmatter', () => {
  test('wikilinks in values, at any depth and in any quotes', () => {
    const text = lines(
      '---',
      'up: "[[Home]]"',
      "see: ['[[it''s|x]]', \"![[pic.png]]\"]",
      'list:',
      '  - "[[A]] and [[B#C]]"',
      'map: {k: "[[D]]"}',
      'folded: >',
      '  text [[E]]',
      'unquoted: [[F]]',
      '# [[comment]]',
      '"[[key]]": 1',
      'escaped: "a \\"[[G]]\\""',
      '---',
      '[[body]]',
    )
    const note = parseNote(text)
    expect(links(text)).toEqual([
      'frontmatter Home',
      "frontmatter it's | x",
      '!frontmatter pic.png',
      'frontmatter A',
      'frontmatter B#C',
      'frontmatter D',
      'frontmatter E',
      'frontmatter G',
      'wikilink body',
    ])
    const { targetRange, line } = note.links[3]!
    expect([text.slice(targetRange.start, targetRange.end), line]).toEqual(['A', 5])
  })

  test('links keep their places in frontmatter that only the lenient reader accepts', () => {
    const text = lines('---', 'date: {{date}}', 'up: [', '  "[[A]]",', ']', '---')
    expect(links(text)).toEqual(['frontmatter A'])
    const { targetRange } = parseNote(text).links[0]!
    expect(text.slice(targetRange.start, targetRange.end)).toBe('A')
  })
})

describe('nothing is read inside', () => {
  test.each([
    ['fenced code', lines('```', '[[a]] #t', '```')],
    ['fenced code with an info string', lines('~~~ts title="x"', '[[a]] #t', '- [ ] t', '~~~')],
    ['a longer fence', lines('````', '```', '[[a]]', '````')],
    ['a fence in a list', lines('- x', '  ```', '  [[a]]', '  ```')],
    ['a fence in a quote', lines('> ```', '> [[a]]', '> # h', '> ```')],
    ['a fence that never ends', lines('```', '[[a]]')],
    ['indented code', lines('x', '', '    [[a]] #t', '', '\t[[b]]')],
    ['indented code in a list', lines('- x', '', '      [[a]]')],
    ['indented code in a footnote', lines('[^1]: x', '', '        [[a]] #t', '', '\t\t- [ ] t')],
    ['a fence in a footnote', lines('[^1]: x', '', '    ```', '    [[a]] #t', '    ```')],
    ['indented code after a footnote', lines('[^1]: x', '', 'y', '', '    [[a]] #t', '    - [ ] t')],
    [
      'indented code below what is no footnote',
      lines('[^1] x', '', '    [[a]]', '', '[^a b]: x', '', '    #t'),
    ],
    ['indented code that looks like a footnote', lines('    [^1]: x', '', '    [[a]] #t')],
    ['inline code', '`[[a]] #t`'],
    ['inline code over lines', '`[[a]]\n#t`'],
    ['inline code with two backticks', '``[[a]] ` #t``'],
    ['an HTML comment', 'x <!-- [[a]] #t --> y'],
    ['an HTML comment over blocks', lines('<!--', '# h', '', '- [ ] [[a]]', '-->')],
    ['code in an Obsidian comment', 'x %%`[[a]] #t`%% y'],
    ['code in an Obsidian comment over blocks', lines('%%', '# h', '', '```', '- [ ] [[a]]', '%%')],
    ['an HTML comment in an Obsidian comment', lines('%%', '<!--', '[[a]] #t', '-->', '%%')],
    ['a definition in an Obsidian comment', lines('%%', '[r]: a.md', '%%')],
    ['a script', lines('<script>', '[[a]] #t', '', '# h', '</script>')],
    ['an HTML attribute', '<a title="[[a]]" href="#t">x</a>'],
  ])('%s', (_what, text) => {
    const { links, tags, tasks, headings } = parseNote(text)
    expect({ links, tags, tasks, headings }).toEqual({ links: [], tags: [], tasks: [], headings: [] })
  })
})

describe('of an Obsidian comment links and tags are read, as Obsidian’s own cache has them', () => {
  test.each([
    ['in a line', 'x %%[[a]] #t%% y'],
    ['at the start of a line', '%% [[a]] #t %% y'],
    ['over lines of a paragraph', lines('x %% [[a]]', '#t %% y')],
    ['over blocks', lines('%%', '# h', '', '- [ ] [[a]] #t ^b', '%%')],
    ['from the mark on', lines('%% [[a]]', '', '#t', 'x %% y')],
    ['in a quote', lines('> %%', '> # h', '> - [ ] [[a]] #t', '> %%')],
    ['in a list', lines('- x', '    - y', '      %%', '      [[a]]', '', '      - [ ] #t', '      %%')],
    ['in a table', lines('| x %% [[a]] %% |', '|---|', '| %% #t %% |')],
    ['with code that never ends', lines('%% [[a]] #t', '```', '%%')],
    ['in one that a quote ends', lines('%%', '> [[a]]', '%%', '#t')],
  ])('%s', (_where, text) => {
    const { links, tags, tasks, headings, blocks } = parseNote(text)
    expect(links.map(({ target, range }) => [target, text.slice(range.start, range.end)])).toEqual([
      ['a', '[[a]]'],
    ])
    expect(tags.map(({ tag, line }) => [tag, text.split('\n')[line - 1]?.includes('#t')])).toEqual([
      ['t', true],
    ])
    expect({ tasks, headings, blocks }).toEqual({ tasks: [], headings: [], blocks: [] })
  })

  test('what follows is read as if it were not there', () => {
    const text = lines(
      '- x',
      '  %%',
      'y',
      '',
      '- z',
      '  %%',
      '    - [ ] task ^b',
      '',
      '%%',
      '```',
      '%%',
      '# h',
      '`c`',
    )
    const { tasks, headings, blocks } = parseNote(text)
    expect(tasks.map(({ line, text: said, indent }) => [line, said, indent])).toEqual([[7, 'task', 4]])
    expect(headings.map(({ line }) => line)).toEqual([12])
    expect(blocks.map(({ id }) => id)).toEqual(['b'])
  })
})

describe('what comes after is read again', () => {
  test.each([
    ['a closed fence', lines('```', 'x', '```', '[[a]]')],
    ['a fence that its quote ends', lines('> ```', '> x', '[[a]]')],
    ['a lone backtick', 'x ` [[a]]'],
    ['a comment on one line', 'x %% y %% [[a]]'],
    ['a comment over lines', lines('%%', 'x', '%% [[a]]')],
    ['a comment that never closes', 'at 100%% [[a]]'],
    ['an HTML comment', lines('<!-- x', '--> [[a]]')],
    ['an HTML tag', lines('<div>', '[[a]]', '</div>')],
    ['an indented line of a paragraph', lines('x', '    [[a]]')],
    ['the mark of a footnote', '[^1]: [[a]]'],
    ['a later paragraph of a footnote', lines('[^1]: x', '', '    [[a]]')],
    ['a paragraph of a footnote that a tab indents', lines('[^1]: x', '', '\ty', '', '\t[[a]]')],
    ['a paragraph below a mark alone', lines('[^1]:', '', '    [[a]]')],
    ['a footnote right below text', lines('x', '[^1]: y', '', '    [[a]]')],
    ['a footnote below another one', lines('[^1]: x', '[^2]: y', '', '    [[a]]')],
    ['a footnote in a quote', lines('> [^1]: x', '>', '>     [[a]]')],
    ['a footnote in a list', lines('- [^1]: x', '', '      [[a]]')],
    ['a list in a footnote', lines('[^1]: x', '', '    - y', '', '      [[a]]')],
    ['dollars', '$x$ [[a]] $$y$$'],
  ])('%s', (_what, text) => {
    expect(parseNote(text).links.map(({ target }) => target)).toEqual(['a'])
  })
})

describe('links out of the vault', () => {
  function external(text: string): string[] {
    return parseNote(text).externalLinks.map(
      ({ url, title, type }) => `${type} ${url}${title === null ? '' : ` | ${title}`}`,
    )
  }

  test.each([
    ['[t](https://a.example/b)', 'url https://a.example/b | t'],
    ['[t](mailto:a@b.example)', 'url mailto:a@b.example | t'],
    ['[t](obsidian://open?vault=v)', 'url obsidian://open?vault=v | t'],
    ['![alt](https://a.example/p.png)', 'image https://a.example/p.png | alt'],
    ['![](https://a.example/v.mp4?x)', 'embed https://a.example/v.mp4?x'],
    ['![v](https://www.youtube.com/watch?v=1)', 'embed https://www.youtube.com/watch?v=1 | v'],
    ['<https://a.example/?q=[[x]]>', 'url https://a.example/?q=[[x]]'],
    ['See https://a.example/b_(c)?d=e#f.', 'url https://a.example/b_(c)?d=e#f'],
    ['(http://a.example)', 'url http://a.example'],
    ['**https://a.example**', 'url https://a.example'],
    ['[https://a.example](https://a.example)', 'url https://a.example | https://a.example'],
    ['[https://a.example](note.md)', ''],
    ['[x https://a.example] y', 'url https://a.example'],
    ['[[1]](https://a.example)', 'url https://a.example | [1]'],
    ['xhttp://a.example', ''],
    ['`https://a.example`', ''],
    ['<a href="https://a.example">', ''],
  ])('%s', (text, expected) => {
    expect(external(text).join()).toBe(expected)
  })

  test('none of them is a link into the vault', () => {
    expect(links('[t](https://a.example) ![x](//cdn.example/p.png) [[1]](https://b.example)')).toEqual([])
  })
})
