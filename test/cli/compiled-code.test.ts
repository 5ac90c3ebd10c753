import { existsSync } from 'node:fs'
import { chmod, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { foundState, readState } from '../../src/index-db/indexed-state.ts'
import { openIndexForReading } from '../../src/index-db/open-index.ts'
import { until } from '../support/until.ts'
import { addTwoVaults, type Flint, twoFolders, withFlint } from './with-flint.ts'

/** A process of its own that keeps what it compiles in its data folder. */
const asProcess = { isProcess: true, env: { NODE_COMPILE_CACHE: '' } } as const

const tags = '#home  2\n'

function codeFolder({ env }: Flint): string {
  return join(env['FLINT_DATA_DIR'] ?? '', 'code/flint')
}

/** The kept files by name, with when each was written. */
async function listKept(folder: string): Promise<Readonly<Record<string, number>>> {
  const names = await readdir(folder)
  const times = names.map(async (name) => [name, (await stat(join(folder, name))).mtimeMs] as const)
  return Object.fromEntries(await Promise.all(times))
}

/** Two vaults that commands find as they were: each loads the same then. Nothing is kept yet. */
async function withKnown(use: (flint: Flint) => Promise<void>): Promise<void> {
  await withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    // What runs in this process keeps nothing.
    await until('the index is known to agree with the folder', async () => {
      await flint.run(['tags'])
      return await isKnown(flint)
    })
    await use(flint)
  })
}

/** `use` gets what a command keeps. */
async function withKept(use: (flint: Flint, folder: string) => Promise<void>): Promise<void> {
  await withKnown(async (flint) => {
    expect(await flint.run(['tags'], asProcess)).toMatchObject({ code: 0, stdout: tags })
    await use(flint, codeFolder(flint))
  })
}

/** Whether the next command needs no more than a look of the system's `find`, or has no such thing. */
async function isKnown({ env }: Flint): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const vaults = join(env['FLINT_DATA_DIR'] ?? '', 'vaults')
  const names = await readdir(vaults)
  return names.some((name) => {
    const file = join(vaults, name, 'index.sqlite')
    if (!existsSync(file)) return false
    const db = openIndexForReading(file)
    const found = readState(db, foundState)
    db.close()
    return found !== null
  })
}

function expectKept(kept: Readonly<Record<string, number>>, parts: readonly string[]): void {
  const names = Object.keys(kept).join('\n')
  for (const part of parts) expect(names).toMatch(new RegExp(`^${part}-[\\w-]+\\.js\\.v`, 'm'))
}

test('what a thread compiled is kept', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    // A thread makes them anew.
    await rm(join(flint.env['FLINT_DATA_DIR'] ?? '', 'vaults'), { recursive: true })
    expect(await flint.run(['tags'], asProcess)).toMatchObject({ code: 0, stdout: tags })
    expectKept(await listKept(codeFolder(flint)), ['flint', 'tags', 'sync-thread'])
  }))

test('what a command compiled is kept, and found by the next one', () =>
  withKept(async (flint, folder) => {
    const kept = await listKept(folder)
    expectKept(kept, ['flint', 'start', 'opening', 'tags'])
    expect(await flint.run(['tags'], asProcess)).toMatchObject({ code: 0, stdout: tags, stderr: '' })
    expect(await listKept(folder)).toEqual(kept)
  }))

test('what was compiled with other flags is kept beside it', () =>
  withKept(async (flint, folder) => {
    const kept = await listKept(folder)
    const flags = { ...asProcess, env: { ...asProcess.env, NODE_OPTIONS: '--stack-trace-limit=20' } }
    expect(await flint.run(['tags'], flags)).toMatchObject({ code: 0, stdout: tags, stderr: '' })
    expect(await listKept(folder)).toMatchObject(kept)
    expect(Object.keys(await listKept(folder))).toHaveLength(Object.keys(kept).length * 2)
  }))

test('a command that needs more of the program adds to what is kept', () =>
  withKept(async (flint, folder) => {
    const before = await listKept(folder)
    expect(await flint.run(['links', 'shelf'], asProcess)).toMatchObject({ code: 0, stderr: '' })
    const after = await listKept(folder)
    expect(Object.keys(after)).toEqual(expect.arrayContaining(Object.keys(before)))
    expect(Object.keys(after).some((name) => name.startsWith('links-'))).toBe(true)
  }))

