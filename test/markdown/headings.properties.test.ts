import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { lines } from '../support/lines.ts'
import { times } from '../support/long.ts'

/*
 * Not in it, as markdown-it reads them otherwise than CommonMark's own parser or GitHub's: what follows a link definition without a
 * blank line (still a paragraph, which a tag alone interrupts no more than another), a line indented by four that goes on with
 * a paragraph in a quote or list, and a tag alone below a table (it ends the table).
 */
const row = fc.constantFrom(
  ...['para', 'text <br>', '\\', '&nbsp;', '', '', '', '# H1', '## H2', '  ## H3', '#', '#no', '####### no'],
  ...['- item', '  para in item', '- # li', '-   para', '  - n', '-\tx', '* x', '+', '-', '- [ ] t', '- ```'],
  ...[
    '1. x',
    '   # in ol',
    '10. y',
    '2) p',
    '> quote',
    '> # hq',
    '>',
    '> - a',
    '>> d',
    '> ```',
    '> <b>',
    '- <b>',
  ],
  ...[
    '```',
    '~~~',
    '  ```',
    '``` js',
    '````',
    '`` `',
    '~~~ x',
    '---',
    '===',
    '***',
    '  ===',
    '=',
    '--',
    '- - -',
  ],
  ...[
    '<!-- c',
    '-->',
    '<!-- c -->',
    '<!-->',
    '<div>',
    '</div>',
    '<br>',
    '<br/>',
    '<span>a</span>',
    '<b>',
    '</b >',
  ],
  ...[
    '</details>',
    '<details><summary>s</summary>',
    '<a href="x">',
    '<img src="a">',
    '<a',
    '<a b="',
    '">',
    '<x-y>',
  ],
  ...[
    '<pre>',
    '</pre>',
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<textarea>',
    '<script/>',
    '<pre x>',
  ],
  ...['<?php', '?>', '<!X', '<![CDATA[', ']]>'],
)

test('headings are where CommonMark has them, whatever HTML, code, lists and quotes are around', () => {
  const md = new MarkdownIt('commonmark')
  fc.assert(
    fc.property(fc.array(row, { minLength: 2, maxLength: 8 }), (rows) => {
      // Below a line that no frontmatter begins with.
      const text = lines('para', ...rows, '## End')
      const own = parseNote(text).headings.map(({ line, level }) => ({ line, level }))
      const theirs = md
        .parse(text, {})
        .filter(({ type, level }) => type === 'heading_open' && level === 0)
        .map(({ map, tag }) => ({ line: (map?.[0] ?? 0) + 1, level: Number(tag.slice(1)) }))
      expect(own).toEqual(theirs)
    }),
    { seed: 20261130, numRuns: times(3_000, 100_000) },
  )
})
