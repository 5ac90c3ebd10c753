import Database from 'better-sqlite3'
import { existsSync, rmSync, statSync } from 'node:fs'
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import type { VaultId } from '../../src/model/ids.ts'
import type { VaultContext } from '../../src/vault/vault-context.ts'
import { checkIndex, dumpIndex } from '../support/dump-index.ts'
import { withOtherProcess, type OtherProcess } from '../support/other-process.ts'
import { column } from '../support/plain.ts'
import { until } from '../support/until.ts'
import { withVault, type Files, type Json, type Vaults } from '../support/with-vault.ts'

const numbered = (count: number): Files =>
  Object.fromEntries(
    Array.from({ length: count }, (_, number) => [
      `notes/n${number}.md`,
      `# N${number}\n\nword${number}z [[n${(number + 1) % count}]]\n`,
    ]),
  )

const beside = (count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`other/o${number}.md`, `O${number}\n`]))

const vaultOf = ({ hub }: Vaults): Promise<VaultContext> => hub.open('main' as VaultId)
const count = async ({ call }: Pick<OtherProcess, 'call'>, query: string): Promise<number> =>
  (await call('search_notes', { query })).total
/** Waits until one note is found. Says what was answered last when it is not. */
async function found({ call }: Pick<OtherProcess, 'call'>, query: string, withinMs = 10_000): Promise<void> {
  let answer: Json = null
  const isFound = async () => (answer = await call('search_notes', { query })).total === 1
  await until(() => `${query} is found, ${JSON.stringify(answer)}`, isFound, { withinMs })
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** SQLite's log and its index: what was written last lies there alone. */
function removeLog(file: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
}

/** The vault once its first scan is over. */
async function ready(vaults: Vaults): Promise<VaultContext> {
  await vaults.call('get_tags')
  const vault = await vaultOf(vaults)
  await until('the index is ready', () => vault.index.freshness.state === 'ready')
  return vault
}

async function untilTidy(indexFile: string): Promise<void> {
  const db = new Database(indexFile, { readonly: true })
  const tidy = db.prepare("SELECT value FROM state WHERE name = 'tidy'").pluck()
  await until('it is in one piece', () => tidy.get() === 'yes')
  db.close()
}

test('once a new index has been at rest for a while its full text lies in one piece', () =>
  withVault(numbered(3), async (vaults) => {
    await untilTidy((await ready(vaults)).indexFile)
    expect(await count(vaults, 'word1z')).toBe(1)
  }))

test('an index whose process ended before it was complete is completed by the next', () =>
  withVault(numbered(3), async (vaults) => {
    const { indexFile } = await ready(vaults)
    await untilTidy(indexFile)
    await vaults.restart(() => {
      const db = new Database(indexFile)
      db.exec("DROP INDEX note_by_updated; UPDATE state SET value = 'no' WHERE name = 'tidy'")
      db.close()
      return Promise.resolve()
    })
    await ready(vaults)
    await untilTidy(indexFile)
    const db = new Database(indexFile, { readonly: true })
    expect(
      db.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'note_by_updated'").pluck().get(),
    ).toBe(1)
    db.close()
  }))

test('putting the index in order says nothing of the folder: one that is gone stays gone', () =>
  withVault(numbered(3), async (vaults) => {
    const { at, folder } = vaults
    const vault = await ready(vaults)
    await rename(at(''), join(folder, 'away'))
    await expect(vault.index.refresh('')).rejects.toThrow()
    const { message } = vault.index.freshness
    await untilTidy(vault.indexFile)
    await until('its log is emptied, the last of it', () => sizeOf(`${vault.indexFile}-wal`) === 0)
    expect(vault.index.freshness).toMatchObject({ state: 'unavailable', message })
    await rename(join(folder, 'away'), at(''))
  }))

test('a full-text table that cannot be opened while indexes are made is no damage: the query is run again', () =>
  withVault(numbered(3), async (vaults) => {
    const vault = await ready(vaults)
    let failures = 0
    const answer = await vault.index.query(async () => {
      await Promise.resolve()
      // As SQLite says it when another connection has just added an index.
      if (++failures < 4)
        throw new Database.SqliteError('vtable constructor failed: note_extra', 'SQLITE_SCHEMA')
      return 'found'
    })
    expect(answer).toBe('found')
    expect(vault.index.freshness.state).toBe('ready')
    expect(existsSync(`${vault.indexFile}.damaged`)).toBe(false)
  }))

/** Everything that the index reads while `change` happens. */
async function readWhile(vaults: Vaults, change: () => Promise<unknown>): Promise<readonly string[]> {
  const paths: string[] = []
  const stop = (await vaultOf(vaults)).index.onChanged((changed) => paths.push(...changed))
  await change()
  stop()
  return paths
}

async function scribble(file: string, offset: number, bytes: number): Promise<void> {
  const handle = await open(file, 'r+')
  const garbage = Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 7919 + 13) % 251))
  await handle.write(garbage, 0, bytes, offset)
  await handle.close()
}