test.each([
  ['emptied', () => Buffer.alloc(0)],
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['with a bit that has turned', (bytes: Buffer) => bytes.fill((bytes.at(-1) ?? 0) ^ 16, bytes.length - 1)],
  ['of another Node', (bytes: Buffer) => bytes.fill(0, 8, 12)],
  ['of another file', async (_: Buffer, folder: string) => await readFile(join(folder, await other(folder)))],
])('kept code that is %s is not run, and made anew', async (_, damage) => {
  await withKept(async (flint, folder) => {
    const before = await listKept(folder)
    for (const name of Object.keys(before)) {
      const bytes = await readFile(join(folder, name))
      await writeFile(join(folder, name), await damage(bytes, folder))
    }
    expect(await flint.run(['tags'], asProcess)).toMatchObject({ code: 0, stdout: tags, stderr: '' })
    const [sizes, names] = [await sizesIn(folder), Object.keys(before)]
    expect(names.filter((name) => (sizes[name] ?? 0) < 500)).toEqual([])
    const mended = await listKept(folder)
    expect(await flint.run(['tags'], asProcess)).toMatchObject({ code: 0, stdout: tags, stderr: '' })
    expect(await listKept(folder)).toEqual(mended)
  })
})

async function other(folder: string): Promise<string> {
  return (await readdir(folder)).find((name) => name.startsWith('words-')) ?? ''
}

async function sizesIn(folder: string): Promise<Readonly<Record<string, number>>> {
  const sizes = (await readdir(folder)).map(
    async (name) => [name, (await stat(join(folder, name))).size] as const,
  )
  return Object.fromEntries(await Promise.all(sizes))
}

test('commands that start at the same moment keep whole files, and leave nothing else', () =>
  withKnown(async (flint) => {
    const together = await Promise.all(Array.from({ length: 5 }, () => flint.run(['tags'], asProcess)))
    for (const ended of together) expect(ended).toMatchObject({ code: 0, stdout: tags, stderr: '' })
    const kept = await listKept(codeFolder(flint))
    expect(Object.keys(kept).filter((name) => !/\.js\.v[\d.]+-\w+$/.test(name))).toEqual([])
    expect(await flint.run(['tags'], asProcess)).toMatchObject({ code: 0, stdout: tags })
    expect(await listKept(codeFolder(flint))).toEqual(kept)
  }))

test('what nobody has written for a month goes when something is kept', () =>
  withKept(async (flint, folder) => {
    const old = join(folder, 'start-of-an-earlier-flint.js.v22.0.0-x64')
    await writeFile(old, 'old')
    const before = new Date(Date.now() - 40 * 24 * 60 * 60 * 1_000)
    await utimes(old, before, before)
    await flint.run(['links', 'shelf'], asProcess)
    expect(await readdir(folder)).not.toContain('start-of-an-earlier-flint.js.v22.0.0-x64')
  }))

test('V8 gets every file of the bundle in ASCII, a byte for each character', async () => {
  const folder = fileURLToPath(new URL('../../dist/app', import.meta.url))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  expect(names.length).toBeGreaterThan(100)
  for (const name of names) expect(await readFile(join(folder, name), 'latin1')).not.toMatch(/[^\0-\x7f]/)
})

test('code in a folder that others could write in is not run', () =>
  withKept(async (flint, folder) => {
    for (const name of await readdir(folder)) await writeFile(join(folder, name), 'planted')
    await chmod(folder, 0o777)
    expect(await flint.run(['tags'], asProcess)).toMatchObject({ code: 0, stdout: tags, stderr: '' })
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const name of await readdir(folder))
      expect(await readFile(join(folder, name), 'latin1')).not.toBe('planted')
  }))

test('where nothing can be kept, or nothing is to be, commands answer as ever', () =>
  withKept(async (flint, folder) => {
    await rm(folder, { recursive: true })
    const off = { ...asProcess, env: { ...asProcess.env, NODE_DISABLE_COMPILE_CACHE: '1' } }
    expect(await flint.run(['tags'], off)).toMatchObject({ code: 0, stdout: tags, stderr: '' })
    expect(await readdir(join(folder, '..'))).not.toContain('flint')
    for (const inTheWay of [join(folder, '..'), folder]) {
      await rm(inTheWay, { recursive: true, force: true })
      await writeFile(inTheWay, 'in the way')
      expect(await flint.run(['tags'], asProcess)).toMatchObject({ code: 0, stdout: tags, stderr: '' })
    }
  }))
