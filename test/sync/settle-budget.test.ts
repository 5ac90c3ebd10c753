import { expect, test } from 'vitest'
import { settleBudget } from '../../src/sync/index-keeper.ts'

test('while a new vault is filled the calls of its first moments wait, and no later one', () => {
  expect([0, 1_000, 1_500, 20_000].map((scanningMs) => settleBudget(false, scanningMs))).toEqual([
    1_500, 500, 0, 0,
  ])
})

test('a vault that was filled before is looked through in no time, and each call waits for that', () => {
  expect([0, 200, 5_000].map((scanningMs) => settleBudget(true, scanningMs))).toEqual([300, 300, 300])
})
