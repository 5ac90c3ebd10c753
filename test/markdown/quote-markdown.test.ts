import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteLine, quoteMarkdown } from '../../src/markdown/edit/quote-markdown.ts'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { lines } from '../support/lines.ts'
import { times } from '../support/long.ts'

/** A note in which a stranger's text stands, between a section and another. */
function around(text: string) {
  return parseNote(
    lines(
      '## Raw',
      '',
      '<details>',
      '<summary>Text</summary>',
      '',
      quoteMarkdown(text),
      '',
      '</details>',
      '',
      '## Own',
      '',
      '[[own]]',
    ),
  )
}

test('links, tags, tasks and blocks of strangers are none here', () => {
  expect(
    quoteMarkdown(
      lines(
        'See [[Home|x]], ![[pic]], #now and [rel](b.md).',
        '',
        '- [ ] do',
        '1. [x] done',
        '',
        '[a]: b.md',
        '',
        'Block ^id',
      ),
    ),
  ).toBe(
    lines(
      'See \\[\\[Home|x]], !\\[\\[pic]], \\#now and [rel\\](b.md).',
      '',
      '- \\[ ] do',
      '1. \\[x] done',
      '',
      '\\[a]: b.md',
      '',
      'Block \\^id',
    ).trimEnd(),
  )
})

test('what plugins would run is shown and not run', () => {
  expect(quoteMarkdown('A <% tp.date %> and `<%= x %>`, `$= dv.pages()`, `= this.file` and `a = b`.')).toBe(
    'A <\\% tp.date %> and `< %= x %>`, \\`$= dv.pages()\\`, \\`= this.file\\` and `a = b`.',
  )
  expect(quoteMarkdown('```dataviewjs\napp.x()\n```\n\n> ~~~tasks\n> not done\n> ~~~')).toBe(
    '```text\napp.x()\n```\n\n> ~~~text\n> not done\n> ~~~',
  )
  expect(quoteMarkdown('```erb\n<% each %>\n```')).toBe('```erb\n< % each %>\n```')
  expect(quoteMarkdown('so `\n$= dv.pages()`')).toBe('so \\`\n$= dv.pages()`')
  expect(quoteMarkdown('std::vector, key:: value')).toBe('std::vector, key:: value')
})

test('a footnote stays one, and begins nothing else', () => {
  expect(quoteMarkdown('Claim[^1].\n\n[^1]: See [[Home]].')).toBe('Claim[^1].\n\n[^1]: See \\[\\[Home]].')
  expect(quoteMarkdown('[^1]: # Plan\n\n[^2]: - [ ] do')).toBe('[^1]: \\# Plan\n\n[^2]: - \\[ ] do')
})

test('a block id on a line of its own leaves code as it is', () => {
  const code = lines('```', 'x = [[1,2],[3,4]]', '# comment', '```', '')
  expect(quoteMarkdown(`${code}^top\n\n- ^item\n\n> ^quote`)).toBe(`${code}\\^top\n\n- \\^item\n\n> \\^quote`)
})

test('what is harmless stays as it was', () => {
  const text = lines(
    'A [page](https://example.org/#part), <https://example.org>, C# and a < b, *this* & `[[code]] #x`.',
    '',
    '> quoted',
    '',
    '| a | b |',
    '|---|---|',
    '| 1 | 2 |',
    '',
    '```js',
    "const a = '[[x]] #y' // </details>",
    '```',
  ).trimEnd()
  expect(quoteMarkdown(text)).toBe(text)
})

test('a sign that means nothing where it stands needs no backslash', () => {
  expect(
    quoteMarkdown('Set max\\_connections of a\\_b\\_c in list\\[0\\] to 2 \\* 3, see the note \\[sic\\].'),
  ).toBe('Set max_connections of a_b_c in list[0] to 2 * 3, see the note [sic].')
  const text = '\\_not\\_ so, \\[a\\](b.md), \\[\\[c\\]\\], \\[d\\]: e.md, \\*f\\*, \\[^1\\], `max\\_g`'
  expect(quoteMarkdown(text)).toBe(text)
  for (const line of ['\\* no item', '- \\[x\\] no task', '\\[label\\]'])
    expect(quoteMarkdown(line)).toBe(line)
})

