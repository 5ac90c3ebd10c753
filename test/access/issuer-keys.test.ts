import { errors, exportJWK, generateKeyPair, type JSONWebKeySet } from 'jose'
import { expect, test } from 'vitest'
import { IssuerKeys, IssuerUnreachable } from '../../src/access/oauth/issuer-keys.ts'

const minute = 60_000
const header = { alg: 'ES256', kid: 'one' }
const token = { payload: '', signature: '', header }

test('of an issuer that does not answer nobody waits while its keys are good', async () => {
  const { publicKey } = await generateKeyPair('ES256')
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one' }] }
  let clock = 0
  let answer: () => Promise<JSONWebKeySet> = async () => keys
  let asked = 0
  const found = new IssuerKeys({
    now: () => new Date(clock),
    findKeys: async () => {
      asked += 1
      return await answer()
    },
  })
  await found.find(header, token)
  answer = async () => {
    throw new Error('not there')
  }
  clock = 11 * minute
  await found.find(header, token)
  expect(asked).toBe(2)
  // From now on it hangs.
  let fail: (error: Error) => void = () => undefined
  answer = () => new Promise((_resolve, reject) => (fail = reject))
  clock = 12 * minute
  await found.find(header, token)
  await found.find(header, token)
  expect(asked).toBe(3)
  fail(new Error('too slow'))
  // Once the keys are too old nothing is said by them.
  clock = 61 * minute
  await expect(async () => await found.find(header, token)).rejects.toBeInstanceOf(IssuerUnreachable)
})

test('of a key that came after the last answer nothing is said while the issuer does not answer', async () => {
  const { publicKey } = await generateKeyPair('ES256')
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one' }] }
  let clock = 0
  let isThere = true
  const found = new IssuerKeys({
    now: () => new Date(clock),
    findKeys: async () => (isThere ? keys : await Promise.reject(new Error('not there'))),
  })
  await found.find(header, token)
  const other = { ...header, kid: 'two' }
  const ask = async () => await found.find(other, { ...token, header: other })
  isThere = false
  clock = minute
  await expect(ask).rejects.toBeInstanceOf(IssuerUnreachable)
  // Until it is asked again, too.
  clock += 5_000
  await expect(ask).rejects.toBeInstanceOf(IssuerUnreachable)
  await found.find(header, token)
  isThere = true
  clock += 10_000
  await expect(ask).rejects.toBeInstanceOf(errors.JWKSNoMatchingKey)
})
