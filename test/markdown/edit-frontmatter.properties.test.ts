import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editFrontmatter } from '../../src/markdown/edit/edit-frontmatter.ts'
import { readFrontmatter } from '../../src/markdown/read/read-frontmatter.ts'
import { applyEdits } from '../../src/model/text-edit.ts'
import { VaultError } from '../../src/model/vault-error.ts'
import { times } from '../support/long.ts'

/** A value as people write it: the part beside the key, then the lines below it, `#` where a comment may stand. */
const written: readonly (readonly [beside: string, ...below: string[]])[] = [
  [' 1 #'],
  [' plain text #'],
  ['    wide #'],
  [' "double \\" quoted" #'],
  [" 'it''s' #"],
  [' 2026-01-02 #'],
  [' [a, "b", c d] #'],
  [' [] #'],
  [' {x: 1, "y": [2]} #'],
  [' {} #'],
  [' #'],
  ['  '],
  [' ~ #'],
  [' !!str 5 #'],
  [' #', '  - a', '  # within', '  - "b" # own', '  - c: 1', '    d: 2'],
  ['', '- a', '- b'],
  ['', '', '    - a', '', '    - b'],
  [' #', '  x: 1 # own', '  y:', '    - z'],
  [' | #', '  text', '  # not a comment', '', '  more'],
  [' >-', '  folded', '  text'],
  [' one', '  two #'],
  [' "one', '  two" #'],
  [' [a,', '  b, # own', '  c] #'],
  [' &mark [a]'],
  [' "[[Home|x]]" #'],
]

// Indented ones belong to the value above them.
const fillers = ['# a comment', '', '#']
const keys = ['title', 'tags', 'a b', 'über', '2026', 'x-y', 'Z', 'date']

interface Piece {
  readonly key: string | null
  readonly comment: string | null
  readonly text: string
}

interface Note {
  readonly text: string
  readonly pieces: readonly Piece[]
  readonly head: string
  readonly tail: string
}

const breaks = fc.constantFrom<readonly string[]>(['\n'], ['\r\n'], ['\n', '\r\n', '\n', '\n', '\r\n'])

/** A note whose frontmatter is known piece by piece, with line ends of one kind or of both. */
const note: fc.Arbitrary<Note> = fc
  .record({
    breaks,
    mark: fc.constantFrom('', '\ufeff'),
    keys: fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1 }),
    values: fc.array(fc.tuple(fc.constantFrom(...written), fc.boolean()), { minLength: 8, maxLength: 8 }),
    fillers: fc.array(fc.option(fc.constantFrom(...fillers), { freq: 2 }), { minLength: 9, maxLength: 9 }),
    duplicate: fc.boolean(),
    body: fc.constantFrom('', 'text', '\n# H\n', '\r\ntext\r\nmore\n', 'a: 1\n---\nb: 2\n'),
    closing: fc.constantFrom('---', '---  '),
  })
  .map(({ keys, values, fillers, duplicate, body, mark, breaks, closing }) => {
    let count = 0
    const line = (content: string): string => content + breaks[count++ % breaks.length]!
    const head = mark + line('---')
    const names = duplicate ? [...keys, keys[0]!] : keys
    const pieces = names.flatMap((key, index): Piece[] => {
      const [[beside, ...below], hasComment] = values[index % values.length]!
      const filler = fillers[index]
      const comment = hasComment && beside.endsWith('#') ? `# why ${index}` : null
      const name = key === 'a b' ? '"a b"' : key
      const first = `${name}:${beside.endsWith('#') ? beside.slice(0, -1) + (comment ?? '') : beside}`
      const strip = (row: string): string => (row.endsWith(' #') ? row.slice(0, -2) : row)
      const before = filler == null ? [] : [{ key: null, comment: null, text: line(filler) }]
      return [
        ...before,
        {
          key,
          comment,
          text: [first.trimEnd() === `${name}:` ? `${name}:` : first, ...below.map(strip)].map(line).join(''),
        },
      ]
    })
    const tail = body === '' ? closing : line(closing) + body
    return { text: head + pieces.map(({ text }) => text).join('') + tail, pieces, head, tail }
  })
  .filter(({ text }) => readFrontmatter(text).problem === null)

const scalar = fc.oneof(
  fc.string(),
  fc.constantFrom('x', 'a: b', '# no', 'yes', '2026-03-04', "it's", '- y', 'two\nlines', '[[A]]'),
  fc.integer(),
  fc.boolean(),
)
const value = fc.oneof(
  scalar,
  fc.array(fc.oneof(scalar, fc.constantFrom('a', 'b', 'c d')), { maxLength: 4 }),
  fc.constantFrom<unknown>({ x: 1 }, { x: { y: ['z'] } }, [{ k: 1, l: [2] }], [['a'], 'b'], {}, [
    'a',
    'b',
    'c d',
    'e',
  ]),
)