test.each<[what: string, damage: (file: string) => Promise<unknown>]>([
  [
    'random bytes',
    (file) => writeFile(file, Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 31) % 256))),
  ],
  ['a page of garbage', (file) => scribble(file, 16_384 * 3, 16_384 * 4)],
  ['half of it', async (file) => truncate(file, Math.floor((await stat(file)).size / 2))],
  ['nothing in it', (file) => truncate(file, 0)],
  ['nothing at all', (file) => rm(file)],
  [
    'the layout of another build',
    (file) => {
      const db = new Database(file)
      db.exec("ALTER TABLE note ADD COLUMN body TEXT NOT NULL DEFAULT ''; DROP TABLE note_body")
      db.close()
      return Promise.resolve()
    },
  ],
  [
    'the tables of the version before',
    (file) => {
      const db = new Database(file)
      db.exec('DROP TABLE chunk; DROP TABLE passage; DROP TABLE model')
      db.pragma(`user_version = ${migrations.length - 1}`)
      db.close()
      return Promise.resolve()
    },
  ],
  [
    'a version from the future',
    (file) => {
      const db = new Database(file)
      db.pragma(`user_version = ${migrations.length + 7}`)
      db.close()
      return Promise.resolve()
    },
  ],
])('an index file with %s is made anew when the vault opens', (_what, damage) =>
  withVault(numbered(60), async (vaults) => {
    const before = dumpIndex((await ready(vaults)).indexFile)
    const { indexFile } = await vaultOf(vaults)
    await vaults.restart(() => damage(indexFile).then(() => undefined))
    await until('the index is whole again', async () => {
      await vaults.call('search_notes', { query: 'word1z' })
      const vault = await vaultOf(vaults)
      // Made again before it is whole, it would be cut otherwise than by its first filling.
      if (vault.index.freshness.state !== 'ready') return false
      if (dumpIndex(indexFile).join('\n') === before.join('\n')) return true
      // What nothing has read yet is noticed by asking for it.
      await vaults.call('reindex_vault', { confirm: true })
      return false
    })
    expect(await count(vaults, 'word7z')).toBe(1)
    await vaults.hub.close()
    expect(checkIndex(indexFile)).toEqual([])
  }),
)

test('a search that meets damage does not answer for the notes that its successor does not know yet', () =>
  withVault(numbered(300), async (vaults) => {
    const { indexFile } = await ready(vaults)
    await scribble(indexFile, 16_384 * 2, 16_384 * 6)
    const { error, total, freshness } = await vaults.call('search_notes', { query: 'word299z' })
    expect(error?.code === 'INDEX_UNAVAILABLE' || total === 1 || freshness !== undefined).toBe(true)
  }))

