import { expect, test } from 'vitest'
import { findWords } from '../../src/markdown/text/find-words.ts'
import { maskMarkup } from '../../src/markdown/read/mask-markup.ts'
import { lines } from '../support/lines.ts'

test('only running text is left, where it stood', () => {
  const body = lines(
    '# Head `code` end',
    '',
    'A [[link|text]] b [c](d.md) e https://x.example #tag f <b>g</b> %% h %% i',
    '',
    '```js',
    'fenced',
    '```',
    '',
    '    indented',
    '',
    '> quoted',
    '> more',
    '<!-- comment -->',
    '',
    '- [ ] item',
    '',
    '| a | b |',
    '|---|---|',
    '| c | `d` |',
    '',
    '[ref]: target.md',
  )
  const masked = maskMarkup(body)
  expect(masked.length).toBe(body.length)
  expect(masked.split('\n').map((line) => line.trim().replace(/ +/g, ' '))).toEqual([
    'Head end',
    '',
    'A b e f g i',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    'quoted',
    'more',
    '',
    '',
    '[ ] item',
    '',
    '| a | b |',
    '',
    '| c | |',
    '',
    '',
    '',
  ])
  for (const word of ['Head', 'quoted', 'more', 'item']) expect(masked.indexOf(word)).toBe(body.indexOf(word))
})

test('words are found as words, except where words have no spaces between them', () => {
  expect(findWords('a cat, a catalogue, cat_x, bobcat, cat', 'cat')).toEqual([2, 35])
  expect(findWords('東京都の地図', '京都')).toEqual([1])
  expect(findWords('flintを使う', 'flint')).toEqual([0])
  expect(findWords('c++ and c', 'c++')).toEqual([0])
  expect(findWords('', '')).toEqual([])
})