function edit(text: string, changes: Record<string, unknown>): string {
  return applyEdits(text, editFrontmatter(text, changes))
}

describe('over notes as people write them', () => {
  test('setting one key changes that key and no other byte', () => {
    fc.assert(
      fc.property(note, fc.nat(), value, ({ text, pieces, head, tail }, pick, next) => {
        const own = pieces.filter((piece) => piece.key !== null)
        const { key } = own[pick % own.length]!
        const at = pieces.findLastIndex((piece) => piece.key === key)
        const join = (list: readonly Piece[]): string => list.map((piece) => piece.text).join('')
        const before = head + join(pieces.slice(0, at))
        const after = join(pieces.slice(at + 1)) + tail
        const result = edit(text, { [key!]: next })
        expect(result.startsWith(before)).toBe(true)
        expect(result.endsWith(after)).toBe(true)
        const changed = result.slice(before.length, result.length - after.length)
        expect(changed).toMatch(/^["a-zA-Zü0-9]/)
        const { comment } = pieces[at]!
        if (comment !== null) expect(changed).toContain(comment)
        expect(readFrontmatter(result).data[key!]).toEqual(next)
      }),
      { numRuns: times(600, 3000) },
    )
  })

  test('removing a key removes its lines and no other byte', () => {
    fc.assert(
      fc.property(note, fc.nat(), ({ text, pieces, head, tail }, pick) => {
        const own = pieces.filter((piece) => piece.key !== null)
        const { key } = own[pick % own.length]!
        // Blank lines after a block's text may belong to it or not: they stay.
        const left = pieces.map((piece) => (piece.key === key ? blankEnd(piece.text) : piece.text)).join('')
        expect(edit(text, { [key!]: null })).toBe(head + left + tail)
      }),
      { numRuns: times(400, 2000) },
    )
  })

  test('new keys come last and change nothing else', () => {
    fc.assert(
      fc.property(note, value, value, ({ text, tail }, one, two) => {
        const head = text.slice(0, text.length - tail.length)
        const result = edit(text, { new: one, 'new: er': two })
        expect(result.startsWith(`${head}new:`)).toBe(true)
        expect(result.endsWith(tail)).toBe(true)
        expect(readFrontmatter(result).data).toMatchObject({ new: one, 'new: er': two })
      }),
      { numRuns: times(200, 1000) },
    )
  })

  test('several changes at once are the same as one after the other', () => {
    const changes = fc.dictionary(fc.constantFrom(...keys, 'new'), fc.option(value), {
      noNullPrototype: true,
    })
    fc.assert(
      fc.property(note, changes, ({ text }, all) => {
        const oneByOne = Object.entries(all).reduce(
          (current, [key, next]) => edit(current, { [key]: next }),
          text,
        )
        expect(readFrontmatter(edit(text, all)).data).toEqual(readFrontmatter(oneByOne).data)
      }),
      { numRuns: times(200, 1000) },
    )
  })

  test('setting what is there changes nothing', () => {
    fc.assert(
      fc.property(note, ({ text }) => {
        const { data } = readFrontmatter(text)
        const set = Object.fromEntries(Object.entries(data).filter(([, current]) => current !== null))
        expect(editFrontmatter(text, set)).toEqual([])
      }),
    )
  })
})

test('over any text the body stays, and so does all the rest of the frontmatter', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom(
          'a',
          'b',
          ': ',
          ':',
          '\n',
          '\r\n',
          '- ',
          '[',
          ']',
          '{',
          '}',
          ',',
          '#',
          '"',
          "'",
          '|',
          '>',
          '&x ',
          '*x',
          '!t ',
          '?',
          '  ',
          '...',
          '\t',
          '1',
        ),
        { maxLength: 25 },
      )
      .map((parts) => `---\n${parts.join('')}\n---\nbody`),
  )
  fc.assert(
    fc.property(anything, fc.constantFrom('a', 'b', '1', 'new'), fc.option(value), (text, key, next) => {
      try {
        const result = edit(text, { [key]: next })
        const before = readFrontmatter(text)
        const after = readFrontmatter(result)
        expect(result.slice(after.bodyStart)).toBe(text.slice(before.bodyStart))
        expect({ ...after.data, [key]: null }).toEqual({ ...before.data, [key]: null })
      } catch (error) {
        if (!(error instanceof VaultError)) throw error
      }
    }),
    { numRuns: times(600, 3000) },
  )
})

/** The blank lines at the end of a piece that has other lines. */
function blankEnd(text: string): string {
  return /(?:^|\n)((?:[ \t]*\r?\n)*)$/.exec(text)?.[1] ?? ''
}
