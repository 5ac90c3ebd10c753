import { expect, test } from 'vitest'
import {
  freshnessMessage,
  onceSettled,
  withoutCounts,
  writtenMessage,
  type Freshness,
} from '../../src/vault/index-freshness.ts'

const counts = { done: 300, total: 5_000 }

test.each([
  [
    { state: 'indexing', isAgain: false, isFilling: false },
    'Not all changed notes are indexed yet: the others may be missing.',
  ],
  [
    { state: 'indexing', isAgain: true, isFilling: false },
    'The index is being made again: until then the old one answers.',
  ],
  [
    { state: 'scanning', isAgain: false, isFilling: false },
    freshnessMessage({ state: 'scanning', isAgain: false, isFilling: false }, counts),
  ],
  [
    { state: 'doubtful', isAgain: false, isFilling: false },
    freshnessMessage({ state: 'doubtful', isAgain: false, isFilling: false }, counts),
  ],
  [{ state: 'ready', isAgain: false, isFilling: false }, null],
  [
    { state: 'indexing', isAgain: false, isFilling: true },
    'The vault is being indexed: notes that are not read yet may be missing.',
  ],
] as const)(
  'who sees a part of a vault is told of %j without counts',
  ({ state, isAgain, isFilling }, message) => {
    const whole: Freshness = {
      state,
      ...counts,
      message: freshnessMessage({ state, isAgain, isFilling }, counts),
      cure: null,
      isWhole: state === 'ready' || isAgain,
      isFilling,
      written: [],
      unread: [],
    }
    expect(withoutCounts(whole, () => true)).toEqual({ ...whole, done: 0, total: 0, message })
  },
)

test.each([
  ['scanning', ''],
  ['indexing', ' (300 of 5000 notes so far)'],
] as const)(
  'while an index is filled (%s) it is not said that only what changed may be missing',
  (state, far) => {
    expect(freshnessMessage({ state, isAgain: false, isFilling: true }, counts)).toBe(
      `The vault is being indexed${far}: notes that are not read yet may be missing.`,
    )
  },
)

test('why an index cannot answer is told to everybody', () => {
  const broken: Freshness = {
    state: 'unavailable',
    ...counts,
    message: 'The index is behind.',
    cure: null,
    isWhole: false,
    isFilling: false,
    written: [],
    unread: [],
  }
  expect(withoutCounts(broken, () => true).message).toBe('The index is behind.')
})

test('of what was just written a part of a vault is told of its own', () => {
  const written = ['mine/long.md', 'theirs/secret.md']
  const message = writtenMessage(written)
  const behind: Freshness = {
    state: 'indexing',
    ...counts,
    message,
    cure: null,
    isWhole: false,
    isFilling: false,
    written,
    unread: [],
  }
  const told = withoutCounts(behind, (path) => path.startsWith('mine/'))
  expect(told.written).toEqual(['mine/long.md'])
  expect(told.message).toMatch(/^mine\/long\.md: changed a moment ago and not in the index yet/)
  expect(told.message).not.toContain('theirs')
  expect(withoutCounts(behind, () => false).message).toBe(
    'Not all changed notes are indexed yet: the others may be missing.',
  )
})

test('once a look has found nothing, only what was just written is left to say', () => {
  const looking: Freshness = {
    state: 'scanning',
    ...counts,
    message: freshnessMessage({ state: 'scanning', isAgain: false, isFilling: false }, counts),
    cure: null,
    isWhole: false,
    isFilling: false,
    written: [],
    unread: [],
  }
  expect(onceSettled(looking)).toMatchObject({ state: 'ready', message: null, isWhole: true })
  const written = ['mine/long.md']
  expect(onceSettled({ ...looking, written }).message).toBe(writtenMessage(written))
  const reading: Freshness = { ...looking, state: 'indexing' }
  expect(onceSettled(reading)).toBe(reading)
})
