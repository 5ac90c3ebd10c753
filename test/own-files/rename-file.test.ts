import { expect, test } from 'vitest'
import { renameFile, renameFileSync, type RenameOptions } from '../../src/own-files/rename-file.ts'

/** A rename that fails so many times. */
function failing(code: string, times: number) {
  let calls = 0
  const rename = () => {
    calls += 1
    if (calls <= times) throw Object.assign(new Error(code), { code })
  }
  return { rename, calls: () => calls }
}

async function bothWays(options: RenameOptions): Promise<readonly string[]> {
  const outcome = (error: unknown) => (error instanceof Error ? error.message : String(error))
  const later = await renameFile('a', 'b', options).then(() => 'done', outcome)
  try {
    renameFileSync('a', 'b', options)
    return [later, 'done']
  } catch (error) {
    return [later, outcome(error)]
  }
}

test.each([
  ['win32', 'EPERM'],
  ['win32', 'EACCES'],
  ['win32', 'EBUSY'],
  ['darwin', 'EBUSY'],
  ['linux', 'EBUSY'],
] as const)('on %s a rename that meets %s is tried again', async (platform, code) => {
  const { rename } = failing(code, 3)
  expect(await renameFile('a', 'b', { platform, rename })).toBe(true)
  const again = failing(code, 3)
  renameFileSync('a', 'b', { platform, rename: again.rename })
  expect(again.calls()).toBe(4)
})

test.each([
  ['linux', 'EPERM'],
  ['darwin', 'EACCES'],
  ['win32', 'ENOENT'],
] as const)('on %s %s is for good at once', async (platform, code) => {
  const { rename, calls } = failing(code, 10)
  expect(await bothWays({ platform, rename })).toEqual([code, code])
  expect(calls()).toBe(2)
})

test('what stays in the way is told in the end', async () => {
  const { rename } = failing('EPERM', 1000)
  expect(await bothWays({ platform: 'win32', rename })).toEqual(['EPERM', 'EPERM'])
})

test('before another attempt it is asked whether that is still right', async () => {
  const { rename, calls } = failing('EPERM', 1)
  expect(await renameFile('a', 'b', { platform: 'win32', rename, mayGoOn: () => false })).toBe(false)
  expect(calls()).toBe(1)
})
