import { describe, expect, test } from 'vitest'
import { jointOf, collectWords } from '../../src/pdf/join-words.ts'
import { layOutPages } from '../../src/pdf/lay-out-pages.ts'
import type { PdfFragment, PdfPage, PdfSpan } from '../../src/pdf/pdf-page.ts'
import { readPdfDate } from '../../src/pdf/draft-pdf.ts'
import { lines } from '../support/lines.ts'

interface Placed extends Partial<Omit<PdfSpan, 'text' | 'size'>> {
  readonly x?: number
  readonly size?: number
  readonly turn?: number
}

// Half the size is about the width of a letter.
function at(y: number, text: string, { x = 72, size = 10, turn = 0, ...style }: Placed = {}): PdfFragment {
  const span = { text, size, bold: false, italic: false, mono: false, link: null, ...style }
  return {
    x0: x,
    x1: x + text.length * size * 0.5,
    y0: y - 0.8 * size,
    y1: y + 0.2 * size,
    baseline: y,
    turn,
    size,
    spans: [span],
  }
}

function page(...fragments: readonly PdfFragment[]): PdfPage {
  return { width: 612, height: 792, fragments, pictures: 0, unreadable: 0 }
}

function read(...fragments: readonly PdfFragment[]): string {
  return layOutPages([page(...fragments)], []).markdown
}

const filler = 'Words enough to fill a line of the page up to its right edge, as prose does it'

describe('paragraphs', () => {
  test('lines become one paragraph, a wider step begins the next', () => {
    expect(
      read(at(100, filler), at(112, filler), at(124, 'and an end.'), at(148, 'Another paragraph.')),
    ).toBe(lines(`${filler} ${filler} and an end.`, '', 'Another paragraph.'))
  })

  test('an indented first line begins a paragraph', () => {
    expect(read(at(100, filler), at(112, filler), at(124, `In: ${filler}`, { x: 87 }), at(136, filler))).toBe(
      lines(`${filler} ${filler}`, '', `In: ${filler} ${filler}`),
    )
  })

  test('a line that had room for the next word was broken on purpose', () => {
    expect(read(at(100, filler), at(112, filler), at(136, 'Name: Ada'), at(148, 'Town: London'))).toBe(
      lines(`${filler} ${filler}`, '', 'Name: Ada', 'Town: London'),
    )
  })

  test('a word that was broken between two lines is whole again', () => {
    const broken = `${filler} and inter-`
    expect(read(at(100, broken), at(112, 'national agreements.'))).toContain('and international agreements.')
  })

  test('a sentence goes on in the next column and on the next page', () => {
    const first = page(at(100, filler), at(112, filler), at(700, `${filler} and`))
    const second = page(at(80, `then ${filler}`), at(92, 'it ends.'))
    expect(layOutPages([first, second], []).markdown).toContain(`${filler} and then ${filler} it ends.`)
  })

  test('text means itself: no list, heading, tag or link comes from its characters', () => {
    expect(read(at(100, '# 5 *a* [[b]] <i> `c` #tag_x snake_case 2_ https://a.b/#c'))).toBe(
      lines('\\# 5 \\*a\\* \\[[b]] \\<i> \\`c\\` \\#tag_x snake_case 2\\_ https://a.b/#c'),
    )
    expect(read(at(100, '=== 1'), at(148, '> 2'), at(196, '+ 3'))).toBe(
      lines('\\=\\== 1', '', '\\> 2', '', '\\+ 3'),
    )
  })
})

describe('hyphens', () => {
  const words = collectWords(['The well-tried cooperation', 'co-operate'])
  test.each([
    ['inter-', 'national', 1, ''],
    ['co-', 'operation', 1, ''],
    ['well-', 'tried', 0, ''],
    ['co-', 'operate', 0, ''],
    ['Jean-', 'Paul', 0, ''],
    ['state-of-the-', 'art', 0, ''],
    ['self-', 'made', 0, ''],
    ['1990-', '1995', 0, ''],
    ['soft\u00ad', 'ware', 1, ''],
    ['a dash -', 'here', 0, ' '],
    ['two', 'words', 0, ' '],
    ['漢字', '仮名', 0, ''],
  ])('%s / %s', (before, after, cut, between) => {
    expect(jointOf(before, after, words)).toEqual({ cut, between })
  })
})