test.each<[what: string, damage: (file: string) => Promise<unknown>]>([
  ['gets garbage in its pages', (file) => scribble(file, 16_384 * 2, 16_384 * 6)],
  ['loses its end', (file) => truncate(file, 16_384 * 3)],
  [
    'is deleted',
    (file) => {
      removeLog(file)
      // The indexing thread may have seen already that the log is gone, and be making the file anew.
      return rm(file, { force: true })
    },
  ],
  [
    'loses its log',
    (file) => {
      removeLog(file)
      return Promise.resolve()
    },
  ],
  [
    'is deleted while it is made anew because its log is gone',
    async (file) => {
      removeLog(file)
      const end = performance.now() + 5_000
      while (sizeOf(`${file}-wal`) === 0 && performance.now() < end);
      await rm(file, { force: true })
    },
  ],
  [
    'is deleted just before the log of its successor',
    async (file) => {
      await rm(file)
      // Without letting this thread do anything else: it must not have opened what the other one is making.
      const end = performance.now() + 5_000
      while (sizeOf(`${file}-wal`) < 300_000 && performance.now() < end);
      removeLog(file)
    },
  ],
])(
  'an index file that %s while it is open is made anew, and notes can be read and written meanwhile',
  (_what, damage) =>
    withVault(numbered(60), async (vaults) => {
      const { call } = vaults
      const { indexFile } = await ready(vaults)
      await damage(indexFile)
      const { error: unknown } = await call('get_note', { identifier: 'Nobody' })
      expect(unknown.code).toMatch(/^(NOT_FOUND|INDEX_UNAVAILABLE)$/)
      expect((await call('get_note', { identifier: 'notes/n1.md' })).content).toContain('word1z')
      expect(
        (await call('create_note', { path: 'notes/new.md', title: 'New', content: 'newword' })).error,
      ).toBeUndefined()
      await until('all is found again', async () => {
        const results = await Promise.all(
          ['word59z', 'newword'].map((query) => call('search_notes', { query })),
        )
        for (const { error } of results) if (error !== undefined) expect(error.code).toBe('INDEX_UNAVAILABLE')
        if (results.every(({ total }) => total === 1) && (await call('list_notes')).total === 61) return true
        await call('reindex_vault', { confirm: true })
        return false
      })
      // What lay in memory all the while is found damaged when it is read again, or when one asks for a check.
      await vaults.restart()
      await ready(vaults)
      await call('reindex_vault', { confirm: true })
      await found(vaults, 'word59z')
      await vaults.hub.close()
      expect(existsSync(indexFile)).toBe(true)
      expect(checkIndex(indexFile)).toEqual([])
    }),
)

test('a damaged history is put aside, and writing goes on', () =>
  withVault({ 'a.md': 'a\n' }, async (vaults) => {
    const folder = dirname((await ready(vaults)).indexFile)
    await vaults.restart(() =>
      writeFile(
        join(folder, 'history.sqlite'),
        'no database at all, but long enough to look like one'.repeat(20),
      ),
    )
    expect((await vaults.call('append_to_note', { identifier: 'a.md', content: 'x' })).error).toBeUndefined()
    expect((await readdir(folder)).some((name) => name.startsWith('history.sqlite.damaged'))).toBe(true)
    expect(vaults.log.join('\n')).toContain('history was damaged')
  }))

test('where no index can be opened notes are read and written by id, and it is tried again', () =>
  withVault({ 'a.md': 'aword\n' }, async (vaults) => {
    const { call, hub } = vaults
    const { indexFile } = await ready(vaults)
    await vaults.restart(async () => {
      for (const suffix of ['', '-wal', '-shm']) await rm(indexFile + suffix, { force: true })
      await mkdir(indexFile)
    })
    expect((await call('get_note', { identifier: 'a.md' })).content).toBe('aword\n')
    expect((await call('append_to_note', { identifier: 'a', content: 'more' })).error).toBeUndefined()
    const { error } = await call('search_notes', { query: 'aword' })
    expect(error.code).toBe('INDEX_UNAVAILABLE')
    expect(hub).not.toBe(vaults.hub)
    await rm(indexFile, { recursive: true })
    await found(vaults, 'aword')
  }))

test('opening and indexing write nothing into the vault', () =>
  withVault({ ...numbered(30), '.obsidian/app.json': '{}', 'img.png': 'x' }, async (vaults) => {
    const look = async () => {
      const names = (await readdir(vaults.at('.'), { recursive: true })).sort()
      return Promise.all(
        names.map(async (name) => [
          name,
          (await stat(vaults.at(name))).mtimeMs,
          (await stat(vaults.at(name))).ctimeMs,
        ]),
      )
    }
    const before = await look()
    await ready(vaults)
    await vaults.call('search_notes', { query: 'word3z' })
    await vaults.call('reindex_vault', { confirm: true })
    await vaults.restart()
    await ready(vaults)
    expect(await look()).toEqual(before)
  }))