test('where everything is escaped an underscore within a word is not', () => {
  expect(quoteMarkdown('~~~\n[[a]]\n> ~~~\nmax_connections _x_')).toMatch(
    /^\\~\\~\\~\n\\\[[^]*\nmax_connections \\_x\\_$/,
  )
})

test('headings keep their order below the section that they are in', () => {
  expect(quoteMarkdown('# One\n\n## Two\n\nThree\n-----\n\n###### Six')).toBe(
    '### One\n\n#### Two\n\n#### Three\n\n###### Six',
  )
  expect(quoteMarkdown('#### Deep')).toBe('### Deep')
})

test('nothing of it reaches what follows', () => {
  for (const text of [
    '</details>',
    '```\nopen',
    '~~~~\n```\nopen',
    '%% open',
    '<!-- open',
    '<script>',
    '- a\n  ```\n  open',
    '<![CDATA[',
    '---\na: b\n---',
  ])
    expect(
      around(text).headings.map((heading) => heading.text),
      text,
    ).toEqual(['Raw', 'Own'])
})

test('pictures are not fetched, they are linked', () => {
  expect(quoteMarkdown('![Alt](https://example.org/x.png)')).toBe('[Alt](https://example.org/x.png)')
})

test('an exclamation mark before a bracket stays, and nothing is fetched or shown by it', () => {
  expect(quoteMarkdown('Use vec![1, 2]. Stop![1] `vec![3]`')).toBe('Use vec![1, 2]. Stop![1] `vec![3]`')
  expect(quoteMarkdown('![[Home]] <![CDATA[x]]> ![a](b.png) ![c][d] ![e')).toBe(
    '!\\[\\[Home]] <\\![CDATA[x]]> \\![a\\](b.png) \\![c\\][d] \\![e',
  )
  expect(quoteLine('Stop![1] ![x](https://example.org/x.png)')).toBe(
    'Stop!\\[1\\] !\\[x\\](https://example.org/x.png)',
  )
  for (const text of ['\\\\![a](https://example.org/a.png)', '![a](b) ](https://example.org/a.png)'])
    expect(
      around(text).externalLinks.filter(({ type }) => type === 'image'),
      text,
    ).toEqual([])
})

test('a footnote keeps its mark and its text, in which nothing has a meaning here', () => {
  expect(quoteMarkdown('Note[^1] and[^long-one].\n\n[^1]: See [[Home]].\n[^long-one]: - [ ] do')).toBe(
    'Note[^1] and[^long-one].\n\n[^1]: See \\[\\[Home]].\n[^long-one]: - \\[ ] do',
  )
})

test('one line of another’s words', () => {
  expect(quoteLine('A [[b]]\n| #c <b>')).toBe('A \\[\\[b\\]\\] \\| \\#c \\<b>')
})

const pieces = fc.constantFrom(
  '[[a]]', '![[a]]', '[a](b.md)', '![a](b.md)', '[a][b]', '[b]: c.md', '#tag', '- [ ] x', '* [x] y', '1. [ ] z', '> ', '    ',
  '\t', '\n', '\n\n', '```', '~~~', '`', '``', '%%', '<!--', '-->', '</details>', '<details>', '<pre>', '<a href="x">', '---', '===', '# h', '## h',
  '###### h', '|', '| a | #b |', '^id', ' ^id', '\\', '$$', '](', ')', '[', ']', '!', 'word', ' ', '&#35;', '<', '>', '#', 'é', '中文', '\r\n', '- ', '+ ', '\\_', '\\*', '\\[', '\\]', '[^1]', '[^1]: [[x]]', '[^1]: ', '![b](https://b.org)', '](https://c.org)', '![', '%', '==', '*', '**',
) // prettier-ignore

test('whatever strangers write, the vault’s graph has nothing of it', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => {
      const note = around(parts.join(''))
      expect(note.links.map(({ target }) => target)).toEqual(['own'])
      expect([note.tags, note.tasks, note.blocks]).toEqual([[], [], []])
      expect(note.externalLinks.filter(({ type }) => type !== 'url')).toEqual([])
      const [first, ...others] = note.headings
      expect([first?.text, others.at(-1)?.text]).toEqual(['Raw', 'Own'])
      expect(others.slice(0, -1).every(({ level }) => level >= 3)).toBe(true)
    }),
    { numRuns: times(600, 3_000) },
  )
})

// In time that grows faster than the text it would not end within the limit of a test.
test('a long text takes time in proportion', () => {
  for (const unit of ['[[', '`', '# a\n', '> ', '\\', '](', '- [ ] ', '<', '```\n', '| ', 'word '])
    quoteMarkdown(unit.repeat(30_000))
})

test('a text of very many headings has them lowered', () => {
  expect(quoteMarkdown('# a\n'.repeat(150_000))).toBe('### a\n'.repeat(150_000).trimEnd())
})
