import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Flint, withFlint } from '../cli/with-flint.ts'
import { until } from '../support/until.ts'

// Says of each file of the bundle whether V8 took what it had compiled before, and has no time to wait for.
const watcher = `
const vm = require('node:vm')
const { Script } = vm
const { isMainThread } = require('node:worker_threads')
vm.Script = class extends Script {
  constructor(source, options) {
    super(source, options)
    const isTaken = options.cachedData !== undefined && !this.cachedDataRejected
    process._rawDebug((isTaken ? 'takes ' : 'compiles ') + (isMainThread ? 'main ' : 'thread ') + options.filename)
  }
}
const later = setTimeout
if (process.env.AT_ONCE) globalThis.setTimeout = (work, ms, ...rest) =>
  later(work, ms === 5_000 ? 200 : ms === 2_500 ? 20 : ms, ...rest)`

const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const question = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'list_vaults', arguments: {} },
}

const files = { 'ideas/.flint-note/config.yml': '', 'ideas/a.md': 'A.\n' }

/** Starts a server, lets it live until something holds, and tells which files it compiled and which it took compiled. */
async function startServer(
  flint: Flint,
  holds: () => Promise<boolean>,
  more: Readonly<Record<string, string>> = {},
) {
  const hook = join(flint.folder, 'watcher.cjs')
  await writeFile(hook, watcher)
  const env = { NODE_OPTIONS: `--require=${hook}`, ...more }
  const child = flint.start(['serve', '--vault', join(flint.folder, 'ideas')], { env })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()))
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
  child.stdin.write(`${JSON.stringify(hello)}\n${JSON.stringify(question)}\n`)
  await until('the call is answered', () => stdout.includes('"id":2'))
  await until('what is waited for', holds)
  child.stdin.end()
  await until('its end', () => child.exitCode !== null)
  expect(stdout).toContain('"vaults"')
  const listed = (word: string) =>
    [...stderr.matchAll(new RegExp(`^${word} (\\w+) .*/(.*)$`, 'gm'))].map(
      ([, thread, name]) => `${thread} ${name}`,
    )
  return { compiled: listed('compiles'), taken: listed('takes') }
}

const always = async () => true

/** Whether the main thread has kept what it compiled. */
function isKept(flint: Flint): () => Promise<boolean> {
  return async () => (await kept(flint)).some((name) => name.includes('.main.tools-'))
}

async function kept({ env }: Flint): Promise<readonly string[]> {
  return readdir(join(env['FLINT_DATA_DIR'] ?? '', 'code')).catch(() => [])
}

test('the second start takes what the first one compiled, threads too', () =>
  withFlint(files, async (flint) => {
    const first = await startServer(flint, isKept(flint), { AT_ONCE: 'yes' })
    expect(first.taken).toEqual([])
    const second = await startServer(flint, always)
    expect(second.compiled).toEqual([])
    expect(second.taken).toEqual(expect.arrayContaining([expect.stringMatching(/^thread sync-thread-/)]))
    expect(second.taken).toEqual(expect.arrayContaining([expect.stringMatching(/^main tools-/)]))
    // A command runs the same files.
    expect((await flint.run(['list'])).code).toBe(0)
  }))

test('what was damaged meanwhile is compiled again, and kept again', () =>
  withFlint(files, async (flint) => {
    await startServer(flint, isKept(flint), { AT_ONCE: 'yes' })
    const folder = join(flint.env['FLINT_DATA_DIR'] ?? '', 'code')
    const names = await kept(flint)
    const [cut, changed] = ['.main.tools-', '.main.protocol-'].map(
      (part) => names.find((name) => name.includes(part)) ?? '',
    )
    const fileOf = (name = '') => join(folder, name)
    await truncate(fileOf(cut), 1_000)
    const bytes = await readFile(fileOf(changed))
    bytes.fill(0x41, 5_000, 6_000)
    await writeFile(fileOf(changed), bytes)
    const isMended = async () => (await readFile(fileOf(cut))).length > 1_000
    const { compiled } = await startServer(flint, isMended, { AT_ONCE: 'yes' })
    expect(compiled.map((name) => name.replace(/-.*/, ''))).toEqual(['main protocol', 'main tools'])
    expect((await startServer(flint, always)).compiled).toEqual([])
  }))

test('with NODE_DISABLE_COMPILE_CACHE nothing is kept', () =>
  withFlint(files, async (flint) => {
    const { taken, compiled } = await startServer(flint, always, {
      AT_ONCE: 'yes',
      NODE_DISABLE_COMPILE_CACHE: '1',
    })
    expect(taken).toEqual([])
    expect(compiled).not.toEqual([])
    expect(await kept(flint)).toEqual([])
  }))