test('what changed while nobody watched is read when the vault opens, and nothing else', () =>
  withVault(numbered(40), async (vaults) => {
    const { at, restart, call } = vaults
    const { indexFile } = await ready(vaults)
    await restart(async () => {
      await writeFile(at('notes/n1.md'), 'changedword\n')
      await writeFile(at('notes/brand new.md'), 'addedword\n')
      await rm(at('notes/n2.md'))
      await rename(at('notes/n3.md'), at('moved.md'))
    })
    await found(vaults, 'changedword')
    await ready(vaults)
    expect(await count(vaults, 'addedword')).toBe(1)
    expect(await count(vaults, 'word2z')).toBe(0)
    expect(column((await call('search_notes', { query: 'word3z' })).results, 'id')).toEqual(['moved.md'])
    const before = dumpIndex(indexFile)
    const read = await readWhile(vaults, async () => {
      await (await vaultOf(vaults)).index.refresh('')
    })
    expect(read).toEqual([])
    expect(dumpIndex(indexFile)).toEqual(before)
  }))

test('a change that keeps size and time is found, while the vault is watched and when it opens', () =>
  withVault({ 'a.md': 'oneword\n' }, async (vaults) => {
    await utimes(vaults.at('a.md'), 1, 1)
    const replace = async (text: string) => {
      const handle = await open(vaults.at('a.md'), 'r+')
      await handle.write(text)
      await handle.close()
      await utimes(vaults.at('a.md'), 1, 1)
    }
    await vaults.restart()
    await ready(vaults)
    await replace('twoword\n')
    await found(vaults, 'twoword')
    await vaults.restart(() => replace('sixword\n'))
    await ready(vaults)
    await found(vaults, 'sixword')
  }))

test('a folder that others make a vault of takes its notes with it, and brings them back when it is none', () =>
  withVault({ 'a.md': 'a\n', 'in/b.md': 'inword\n' }, async (vaults) => {
    const { at, call, write } = vaults
    await ready(vaults)
    expect(await count(vaults, 'inword')).toBe(1)
    await write('in/.flint-note/config.yml', '')
    await until('its notes are not found', async () => (await count(vaults, 'inword')) === 0)
    expect(column((await call('list_notes')).notes, 'id')).toEqual(['a.md'])
    await rm(at('in/.flint-note/config.yml'))
    await found(vaults, 'inword')
    await write('in/.flint-note/config.yml', '')
    await until('its notes are not found', async () => (await count(vaults, 'inword')) === 0)
    await rm(at('in/.flint-note'), { recursive: true })
    await found(vaults, 'inword')
  }))

test('the watcher’s echo of flint’s own write reads nothing again', () =>
  withVault({ 'a.md': 'a\n' }, async (vaults) => {
    await ready(vaults)
    const read = await readWhile(vaults, async () => {
      await vaults.call('append_to_note', { identifier: 'a.md', content: 'x' })
      await vaults.write('marker.md', 'markerword\n')
      await found(vaults, 'markerword')
    })
    expect(read.filter((path) => path === 'a.md')).toHaveLength(1)
  }))

test('a description that appears, moves or vanishes gives its notes their type', () =>
  withVault({ 'work/a/x.md': 'x\n', 'work/y.md': 'y\n' }, async (vaults) => {
    const { call, write, at } = vaults
    const types = async () => column((await call('list_notes', { sort: 'path' })).notes, 'type')
    const become = (...expected: readonly string[]) =>
      until(
        `the types are ${expected.join(', ')}`,
        async () => JSON.stringify(await types()) === JSON.stringify(expected),
      )
    await ready(vaults)
    expect(await types()).toEqual(['work', 'work'])
    await write('work/a/_description.md', '# A\n')
    await become('work/a', 'work')
    expect(column((await call('search_notes', { query: 'x', type_filter: 'work/a' })).results, 'id')).toEqual(
      ['work/a/x.md'],
    )
    await rename(at('work/a'), at('work/b'))
    await become('work/b', 'work')
    await rm(at('work/b/_description.md'))
    await become('work', 'work')
  }))

test('when much is gone at once nothing is dropped before a second look agrees', () =>
  withVault({ ...numbered(12), ...beside(28) }, async (vaults) => {
    const { at, call, folder } = vaults
    const vault = await ready(vaults)
    await rename(at('notes'), join(folder, 'away'))
    await until('the vault says so', () => vault.index.freshness.state === 'doubtful')
    expect((await call('search_notes', { query: 'word5z' })).freshness.message).toContain('second look')
    expect(await count(vaults, 'word5z')).toBe(1)
    await rename(join(folder, 'away'), at('notes'))
    await until('it is sure again', () => vault.index.freshness.state === 'ready')
    expect(await count(vaults, 'word5z')).toBe(1)
    await rm(at('notes'), { recursive: true })
    await until('a second look agrees', async () => (await count(vaults, 'word5z')) === 0)
  }))

