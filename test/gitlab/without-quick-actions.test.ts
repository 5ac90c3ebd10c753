import { expect, test } from 'vitest'
import { withoutQuickActions } from '../../src/gitlab/issues.ts'
import { lines } from '../support/lines.ts'

test('what GitLab would do instead of showing it stays text, with one backslash however lines end', () => {
  const text = lines('/close', '', '  /Assign @sam', 'See /usr/bin/env and a /close within.', '/move a/b')
  const plain = lines(
    '\\/close',
    '',
    '  \\/Assign @sam',
    'See /usr/bin/env and a /close within.',
    '\\/move a/b',
  )
  for (const end of ['\n', '\r\n'])
    expect(withoutQuickActions(text.replaceAll('\n', end))).toBe(plain.replaceAll('\n', end))
})

test('a fenced block, in which GitLab runs nothing, stays as it is', () => {
  const text = lines('Run:', '```sh', '/close', '```', '/close')
  for (const end of ['\n', '\r\n'])
    expect(withoutQuickActions(text.replaceAll('\n', end))).toBe(
      lines('Run:', '```sh', '/close', '```', '\\/close').replaceAll('\n', end),
    )
})

test('what only looks like a fenced block protects nothing', () => {
  for (const before of [
    '~~~\n',
    '````\n',
    ' ```\n',
    '```\na\n````\n',
    '<!--\n```\n-->\n',
    '>>>\n```\n>>>\n',
    '`\n```\n`\n',
    '```\n',
  ])
    expect(withoutQuickActions(`${before}/close\nend\n`), before).toContain('\n\\/close\n')
  expect(withoutQuickActions('<!--\n```\n-->\n/close\n```\n')).toContain('\n\\/close\n')
})

test('paths and plain text are left alone', () => {
  const text = lines('/usr/bin/env', 'and/or', '//comment', '/')
  expect(withoutQuickActions(text)).toBe(text)
})

test('a text of blank lines alone is looked through once', () => {
  const blank = '\n'.repeat(1_000_000)
  expect(withoutQuickActions(`${blank}x`)).toBe(`${blank}x`)
})
