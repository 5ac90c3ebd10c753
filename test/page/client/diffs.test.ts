import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unifiedDiff } from '../../../src/markdown/text/unified-diff.ts'
import { changedPart } from '../../../src/page/client/text/changed-part.ts'
import { diffTexts } from '../../../src/page/client/text/diff-texts.ts'
import { type Hunk, pairLines, parseDiff } from '../../../src/page/client/text/parse-diff.ts'

const shown = (hunks: readonly Hunk[]) =>
  hunks.flatMap(({ heading, lines }) => [
    ...(heading === '' ? [] : [`@ ${heading}`]),
    ...lines.map(
      ({ kind, text, before, after }) =>
        `${kind === 'same' ? ' ' : kind === 'added' ? '+' : '-'}${before ?? ''}:${after ?? ''} ${text}`,
    ),
  ])

test('a diff of ours is read with the numbers of its lines', () => {
  const diff = unifiedDiff('a\nb\nc\n', 'a\n-- b\nc\nd\n', { path: 'x.md' })
  expect(shown(parseDiff(diff)).slice(0, 5)).toEqual(
    ['1:1 a', '-2: b', '+:2 -- b', '3:3 c', '+:4 d'].map(spaced),
  )
})

test('diffs of several files after one another keep apart, each after the first with its name', () => {
  const one = unifiedDiff('a\n', 'b\n', { path: 'one.md' })
  const two = unifiedDiff('c\n', 'd\n', { path: 'two.md' })
  const texts = parseDiff(`${one}\n${two}`)
  expect(texts.map(({ heading }) => heading)).toEqual(['', 'two.md'])
  expect(shown(texts).filter((line) => line.startsWith('-') || line.startsWith('+'))).toEqual([
    '-1: a',
    '+:1 b',
    '-1: c',
    '+:1 d',
  ])
})

test('a diff that is too long says so', () => {
  const before = Array.from({ length: 300 }, (_, line) => `line ${line}`).join('\n')
  const diff = unifiedDiff(before, before.replaceAll('line', 'row'), { path: 'x.md' })
  expect(parseDiff(diff).at(-1)?.heading).toMatch(/^… \d+ more lines not shown$/)
})

test('a line break at the end that came or went is said', () => {
  const notes = (hunks: readonly Hunk[]) =>
    hunks.flatMap(({ lines }) => lines.map(({ kind, text, note = '' }) => `${kind} ${text}|${note}`))
  expect(notes(parseDiff(unifiedDiff('a', 'a\n', { path: 'x.md' })))).toEqual([
    'removed a|no line break at the end',
    'added a|',
  ])
  expect(notes(diffTexts('a\n', 'a'))).toEqual(['same a|', 'removed |line break at the end'])
  expect(notes(diffTexts('a\n\nb', 'a\nb'))).toEqual(['same a|', 'removed |', 'same b|'])
})

test('side by side, what came stands beside what went', () => {
  const [hunk] = diffTexts('a\nb\nc', 'a\nx\ny\nc')
  expect(pairLines(hunk?.lines ?? []).map(([left, right]) => [left?.text, right?.text])).toEqual([
    ['a', 'a'],
    ['b', 'x'],
    [undefined, 'y'],
    ['c', 'c'],
  ])
})

test('the lines of a comparison are those of both texts, in order', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = diffTexts(['start', ...before].join('\n'), ['start', ...after].join('\n')).flatMap(
        (hunk) => hunk.lines,
      )
      const added = lines.filter(({ kind }) => kind === 'added').length
      const removed = lines.filter(({ kind }) => kind === 'removed').length
      expect(added - removed).toBe(after.length - before.length)
      for (const { kind, text, before: from, after: to } of lines) {
        if (kind !== 'added') expect(text).toBe(['start', ...before][(from ?? 0) - 1])
        if (kind !== 'removed') expect(text).toBe(['start', ...after][(to ?? 0) - 1])
      }
    }),
  )
})

test('of two lines only the words that differ are marked', () => {
  expect(changedPart('We water at night here.', 'We water at noon here.')).toEqual([
    'We water at ',
    'night',
    ' here.',
  ])
  expect(changedPart('Something else', 'Quite other words')).toEqual(['', 'Something else', ''])
})

function spaced(line: string): string {
  return /^[-+]/.test(line) ? line : ` ${line}`
}