test('a vault that has lost most of its notes when it opens is not believed at once', () =>
  withVault({ ...numbered(8), ...beside(1) }, async (vaults) => {
    const { at, restart, folder } = vaults
    await ready(vaults)
    await restart(async () => {
      await rename(at('notes'), join(folder, 'away'))
    })
    const vault = await vaultOf(vaults)
    await until('the vault says so', () => vault.index.freshness.state === 'doubtful')
    expect(await count(vaults, 'word1z')).toBe(1)
    await rename(join(folder, 'away'), at('notes'))
    await until('it is sure again', () => vault.index.freshness.state === 'ready')
    expect(await count(vaults, 'word1z')).toBe(1)
  }))

test.skipIf(process.platform === 'win32')(
  'notes in a folder that may not be read stay as they were, also when a copy of one appears elsewhere',
  () =>
    withVault({ 'a.md': 'a\n', 'b.md': 'b\n', 'shut/c.md': 'shutword\n' }, async (vaults) => {
      const { at, folder } = vaults
      const isRoot = process.getuid?.() === 0
      const as = isRoot ? { user: 65_534 } : {}
      await chmod(folder, 0o777)
      await mkdir(join(folder, 'data'), { mode: 0o777 })
      await chmod(join(folder, 'data'), 0o777)
      await withOtherProcess(folder, (other) => found(other, 'shutword'), as)
      await chmod(at('shut'), 0o000)
      await vaults.write('copy.md', 'shutword\n')
      try {
        await withOtherProcess(
          folder,
          async (other) => {
            await until('both are found', async () => (await count(other, 'shutword')) === 2)
          },
          as,
        )
      } finally {
        await chmod(at('shut'), 0o755)
      }
    }),
)

test.skipIf(process.platform === 'win32')(
  'a note that may not be read is known by its name, and what is known of it from before stays',
  () =>
    withVault(
      { 'open.md': 'See [[never]] and [[once]].\n', 'never.md': 'neverword\n', 'once.md': 'onceword\n' },
      async (vaults) => {
        const { at, folder } = vaults
        const as = process.getuid?.() === 0 ? { user: 65_534 } : {}
        await chmod(folder, 0o777)
        await mkdir(join(folder, 'data'), { mode: 0o777 })
        await chmod(join(folder, 'data'), 0o777)
        await chmod(at('never.md'), 0o000)
        await withOtherProcess(
          folder,
          async (other) => {
            const info = () => other.call('get_vault_info', { detailed: true })
            await until('all are known', async () => (await info()).stats.notes === 3)
            expect(await info()).toMatchObject({
              stats: { broken_links: 0 },
              unparsable: [{ path: 'never.md', problem: expect.stringContaining('does not let flint read') }],
            })
            expect((await other.call('get_note', { identifier: 'never' })).error).toMatchObject({
              code: 'PERMISSION_DENIED',
              message: 'The system does not allow access to never.md.',
            })
            await chmod(at('never.md'), 0o644)
            await until('it is read once it may be', async () => (await count(other, 'neverword')) === 1)
            expect((await info()).unparsable).toEqual([])
            await vaults.write('once.md', 'onceword and more\n')
            await until('it is read', async () => (await count(other, 'more')) === 1)
            await chmod(at('once.md'), 0o000)
            await utimes(at('once.md'), new Date(), new Date(0))
            await other.call('list_notes')
            expect(await count(other, 'onceword')).toBe(1)
            await until('it is told', async () => (await info()).unparsable.length === 1)
            expect((await info()).unparsable).toEqual([
              { path: 'once.md', problem: expect.stringContaining('does not let flint read') },
            ])
            expect(await other.call('search_text', { pattern: 'word' })).toMatchObject({
              total: 1,
              message:
                'Not searched, as the system does not let flint read it: once.md. Mend its permissions.',
            })
            await chmod(at('once.md'), 0o644)
            await until('it is well', async () => (await info()).unparsable.length === 0)
            expect(await count(other, 'onceword')).toBe(1)
          },
          as,
        )
      },
    ),
)

