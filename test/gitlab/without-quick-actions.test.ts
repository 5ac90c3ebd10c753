import { expect, test } from 'vitest'
import { withoutQuickActions } from '../../src/gitlab/issues.ts'
import { lines } from '../support/lines.ts'

test('what GitLab would do instead of showing it stays text', () => {
  const text = lines(
    '/close',
    'See /usr/bin/env and a /close within.',
    '  /Assign @sam',
    '```',
    '/move a/b',
    '```',
  )
  expect(withoutQuickActions(text)).toBe(
    lines(
      '\\/close',
      'See /usr/bin/env and a /close within.',
      '  \\/Assign @sam',
      '```',
      '\\/move a/b',
      '```',
    ),
  )
})

test('paths and plain text are left alone', () => {
  const text = lines('/usr/bin/env', 'and/or', '//comment', '/')
  expect(withoutQuickActions(text)).toBe(text)
})
