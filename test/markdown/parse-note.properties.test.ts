import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { readLinks } from '../../src/markdown/read/read-links.ts'
import { readSections } from '../../src/markdown/read/read-sections.ts'
import { readTaggedNote } from '../../src/markdown/read/read-tagged-note.ts'
import type { ParsedNote } from '../../src/model/parsed-note.ts'
import { expectConsistent } from './expect-consistent.ts'
import { times } from '../support/long.ts'

const pieces = [
  ...[
    '\n',
    '\n',
    '\n\n',
    '\r\n',
    ' ',
    '  ',
    '    ',
    '\t',
    '> ',
    '>',
    '- ',
    '* ',
    '1. ',
    '12) ',
    '# ',
    '## ',
    '#',
    '===',
    '---',
    '***',
  ],
  ...[
    '```',
    '````',
    '~~~',
    '`',
    '``',
    '%%',
    '<!--',
    '-->',
    '<div>',
    '</div>',
    '<a b="',
    '<',
    '>',
    '<https://x.y>',
    'https://x.y',
    '<script>',
  ],
  ...[
    '[[',
    ']]',
    '[',
    ']',
    '](',
    '(',
    ')',
    '|',
    '\\|',
    '\\',
    '!',
    '![[',
    '#tag',
    '#1',
    '^id',
    ' ^id',
    '[ ] ',
    '[x] ',
    '[r]: ',
    ': ',
    '"',
    "'",
  ],
  ...[
    'a',
    'word ',
    'é',
    '日本',
    '🚀',
    '\ud83d',
    '\u00a0',
    '\u3000',
    '\ufeff',
    '\r',
    '\0',
    '%20',
    '.md',
    '$x$',
    '|a|b|',
    '|-|-|',
    '---\n',
    'tags: ',
    'k: v\n',
  ],
]

const tagStyles = [
  { hashtags: true, colonTags: false, multiwordTags: false, keywords: false },
  { hashtags: true, colonTags: true, multiwordTags: true, keywords: true },
]

const markdown = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.constantFrom(...pieces), { maxLength: 30 })
    .map((parts) => `---\n${parts.join('')}\n---\n${parts.join('')}`),
)

test('reading links alone finds the very same links', () => {
  fc.assert(
    fc.property(markdown, markdown, (text, values) => {
      for (const note of [text, `---\n${values}\n---\n${text}`, `---\nup: "[[${values}]]"\n---\n${text}`])
        expect(readLinks(note)).toEqual(parseNote(note).links)
    }),
  )
})

test('reading tags or sections alone finds the very same', () => {
  fc.assert(
    fc.property(markdown, fc.constantFrom(...tagStyles), (text, tagStyle) => {
      for (const note of [
        text,
        `---\nsource_type: document\nuntrusted: true\ntags: [a]\nup: "[[b]]"\n---\n${text}`,
      ]) {
        const { frontmatter, headings, sections, end, tags, links, tasks } = parseNote(note, tagStyle)
        expect(readSections(note)).toEqual({ headings, sections, end })
        expect(readTaggedNote(note, tagStyle)).toEqual({
          frontmatter,
          headings,
          tags,
          linkCount: links.length,
          taskCount: tasks.length,
        })
      }
    }),
  )
})

test('any text is read without an error, and every range holds what it claims', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      expectConsistent(text, parseNote(text))
    }),
    { numRuns: times(1000, 5000) },
  )
})

describe('what makes no difference to a reader makes none to the reading', () => {
  test('line ends', () => {
    fc.assert(
      fc.property(markdown, (written) => {
        const text = written.replaceAll('\r', '')
        expect(withoutPlaces(parseNote(text.replaceAll('\n', '\r\n')))).toEqual(
          withoutPlaces(parseNote(text)),
        )
      }),
      { numRuns: times(600, 3000) },
    )
  })

  test('a byte-order mark', () => {
    fc.assert(
      fc.property(markdown, (written) => {
        const text = written.replace(/^\ufeff+/, '')
        expect(withoutPlaces(parseNote(`\ufeff${text}`))).toEqual(withoutPlaces(parseNote(text)))
      }),
      { numRuns: times(200, 1000) },
    )
  })

  test('a paragraph more at the end', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const { headings, tasks } = parseNote(text)
        const after = parseNote(`${text}\n\nlast`)
        expect(after.headings.map(({ text: heading }) => heading)).toEqual(
          headings.map(({ text: heading }) => heading),
        )
        expect(after.tasks.map(({ line }) => line)).toEqual(tasks.map(({ line }) => line))
      }),
      { numRuns: times(200, 1000) },
    )
  })
})