describe('headings', () => {
  test('larger type is a heading, the largest the title', () => {
    const { markdown, title } = layOutPages(
      [
        page(
          at(60, 'On Birds', { size: 20 }),
          at(100, '1 Song', { size: 14, bold: true }),
          at(130, filler),
          at(142, filler),
          at(170, '2 Flight', { size: 14, bold: true }),
          at(200, filler),
        ),
      ],
      [],
    )
    expect(markdown).toBe(
      lines('# On Birds', '', '## 1 Song', '', `${filler} ${filler}`, '', '## 2 Flight', '', filler),
    )
    expect(title).toBe('On Birds')
  })

  test('the outline says what is a heading, and how deep', () => {
    const { markdown } = layOutPages(
      [page(at(60, 'On Birds', { size: 20 }), at(100, '1.1 Song'), at(130, filler), at(142, filler))],
      [
        { title: 'Birds', depth: 1, page: null },
        { title: 'Song', depth: 2, page: 0 },
      ],
    )
    expect(markdown).toContain('### 1.1 Song')
  })

  test('a bold line alone over text is a heading; a bold sentence is not', () => {
    const bold = { bold: true }
    expect(read(at(100, 'Methods', bold), at(130, filler), at(142, filler))).toMatch(/^# Methods\n/)
    expect(read(at(100, 'We found nothing.', bold), at(130, filler), at(142, filler))).toMatch(
      /^\*\*We found nothing\.\*\*\n/,
    )
  })

  test('the abstract is what stands under its heading', () => {
    const { abstract } = layOutPages(
      [
        page(
          at(60, 'Abstract', { size: 14 }),
          at(90, filler),
          at(102, filler),
          at(130, 'Introduction', { size: 14 }),
          at(160, filler),
          at(172, filler),
        ),
      ],
      [],
    )
    expect(abstract).toBe(`${filler} ${filler}`)
  })
})

describe('columns', () => {
  const left = [
    'Left column starts with a line',
    'and goes on with another one',
    'until it ends at the foot.',
  ]
  const right = [
    'Right column has lines of its',
    'own that must not be mixed',
    'into those on the left side.',
  ]
  const columns = (y: number) =>
    left.flatMap((text, index) => [at(y + 12 * index, text), at(y + 12 * index, right[index]!, { x: 320 })])

  test('are read one after the other, what spans them stays above and below', () => {
    expect(read(at(80, filler), ...columns(120), at(180, filler))).toBe(
      lines(filler, '', left.join(' '), '', right.join(' '), '', filler),
    )
  })

  test('of numbers are a table', () => {
    const row = (y: number, ...cells: readonly string[]) =>
      cells.map((text, index) => at(y, text, { x: 72 + 120 * index }))
    expect(
      read(
        ...row(100, 'Country', 'Area', 'Capital'),
        ...row(114, 'Austria', '83,879', 'Vienna'),
        ...row(128, 'A|B', '', 'x').filter(({ spans }) => spans[0]!.text !== ''),
      ),
    ).toBe(
      lines(
        '| Country | Area | Capital |',
        '| --- | --- | --- |',
        '| Austria | 83,879 | Vienna |',
        '| A\\|B |  | x |',
      ),
    )
  })

  test('wide blanks of a justified line are no table', () => {
    const wide = (y: number) => [
      at(y, 'One sentence.'),
      at(y, 'And two.', { x: 146 }),
      at(y, 'And three.', { x: 195 }),
    ]
    expect(read(...wide(100), ...wide(112), ...wide(124))).not.toContain('|')
  })
})

describe('lists', () => {
  test('bullets and numbers are items, what is set in belongs to the item above', () => {
    expect(
      read(
        at(100, '•', { x: 72 }),
        at(100, 'First', { x: 84 }),
        at(112, '– inner', { x: 90 }),
        at(124, '• Second'),
        at(148, '1. One'),
        at(160, '2) Two'),
        at(172, '(a) letters'),
      ),
    ).toBe(lines('- First', '   - inner', '- Second', '1. One', '2) Two', '- (a) letters'))
  })

  test('an item goes on under its text', () => {
    expect(read(at(100, `• ${filler}`), at(112, 'and more of it', { x: 82 }), at(124, '• Next'))).toBe(
      lines(`- ${filler} and more of it`, '- Next'),
    )
  })
})

describe('styles', () => {
  const spans = (y: number, ...parts: readonly Partial<PdfSpan>[]): PdfFragment => {
    const plain = { text: '', size: 10, bold: false, italic: false, mono: false, link: null }
    const all = parts.map((part) => ({ ...plain, ...part }))
    return { ...at(y, all.map(({ text }) => text).join('')), spans: all }
  }

  test('bold, italic, code and links are marked, without the blanks around', () => {
    expect(
      read(
        at(80, filler),
        spans(
          92,
          { text: 'a ' },
          { text: 'bold ', bold: true },
          { text: 'and ' },
          { text: 'slanted', italic: true },
          { text: ' x() ', mono: true },
          { text: 'site', link: 'https://a.b/c(d)' },
        ),
      ),
    ).toContain('a **bold** and *slanted* `x()` [site](https://a.b/c%28d%29)')
  })

  test('marks that Markdown would not see are left out', () => {
    expect(
      read(at(80, filler), spans(92, { text: 'f' }, { text: '(x)', italic: true }, { text: 'y' })),
    ).toContain('f(x)y')
  })

  test('a text that is all bold has no bold', () => {
    expect(read(at(100, `${filler}.`, { bold: true }), at(112, filler, { bold: true }))).not.toContain('*')
  })

  test('lines in typewriter type are code, as they stand', () => {
    expect(
      read(
        at(80, filler),
        at(92, filler),
        at(120, 'if (a) {', { mono: true }),
        at(132, 'b *= 2', { mono: true, x: 82 }),
        at(144, '}', { mono: true }),
      ),
    ).toBe(lines(`${filler} ${filler}`, '', '```', 'if (a) {', '  b *= 2', '}', '```'))
  })
})

describe('running heads and page numbers', () => {
  const body = (n: number) => [at(200, `Page text ${'abcdef'[n]!} ${filler}`), at(212, filler)]

  test('are left out where they come again', () => {
    const pages = [0, 1, 2].map((n) =>
      page(at(40, `The Journal, Vol. ${n + 4}`), ...body(n), at(650, String(n + 17), { x: 300 })),
    )
    const { markdown } = layOutPages(pages, [])
    expect(markdown).not.toMatch(/Journal|17|18|19/)
    expect(markdown).toContain('Page text c')
  })

  test('stay where they are the text', () => {
    const { markdown } = layOutPages(
      [0, 1, 2].map((n) => page(at(40, String(n + 1)))),
      [],
    )
    expect(markdown).toMatch(/1[^]*2[^]*3/)
  })

  test('a number that does not count the pages stays', () => {
    const { markdown } = layOutPages(
      [0, 1, 2].map((n) => page(...body(n), at(650, String(90 - 7 * n)))),
      [],
    )
    expect(markdown).toMatch(/90[^]*83[^]*76/)
  })
})

test('text that is turned comes after the upright text, whole', () => {
  const turned = at(10, 'arXiv 2401.00001', { turn: 270 })
  expect(read(turned, at(100, filler), at(112, filler))).toBe(
    lines(`${filler} ${filler}`, '', 'arXiv 2401.00001'),
  )
})

test.each([
  ["D:20220403180542+02'00'", '2022-04-03'],
  ['D:2009', '2009-01-01'],
  ['20191231', '2019-12-31'],
  ['D:20220231', null],
  ['D:00000000000000', null],
  ['yesterday', null],
  [undefined, null],
])('the date %s is %s', (value, date) => {
  expect(readPdfDate(value)).toBe(date)
})
