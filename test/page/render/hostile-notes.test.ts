import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileNeighbours, hostileTexts } from '../hostile-texts.ts'
import { harmIn } from './assert-harmless.ts'
import { renderText } from './render-text.ts'

describe('a hostile note becomes harmless HTML', () => {
  test.each(Object.entries(hostileTexts))('%s', (_what, text) => {
    expect(harmIn(renderText(text, hostileNeighbours).html)).toEqual([])
    expect(
      harmIn(renderText(`> [!tip]+ x\n> - ${text.replaceAll('\n', '\n>   ')}`, hostileNeighbours).html),
    ).toEqual([])
  })

  test('there are enough of them', () => {
    expect(Object.keys(hostileTexts).length).toBeGreaterThanOrEqual(60)
  })

  test('so does whatever such notes can be put together from', () => {
    const pieces = [
      ...Object.values(hostileTexts),
      ...[
        '\n',
        '\n\n',
        ' ',
        '> ',
        '- ',
        '- [ ] ',
        '```',
        '$',
        '$$',
        '==',
        '%%',
        '[[',
        ']]',
        '![[',
        '](',
        ')',
      ],
      ...['[', ']', '[^', '^[', '|', '`', '*', '_', '#', '\\', '<', '>', '"', "'", '&', '\t', '    ', '\r'],
    ]
    const someText = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(someText, (text) => {
        expect(harmIn(renderText(text, hostileNeighbours).html)).toEqual([])
      }),
      { numRuns: 600 },
    )
  })
})