test('what flint itself removes is gone at once, however much it is', () =>
  withVault({ 'only.md': 'onlyword\n' }, async (vaults) => {
    await ready(vaults)
    await vaults.call('delete_note', { identifier: 'only.md', mode: 'trash', confirm: true })
    expect(await count(vaults, 'onlyword')).toBe(0)
    expect((await vaultOf(vaults)).index.freshness.state).toBe('ready')
  }))

test('notes that the settings ignore from now on leave the index', () =>
  withVault({ 'a.md': 'a\n', 'old/b.md': 'ignoredword\n' }, async (vaults) => {
    await ready(vaults)
    expect(await count(vaults, 'ignoredword')).toBe(1)
    await vaults.restart(() => vaults.write('.flint-note/config.yml', 'index:\n  ignore: [old]\n'))
    await ready(vaults)
    expect(await count(vaults, 'ignoredword')).toBe(0)
    await vaults.restart(() => rm(vaults.at('.flint-note'), { recursive: true }))
    await ready(vaults)
    expect(await count(vaults, 'ignoredword')).toBe(1)
  }))

test('a folder that becomes a link, and one that becomes a file, take their notes with them', () =>
  withVault({ 'a/x.md': 'linkedword\n', 'b/y.md': 'filedword\n', 'c.md': 'c\n' }, async (vaults) => {
    const { at, folder } = vaults
    await ready(vaults)
    await rename(at('a'), join(folder, 'elsewhere'))
    await symlink(join(folder, 'elsewhere'), at('a'))
    await until('the linked note is gone', async () => (await count(vaults, 'linkedword')) === 0)
    await rm(at('b'), { recursive: true })
    await writeFile(at('b'), 'now a file')
    await until('the other is gone too', async () => (await count(vaults, 'filedword')) === 0)
    // Their rows go a moment before the look that took them has ended.
    const { index } = await vaultOf(vaults)
    await until('nothing is left to be said', () => index.freshness.message === null)
  }))

test('a folder that is not there is an empty list, not a fault', () =>
  withVault({ 'a.md': 'a\n' }, async (vaults) => {
    await ready(vaults)
    expect((await vaults.call('list_notes', { directory: 'none/such' })).total).toBe(0)
    expect((await vaults.call('list_notes', { directory: 'a.md' })).total).toBe(0)
    expect((await vaultOf(vaults)).index.freshness.message).toBeNull()
    expect((await vaults.call('list_notes')).total).toBe(1)
  }))

const odd: Files = {
  'huge number.md': '---\nn: 123456789012345678901234567890\nm: .inf\n---\noddword1\n',
  'circle.md': '---\na: &x [*x]\n---\noddword2\n',
  'bomb.md': `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: [*f,*f,*f,*f,*f,*f,*f,*f,*f]\n---\noddword3\n`,
  'proto.md': '---\n__proto__: {x: 1}\nconstructor: y\n---\noddword4\n',
  'nul.md': 'odd\0word5 oddword5\n',
  'binary.md': Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 151) % 256)),
  'empty.md': '',
  'mark.md': '\uFEFF',
  'deep.md': `${'> '.repeat(5_000)}oddword6\n`,
  'brackets.md': `${'['.repeat(100_000)}\n\noddword7\n`,
  'line.md': `oddword8 ${'x'.repeat(500)} `.repeat(2_000),
  'yaml.md': `---\n${'a: [\n'.repeat(500)}---\noddword9\n`,
}

test('no note, however odd, keeps the others from being indexed', () =>
  withVault({ ...odd, 'plain.md': 'plainword\n' }, async (vaults) => {
    await ready(vaults)
    expect((await vaults.call('list_notes')).total).toBe(Object.keys(odd).length + 1)
    expect(await count(vaults, 'plainword')).toBe(1)
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect([number, await count(vaults, `oddword${number}`)]).toEqual([number, 1])
    for (const identifier of Object.keys(odd))
      expect((await vaults.call('get_note', { identifier })).error).toBeUndefined()
    expect(
      column(
        vaults.log.map((line) => ({ line })),
        'line',
      ).filter((line) => String(line).startsWith('error')),
    ).toEqual([])
  }))

