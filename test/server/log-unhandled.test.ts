import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const built = fileURLToPath(new URL('../../dist/src/server/stopping.js', import.meta.url))

const program = `
  import { logUnhandled } from ${JSON.stringify(built)}
  const stop = logUnhandled({ error: (message, { error }) => console.log(message + ': ' + error.message) })
  void Promise.reject(new Error('first'))
  await new Promise(setImmediate)
  console.log('goes on')
  stop()
  void Promise.reject(new Error('second'))
  await new Promise(setImmediate)
  console.log('not reached')`

test('a server outlives a failure that nobody waited for, until it has ended', async () => {
  const ended = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  await expect(ended).rejects.toMatchObject({
    stdout: 'something failed that nobody waited for: first\ngoes on\n',
    stderr: expect.stringContaining('second'),
  })
})
