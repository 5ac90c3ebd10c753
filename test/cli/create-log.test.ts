import { readFile, writeFile } from 'node:fs/promises'
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

test('a log file that is asked for is made, and has what cannot be read in the settings of a vault', () =>
  withFlint({ 'v/a.md': 'x\n', 'v/.flint-note/config.yml': '' }, async ({ run, folder }) => {
    const cwd = join(folder, 'v')
    const file = join(folder, 'flint.log')
    const lines = async () => (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
    await run(['list', '--log-file', file], { cwd })
    expect(await lines()).toEqual([])
    await writeFile(join(cwd, '.flint-note/config.yml'), 'permissions: [\n')
    await run(['notes', '--log-file', file], { cwd })
    expect((await lines()).map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', vault: 'v', problem: expect.stringContaining('.flint-note/config.yml') },
    ])
  }))

test('debug logs each call and each vault that is opened', () =>
  withFlint({ 'v/a.md': 'x\n' }, async ({ run, folder }) => {
    const file = join(folder, 'flint.log')
    await run(['init'], { cwd: join(folder, 'v') })
    await run(['notes', '--log-level', 'debug', '--log-file', file], { cwd: join(folder, 'v') })
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    const said = lines.map((line) => JSON.parse(line))
    expect(said).toContainEqual(expect.objectContaining({ msg: 'opens a vault', vault: 'v' }))
    expect(said).toContainEqual(
      expect.objectContaining({ level: 'debug', msg: 'answered a call', tool: 'list_notes', failed: false }),
    )
  }))