test('a note of 100 MB is indexed by its beginning, within bounded memory', { timeout: 60_000 }, () =>
  withVault({ 'small.md': 'smallword\n' }, async (vaults) => {
    const { at, call } = vaults
    await ready(vaults)
    const before = process.memoryUsage.rss()
    const handle = await open(at('huge.md'), 'w')
    await handle.write('# Huge\n\nstartword\n')
    const megabyte = Buffer.from('word and word again\n'.repeat(50_000))
    for (let written = 0; written < 100; written++) await handle.write(megabyte)
    await handle.write('endword\n')
    await handle.close()
    await found(vaults, 'startword', 30_000)
    expect(await count(vaults, 'endword')).toBe(0)
    // It may have been read first while it was still short.
    await until('it is known to be cut', async () => {
      const info = await call('get_vault_info', { detailed: true })
      return JSON.stringify(info).includes('only its first 1000000 are indexed')
    })
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000)
    expect(await count(vaults, 'smallword')).toBe(1)
  }),
)

test('of a file that is far too long for a note the name alone is known, and nobody waits for it', () =>
  withVault({ 'small.md': 'smallword\n' }, async (vaults) => {
    const { at, call } = vaults
    await vaults.restart(async () => {
      // It takes no room on the disk.
      await writeFile(at('huge.md'), '# Huge\n')
      await truncate(at('huge.md'), 2_000_000_000)
    })
    await ready(vaults)
    expect(await count(vaults, 'smallword')).toBe(1)
    expect((await call('create_note', { title: 'New', content: 'newword' })).error).toBeUndefined()
    expect((await call('list_notes')).notes.map(({ id }: Json) => id)).toContain('huge.md')
    expect(JSON.stringify(await call('get_vault_info', { detailed: true }))).toContain(
      'only the name is known',
    )
    for (const [tool, args] of [
      ['get_note', {}],
      ['get_note', { start_line: -2 }],
      ['append_to_note', { content: 'x' }],
      ['move_note', { to: 'other.md' }],
      ['delete_note', { mode: 'trash', confirm: true }],
    ] as const)
      expect((await call(tool, { identifier: 'huge.md', ...args })).error.code, tool).toBe('INVALID_ARGUMENT')
    expect((await stat(at('huge.md'))).size).toBe(2_000_000_000)
  }))

test('two processes see each other’s writes and those of editors, links and types included', () =>
  withVault(
    { 'a.md': 'See [[later]].\n', 'work/_description.md': '# Work\n', 'work/b.md': 'b\n' },
    (vaults) =>
      withOtherProcess(vaults.folder, async (other) => {
        await Promise.all([ready(vaults), other.call('get_tags')])
        expect(
          (await vaults.call('create_note', { path: 'mine.md', title: 'Mine', content: 'mineword' })).error,
        ).toBeUndefined()
        expect(await count(other, 'mineword')).toBe(1)
        const created = await other.call('create_note', {
          path: 'later.md',
          title: 'Later',
          content: 'laterword [[mine]]',
        })
        expect(created.error).toBeUndefined()
        for (const client of [vaults, other]) {
          expect(await count(client, 'laterword')).toBe(1)
          expect((await client.call('get_backlinks', { identifier: 'later.md' })).total).toBe(1)
          expect((await client.call('get_backlinks', { identifier: 'mine.md' })).total).toBe(1)
        }
        await vaults.write('outside.md', 'outsideword\n')
        await Promise.all([found(vaults, 'outsideword'), found(other, 'outsideword')])
        // A type that one process has seen is a type for the notes that the other writes.
        await vaults.write('sub/_description.md', '# Sub\n')
        await vaults.write('sub/deep/x.md', 'typedword\n')
        await Promise.all([found(vaults, 'typedword type:sub'), found(other, 'typedword type:sub')])
        await other.call('create_note', { path: 'sub/deep/y.md', title: 'Y', content: 'othertyped' })
        expect(await count(vaults, 'othertyped type:sub')).toBe(1)
        expect((await other.call('search_notes', { query: 'mineword' })).freshness).toBeUndefined()
        expect((await other.call('get_vault_info', { detailed: true })).index.state).toBe('ready')
      }),
  ))

