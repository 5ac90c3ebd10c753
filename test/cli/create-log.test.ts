import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from '../../src/cli/create-log.ts'
import { withFlint } from './with-flint.ts'
import { withFolder } from '../support/with-folder.ts'

test('messages from the level on are JSON lines in the file, in order, errors with their stack', () =>
  withFolder({}, async (folder) => {
    const file = join(folder, 'deep/er/flint.log')
    const log = createLog({ level: async () => 'info', file })
    log.debug('unsaid')
    log.info('first', { vault: 'a' })
    log.error('second', { error: new TypeError('why') })
    await log.flush()
    const lines = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([
      { level: 'info', msg: 'first', vault: 'a', time: expect.any(Number) },
      { level: 'error', msg: 'second', error: { type: 'TypeError', message: 'why' } },
    ])
  }))

test('what only repeats the last message is said once', () =>
  withFolder({}, async (folder) => {
    const file = join(folder, 'flint.log')
    const log = createLog({ level: async () => 'info', file })
    for (const cause of ['full', 'full', 'gone', 'full']) log.error('not opened', { cause })
    await log.flush()
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).cause)).toEqual(['full', 'gone', 'full'])
  }))

test('a silent log opens no file, and one that cannot be written fails nobody', () =>
  withFolder({ taken: '' }, async (folder) => {
    const silent = createLog({ level: async () => 'silent', file: join(folder, 'none.log') })
    silent.error('unsaid')
    await silent.flush()
    await expect(readFile(join(folder, 'none.log'))).rejects.toThrow()
    const broken = createLog({ level: async () => 'debug', file: join(folder, 'taken/below.log') })
    broken.error('lost')
    await broken.flush()
  }))

test('a log that cannot be written is told at once, and the command runs', () =>
  withFlint({ taken: '' }, async ({ run, folder }) => {
    const file = join(folder, 'taken/flint.log')
    const { code, stderr } = await run(['list', '--json', '--log-file', file])
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `note: The log cannot be written to ${file} (ENOTDIR).\n`,
    })
    const good = await run(['list', '--json', '--log-file', join(folder, 'new/flint.log')])
    expect(good).toMatchObject({ code: 0, stderr: '' })
  }))