function withoutPlaces({
  frontmatter,
  headings,
  links,
  externalLinks,
  tags,
  tasks,
  blocks,
  ...rest
}: ParsedNote): unknown {
  return {
    data: frontmatter.data,
    title: rest.title,
    aliases: rest.aliases,
    wordCount: rest.wordCount,
    lineCount: rest.lineCount,
    headings: headings.map(({ level, text, line }) => [level, text, line]),
    links: links.map(({ form, isEmbed, target, heading, block, text, line }) => [
      form,
      isEmbed,
      target,
      heading,
      block,
      text,
      line,
    ]),
    externalLinks: externalLinks.map(({ url, title, type, line }) => [url, title, type, line]),
    tags: tags.map(({ tag, source, line }) => [tag, source, line]),
    tasks: tasks.map(({ status, text, line, indent }) => [status, text, line, indent]),
    blocks: blocks.map(({ id, line }) => [id, line]),
  }
}

const hostile: Record<string, string> = {
  brackets: '['.repeat(100_000),
  'wikilinks that do not close': '[[a '.repeat(50_000),
  'shown texts that do not close': '[[a|b '.repeat(50_000),
  'links that do not close': '[a](b'.repeat(50_000),
  'titles that do not close': '[a](b "'.repeat(50_000),
  'images in images': `${'!['.repeat(50_000)}${'](b)'.repeat(50_000)}`,
  hashes: '#'.repeat(100_000),
  'headings of hashes': '# '.repeat(50_000),
  'a line of a megabyte': 'x'.repeat(1_000_000),
  'a line of many links': '[[a]] #t '.repeat(50_000),
  backticks: Array.from({ length: 1000 }, (_, index) => '`'.repeat(index + 1)).join(' '),
  'backticks that do not close': '`a '.repeat(50_000) + '``',
  'tags that do not close': '<a '.repeat(50_000),
  'attributes that do not close': '<a b="'.repeat(50_000),
  'comments that do not close': '<!-- '.repeat(50_000),
  'percents in many paragraphs': 'a %%\n\n'.repeat(50_001),
  'quotes in quotes': '>'.repeat(100_000),
  'deep quotes': ('> '.repeat(200) + '\n').repeat(1000),
  'lists in lists': '- '.repeat(50_000) + '\n'.repeat(50_000),
  'stairs of lists': Array.from({ length: 1500 }, (_, index) => `${' '.repeat(index)}- x`).join('\n'),
  'breaks that are none': '* - '.repeat(50_000),
  spaces: `[${' '.repeat(500_000)}\n](x)\n\na${' '.repeat(500_000)}b\n===`,
  definitions: '> [a]: b\n'.repeat(50_000),
  'titles of several lines': '[a]: b "t\nt"\n'.repeat(50_000),
  'titles of definitions that do not close': '[a]: b\n"t\n\n[a]: b "t\n'.repeat(50_000),
  'a title of a definition that is none': `[a]: b\n"${'[a]: b\n"t '.repeat(50_000)}`,
  'a table that does not end': '|a|\n|-|\n' + '|`[[b|\n'.repeat(50_000),
  'stars before a tag': `${'*'.repeat(500_000)}#a`,
  'frontmatter of brackets': `---\na: ${'['.repeat(500_000)}\n---\n`,
  'frontmatter of links': `---\n${Array.from({ length: 10_000 }, (_, index) => `k${index}: "[[a]]"`).join('\n')}\n---\n`,
  'slashes in a tag of frontmatter': `---\ntags: "${'/'.repeat(500_000)}x"\n---\n`,
  'fences of frontmatter': '---\n' + '--- x\n'.repeat(50_000),
}

test.each(Object.entries(hostile))('%s take time in proportion to their length', (_what, text) => {
  // A quadratic reader takes minutes over any of these, which no test has.
  expectConsistent(text, parseNote(text))
})