test('two processes that start on a new vault at once agree on its index', () =>
  withVault(numbered(300), (vaults) =>
    withOtherProcess(vaults.folder, async (other) => {
      const both = [vaults, other]
      await Promise.all(both.map(({ call }) => call('list_notes')))
      await Promise.all(
        both.map(({ call }, number) =>
          call('create_note', { path: `made${number}.md`, title: `M${number}`, content: '[[n7]]' }),
        ),
      )
      for (const client of both) {
        await found(client, 'word299z')
        expect((await client.call('get_backlinks', { identifier: 'notes/n7.md' })).total).toBe(3)
      }
      const { indexFile } = await ready(vaults)
      await other.kill()
      await vaults.hub.close()
      expect(checkIndex(indexFile)).toEqual([])
      expect(
        dumpIndex(indexFile).filter((row) => row.startsWith('link ') && row.includes('"target":null')),
      ).toEqual([])
    }),
  ))

test('when the process that watches is killed another one takes over within five seconds', () =>
  withVault({ 'a.md': 'a\n' }, async (vaults) =>
    withOtherProcess(vaults.folder, async (other) => {
      await other.call('list_notes')
      const vault = await ready(vaults)
      expect(vault.condition.watching).toBe('another process')
      await other.kill()
      await vaults.write('unseen.md', 'unseenword\n')
      await until('it watches', () => vault.condition.watching === 'native', { withinMs: 5_000 })
      await found(vaults, 'unseenword', 2_000)
      await vaults.write('b.md', 'afterword\n')
      await found(vaults, 'afterword', 2_000)
    }),
  ))

test('an index that was deleted under two processes is made anew for both', () =>
  withVault(numbered(20), async (vaults) => {
    const { indexFile } = await ready(vaults)
    for (const suffix of ['', '-wal', '-shm']) await rm(indexFile + suffix, { force: true })
    await withOtherProcess(vaults.folder, async (other) => {
      await found(other, 'word3z')
      await vaults.write('new.md', 'newword\n')
      await Promise.all([found(vaults, 'newword'), found(other, 'newword')])
      expect(await count(vaults, 'word3z')).toBe(1)
    })
    await vaults.hub.close()
    expect(checkIndex(indexFile)).toEqual([])
  }))

test.for(['-wal', '-shm'])(
  'an index that loses its %s is made anew: what is written afterwards others see',
  (suffix) =>
    withVault(numbered(20), async (vaults) => {
      const { indexFile } = await ready(vaults)
      const before = statSync(indexFile).ino
      await rm(indexFile + suffix)
      await until('it is made anew', () => sizeOf(indexFile) > 0 && statSync(indexFile).ino !== before)
      await withOtherProcess(vaults.folder, async (other) => {
        await vaults.write('new.md', 'newword\n')
        await Promise.all([found(vaults, 'newword'), found(other, 'newword')])
      })
    }),
)

test('an index that is deleted without its log is made with a log of its own', () =>
  withVault(numbered(20), async (vaults) => {
    const { indexFile } = await ready(vaults)
    const shared = `${indexFile}-shm`
    const before = statSync(shared).ino
    await rm(indexFile)
    await until('it is made anew', () => sizeOf(shared) > 0 && statSync(shared).ino !== before)
    await withOtherProcess(vaults.folder, async (other) => {
      await vaults.write('new.md', 'newword\n')
      await Promise.all([found(vaults, 'newword'), found(other, 'newword')])
    })
  }))

const isRoot = process.getuid?.() === 0
test.skipIf(!isRoot)(
  'without a data folder that can be written a vault is read from elsewhere, or says what to do',
  () =>
    withVault({ 'a.md': 'a\n' }, async ({ folder }) => {
      await chmod(folder, 0o755)
      await mkdir(join(folder, 'data'), { mode: 0o755 })
      const temporary = await mkdtemp(join(folder, 'temporary-'))
      const asSomebodyElse = async (): Promise<Json> => {
        let answer: Json = null
        await withOtherProcess(
          folder,
          async ({ call }) => {
            answer = await call('search_notes', { query: 'a' })
          },
          { user: 65_534, env: { TMPDIR: temporary } },
        )
        return answer
      }
      const { error } = await asSomebodyElse()
      expect(error.code).toBe('INDEX_UNAVAILABLE')
      expect(error.hint).toContain('FLINT_DATA_DIR')
      expect(JSON.stringify(error)).not.toContain(folder)

      await chmod(temporary, 0o777)
      expect(await asSomebodyElse()).toMatchObject({ total: 1 })
      expect(await readdir(join(folder, 'data'))).toEqual([])
      expect(await readFile(join(folder, 'main', 'a.md'), 'utf8')).toBe('a\n')
    }),
)
