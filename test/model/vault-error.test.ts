import { expect, test } from 'vitest'
import { VaultError } from '../../src/model/vault-error.ts'

test('a message that repeats megabytes of what was sent keeps its start and its end', () => {
  const { message } = new VaultError('NOT_FOUND', `No note "${'é'.repeat(5_000_000)}". List the notes.`)
  expect(message.length).toBeLessThan(8_100)
  expect(message).toMatch(/^No note "é+ … é+"\. List the notes\.$/)
})

test('a message that flint itself makes is told whole', () => {
  const message = 'x'.repeat(8_000)
  expect(new VaultError('GIT_ERROR', message).message).toBe(message)
})

test('no letter is torn where a message is cut', () => {
  const { message } = new VaultError('NOT_FOUND', `${'x'.repeat(5_999)}${'😀'.repeat(5_000)}`)
  expect(message.isWellFormed()).toBe(true)
})
