import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VaultError } from '../../src/model/vault-error.ts'
import { RawFolder, type IngestFile } from '../../src/vault/raw-folder.ts'
import { until } from '../support/until.ts'
import { withFolder } from '../support/with-folder.ts'

const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent }

interface Watched {
  readonly raw: RawFolder
  readonly ingested: string[]
  /** Lets the time pass that a file must be quiet for. */
  readonly tick: () => void
  readonly drop: (name: string, text: string) => Promise<void>
  readonly leads: { value: boolean }
  readonly waits: () => boolean
}

/** A watched folder whose clock is the test's. */
function watch(folder: string, ingest?: IngestFile): Watched {
  const ingested: string[] = []
  const timers: (() => void)[] = []
  const leads = { value: true }
  const raw = new RawFolder({
    root: folder,
    stateFile: join(folder, 'state', 'raw.json'),
    leads: () => leads.value,
    log,
    later: (work) => {
      timers.push(work)
      return () => timers.splice(timers.indexOf(work), 1)
    },
  })
  raw.watch(async (path, signal) => {
    ingested.push(path)
    return (await ingest?.(path, signal)) ?? { path: `resources/${path}.md`, isNew: true }
  })
  return {
    raw,
    ingested,
    leads,
    tick: () => {
      for (const work of timers.splice(0)) work()
    },
    drop: (name, text) => writeFile(join(folder, 'raw', name), text),
    waits: () => timers.length > 0,
  }
}

const states = async (folder: string) =>
  Object.keys(
    JSON.parse(await readFile(join(folder, 'state/raw.json'), 'utf8').catch(() => '{"files":{}}')).files,
  )

test('a file is ingested once it has stopped growing, and only once', () =>
  withFolder({ 'raw/': '' }, async (folder) => {
    const { raw, ingested, tick, drop, waits } = watch(folder)
    raw.look()
    await until(
      'the first look is over',
      async () => (await readFile(join(folder, 'state/raw.json')).catch(() => null)) !== null,
    )
    await drop('a.txt', 'one')
    raw.look()
    await until('it waits for quiet', waits)
    expect(ingested).toEqual([])
    await drop('a.txt', 'one and more')
    tick()
    await until('it waits again: the file has grown', waits)
    expect(ingested).toEqual([])
    tick()
    await until('it is ingested', () => ingested.length === 1)
    await until('that is kept', async () => (await states(folder)).length === 1)
    raw.look()
    tick()
    await raw.close()
    expect(ingested).toEqual(['raw/a.txt'])
    expect(raw.takeNotices()).toEqual(['raw/a.txt was ingested: resources/raw/a.txt.md was created.'])
    expect(raw.takeNotices()).toEqual([])
  }))

test('what lay there before is left alone, and files that hold no text', () =>
  withFolder({ 'raw/old.txt': 'old', 'raw/sub/older.md': 'old' }, async (folder) => {
    const { raw, ingested, tick, drop, waits } = watch(folder)
    raw.look()
    await until('it has looked', async () => (await states(folder)).length === 2)
    await drop('film.mp4', 'binary')
    await drop('.hidden.txt', 'x')
    await drop('empty.txt', '')
    await drop('new.html', '<p>new')
    raw.look()
    await until('the new one waits', waits)
    tick()
    await until('it is ingested', () => ingested.length > 0)
    await raw.close()
    expect(ingested).toEqual(['raw/new.html'])
  }))

test('what failed says why and is tried again only when it changes', () =>
  withFolder({ 'raw/': '', 'state/raw.json': '{"files":{}}' }, async (folder) => {
    const { raw, ingested, tick, drop, waits } = watch(folder, () => {
      throw new VaultError('INGEST_FAILED', 'There is no text in it.')
    })
    await drop('scan.pdf', '%PDF-1')
    raw.look()
    await until('it waits', waits)
    tick()
    await until('it has failed', async () => (await raw.failed()).length === 1)
    expect(await raw.failed()).toEqual([{ path: 'raw/scan.pdf', reason: 'There is no text in it.' }])
    expect(raw.takeNotices()).toEqual(['raw/scan.pdf could not be ingested: There is no text in it.'])
    raw.look()
    raw.look()
    await drop('other.txt', 'x')
    raw.look()
    await until('the other one waits', waits)
    tick()
    await until('the other one was tried', () => ingested.length === 2)
    expect(ingested).toEqual(['raw/scan.pdf', 'raw/other.txt'])
    await utimes(join(folder, 'raw/scan.pdf'), 1, 1)
    raw.look()
    await until('the changed one waits', waits)
    tick()
    await until('it is tried again', () => ingested.length === 3)
    await raw.close()
  }))

test('a process that does not lead ingests nothing; one that comes to lead does', () =>
  withFolder({ 'raw/a.txt': 'x', 'state/raw.json': '{"files":{}}' }, async (folder) => {
    const { raw, ingested, tick, waits, leads } = watch(folder)
    leads.value = false
    raw.look()
    tick()
    expect(waits()).toBe(false)
    leads.value = true
    raw.look()
    await until('it waits', waits)
    tick()
    await until('it is ingested', () => ingested.length === 1)
    await raw.close()
  }))

test.each([
  new VaultError('CONFLICT', 'Another flint process is busy with this vault.', { lock: 'write' }),
  new VaultError('CONTENT_HASH_MISMATCH', 'It has changed since it was read.'),
])('a file that another keeps from being ingested is tried again by itself: $code', (error) =>
  withFolder({ 'raw/a.txt': 'x', 'state/raw.json': '{"files":{}}' }, async (folder) => {
    const failures = [error]
    const { raw, ingested, tick, waits } = watch(folder, (path) => {
      const failure = failures.pop()
      if (failure !== undefined) throw failure
      return Promise.resolve({ path, isNew: false })
    })
    raw.look()
    await until('it waits', waits)
    tick()
    await until('it was tried, and waits', () => ingested.length === 1 && waits())
    expect(await raw.failed()).toEqual([])
    tick()
    await until('it is ingested', async () => (await states(folder)).length === 1)
    await raw.close()
    expect(ingested).toHaveLength(2)
  }),
)

test('a conflict that is the file’s own is a failure of the file', () =>
  withFolder({ 'raw/a.txt': 'x', 'state/raw.json': '{"files":{}}' }, async (folder) => {
    const { raw, tick, waits } = watch(folder, () => {
      throw new VaultError('CONFLICT', 'Its frontmatter cannot be read.', { path: 'resources/a.md' })
    })
    raw.look()
    await until('it waits', waits)
    tick()
    await until('it has failed', async () => (await raw.failed()).length === 1)
    await raw.close()
  }))

test('a failure that is not of the file is no failure of the file; a folder that is away forgets nothing', () =>
  withFolder({ 'raw/a.txt': 'x', 'state/raw.json': '{"files":{}}' }, async (folder) => {
    let isDown = true
    const { raw, ingested, tick, waits } = watch(folder, (path) => {
      if (isDown) throw new VaultError('INDEX_UNAVAILABLE', 'Not now.')
      return Promise.resolve({ path, isNew: false })
    })
    raw.look()
    await until('it waits', waits)
    tick()
    await until('it was tried', () => ingested.length === 1)
    isDown = false
    raw.look()
    await until('it was tried again', () => ingested.length === 2)
    await until('it is kept', async () => (await states(folder)).length === 1)
    await rm(join(folder, 'raw'), { recursive: true })
    raw.look()
    await mkdir(join(folder, 'raw'))
    await raw.close()
    expect(await states(folder)).toEqual(['raw/a.txt'])
  }))
