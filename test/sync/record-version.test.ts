import { expect, test } from 'vitest'
import { usualTags } from '../../src/model/tag-style.ts'
import { readingOf } from '../../src/sync/record-version.ts'

test('each way of reading tags has a name of its own, and the usual one needs not be said', () => {
  const either = [true, false]
  const all = either.flatMap((hashtags) =>
    either.flatMap((colonTags) =>
      either.map((multiwordTags) => readingOf({ tagStyle: { hashtags, colonTags, multiwordTags } })),
    ),
  )
  expect(new Set(all).size).toBe(8)
  expect(readingOf({})).toBe(readingOf({ tagStyle: usualTags }))
  expect(readingOf({})).toMatch(/^\d+$/)
})
