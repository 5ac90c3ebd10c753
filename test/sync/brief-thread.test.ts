import { EventEmitter } from 'node:events'
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { folderIdentity } from '../../src/files/folder-identity.ts'
import { readState } from '../../src/index-db/indexed-state.ts'
import { openIndexForReading } from '../../src/index-db/open-index.ts'
import { BriefThread } from '../../src/sync/brief-thread.ts'
import { Sync } from '../../src/sync/sync.ts'
import { startSyncWorker } from '../../src/sync/sync-worker.ts'
import type { SyncOptions, SyncRequest } from '../../src/sync/sync-messages.ts'
import { withFolder } from '../support/with-folder.ts'

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
const onLinux = test.runIf(process.platform === 'linux')

interface Run {
  readonly sync: Sync
  readonly said: string[]
  /** What a search for a word finds in the index. */
  readonly find: (word: string) => readonly string[]
}

/** What a process does that answers once: it looks at the vault, then `use` asks. Returns how many threads that took. */
async function once(
  folder: string,
  use: (run: Run) => unknown = () => undefined,
  more: Partial<SyncOptions> = {},
): Promise<number> {
  const [root, indexFile] = [join(folder, 'vault'), join(folder, 'index.sqlite')]
  const options = { root, indexFile, identity: folderIdentity(root) ?? '', ignore: [], excluded: [], ...more }
  let threads = 0
  const start = () => {
    threads += 1
    return startSyncWorker({ isBrief: true })
  }
  const said: string[] = []
  const events = {
    onOpen: (isFilled: boolean) => said.push(isFilled ? 'open' : 'open, empty'),
    onChanged: (paths: readonly string[]) => said.push(`changed ${paths.join(' ')}`),
    onFailed: () => said.push('failed'),
  }
  const sync = new Sync({ nestedVaults: [], ...options }, events, log, new BriefThread(start))
  try {
    const look = sync.scan().catch((error: unknown) => said.push(String(error)))
    await sync.opened
    await look
    const find = (word: string) => {
      const db = openIndexForReading(indexFile)
      const found = db.prepare(
        'SELECT path FROM note JOIN notes_fts ON note.id = notes_fts.rowid WHERE notes_fts MATCH ?',
      )
      const paths = found.pluck().all(word).map(String).sort()
      db.close()
      return paths
    }
    await use({ sync, said, find })
  } finally {
    await sync.close()
  }
  return threads
}

/** Fills the index, to the last of what only saves time. */
async function fill(folder: string): Promise<number> {
  return await once(folder, async ({ said }) => {
    expect(said[0]).toBe('open, empty')
    const db = openIndexForReading(join(folder, 'index.sqlite'))
    await expect.poll(() => readState(db, 'tidy')).not.toBe('no')
    db.close()
  })
}

const vault = { 'vault/a.md': 'apple\n', 'vault/b.md': 'bread\n', 'vault/deep/c.md': 'cherry\n' }

onLinux('a thread fills an index; where nothing has changed since none is needed to say so', () =>
  withFolder(vault, async (folder) => {
    expect(await fill(folder)).toBe(1)
    for (const time of ['that compares', 'that knows it by its name']) {
      const threads = await once(folder, ({ sync, said }) => {
        expect(sync.progress, time).toMatchObject({ state: 'ready' })
        expect(said, time).toEqual(['open'])
      })
      expect(threads, time).toBe(0)
    }
  }),
)

onLinux('what others have changed meanwhile is read here, and many changes by a thread', () =>
  withFolder(vault, async (folder) => {
    const at = (path: string) => join(folder, 'vault', path)
    await fill(folder)
    await once(folder)
    await appendFile(at('a.md'), 'apricot\n')
    await rename(at('b.md'), at('deep/bun.md'))
    await writeFile(at('d.md'), 'date\n')
    await rm(at('deep/c.md'))
    const few = await once(folder, async ({ find }) => {
      expect(find('apricot')).toEqual(['a.md'])
      expect(find('bread')).toEqual(['deep/bun.md'])
      expect(find('date')).toEqual(['d.md'])
      await expect.poll(() => find('cherry')).toEqual([])
    })
    expect(few).toBe(0)
    for (let note = 0; note < 101; note++) await writeFile(at(`many ${note}.md`), 'elder\n')
    expect(
      await once(folder, ({ find }) => {
        expect(find('elder')).toHaveLength(101)
      }),
    ).toBe(1)
    await writeFile(at('long.md'), `fig\n${'word '.repeat(80_000)}\n`)
    expect(
      await once(folder, ({ find }) => {
        expect(find('fig')).toEqual(['long.md'])
      }),
    ).toBe(1)
  }),
)

onLinux(
  'the first notes of a vault that was opened empty are read, and those after its last was removed',
  () =>
    withFolder({ 'vault/deep/': '' }, async (folder) => {
      const at = (path: string) => join(folder, 'vault', path)
      await fill(folder)
      for (const [name, word] of [
        ['a.md', 'apple'],
        ['deep/b.md', 'bread'],
      ] as const) {
        await writeFile(at(name), `${word}\n`)
        const threads = await once(folder, async ({ sync, find }) => {
          expect(find(word)).toEqual([name])
          await rm(at(name))
          await sync.syncPaths([name], { isTrusted: true })
          expect(find(word)).toEqual([])
        })
        expect(threads).toBe(0)
      }
    }),
)

onLinux('what it writes itself is followed here, and seen by the next', () =>
  withFolder(vault, async (folder) => {
    await fill(folder)
    const threads = await once(folder, async ({ sync, find }) => {
      await writeFile(join(folder, 'vault/new.md'), 'grape\n')
      await sync.syncPaths(['new.md'], { isTrusted: true })
      expect(find('grape')).toEqual(['new.md'])
      await rm(join(folder, 'vault/new.md'))
      await sync.syncPaths(['new.md'], { isTrusted: true })
      expect(find('grape')).toEqual([])
      await writeFile(join(folder, 'vault/deep/late.md'), 'honey\n')
      await writeFile(join(folder, 'vault/also.md'), 'iris\n')
      await sync.scan('deep')
      expect(find('iris'), 'it looks at the whole vault').toEqual(['also.md'])
      expect(find('honey')).toEqual(['deep/late.md'])
    })
    expect(threads).toBe(0)
    expect(
      await once(folder, ({ said, find }) => {
        expect(said).toEqual(['open'])
        expect(find('honey')).toEqual(['deep/late.md'])
      }),
    ).toBe(0)
  }),
)

onLinux('a long note is left to a thread, for which nobody waits', () =>
  withFolder(vault, async (folder) => {
    await fill(folder)
    const threads = await once(folder, async ({ sync, find }) => {
      await writeFile(join(folder, 'vault/long.md'), `fig\n${'word '.repeat(80_000)}\n`)
      const following = sync.syncPaths(['long.md'], { isTrusted: true })
      await sync.unlessLong(following)
      await following
      expect(find('fig')).toEqual(['long.md'])
    })
    expect(threads).toBe(1)
  }),
)

onLinux('a rebuild is left to a thread, and what is asked after it', () =>
  withFolder(vault, async (folder) => {
    await fill(folder)
    const threads = await once(folder, async ({ sync, find }) => {
      await writeFile(join(folder, 'vault/early.md'), 'lemon\n')
      await sync.syncPaths(['early.md'], { isTrusted: true })
      expect(await sync.rebuild('all')).toMatchObject({ read: 4 })
      await writeFile(join(folder, 'vault/new.md'), 'grape\n')
      await sync.syncPaths(['new.md'], { isTrusted: true })
      expect(find('grape')).toEqual(['new.md'])
    })
    expect(threads).toBe(1)
    expect((await readdir(folder)).toSorted(), 'nobody has the index open').toEqual(['index.sqlite', 'vault'])
  }),
)

onLinux('it has ended when the last that writes has, whichever that is', () =>
  withFolder(vault, async (folder) => {
    await fill(folder)
    const soonGone = Object.assign(new EventEmitter(), {
      postMessage: (message: SyncOptions | SyncRequest) => {
        if (!('kind' in message)) return
        if (message.kind === 'close') soonGone.emit('exit')
        if (message.kind !== 'rebuild') return
        soonGone.emit('message', { kind: 'done', id: message.id, result: { read: 0, removed: 0 } })
      },
      terminate: () => Promise.resolve(),
    })
    const [root, indexFile] = [join(folder, 'vault'), join(folder, 'index.sqlite')]
    const options = { root, indexFile, identity: folderIdentity(root) ?? '', ignore: [], excluded: [] }
    const thread = new BriefThread(() => soonGone)
    const sync = new Sync(
      { nestedVaults: [], ...options },
      { onOpen: quiet, onChanged: quiet, onFailed: quiet },
      log,
      thread,
    )
    await writeFile(join(root, 'early.md'), 'lemon\n')
    await sync.syncPaths(['early.md'], { isTrusted: true })
    await sync.rebuild('all')
    await sync.close()
    expect((await readdir(folder)).toSorted(), 'nobody has the index open').toEqual(['index.sqlite', 'vault'])
  }),
)

onLinux('other settings are another look', () =>
  withFolder(vault, async (folder) => {
    await fill(folder)
    await once(folder)
    await once(folder)
    const threads = await once(
      folder,
      async ({ find }) => {
        await expect.poll(() => find('cherry')).toEqual([])
      },
      { ignore: ['deep/**'] },
    )
    expect(threads).toBe(0)
    await once(folder, ({ find }) => {
      expect(find('cherry')).toEqual(['deep/c.md'])
    })
  }),
)

onLinux('a damaged index is made anew by a thread', () =>
  withFolder(vault, async (folder) => {
    await fill(folder)
    const file = join(folder, 'index.sqlite')
    const bytes = await readFile(file)
    await writeFile(file, bytes.fill(7, 100, 40_000))
    const threads = await once(folder, async ({ find }) => {
      await expect.poll(() => find('cherry')).toEqual(['deep/c.md'])
    })
    expect(threads).toBe(1)
  }),
)

onLinux('another folder at the place of the vault is not looked at', () =>
  withFolder(vault, async (folder) => {
    await fill(folder)
    const identity = folderIdentity(join(folder, 'vault')) ?? ''
    await rename(join(folder, 'vault'), join(folder, 'away'))
    await mkdir(join(folder, 'vault'))
    await once(
      folder,
      ({ said, find }) => {
        expect(said.join('\n')).toContain('cannot be read')
        expect(find('cherry')).toEqual(['deep/c.md'])
      },
      { identity },
    )
  }),
)

test('without find a thread looks', () =>
  withFolder(vault, async (folder) => {
    await fill(folder)
    await once(folder)
    vi.stubEnv('PATH', folder)
    try {
      expect(
        await once(folder, ({ find }) => {
          expect(find('cherry')).toEqual(['deep/c.md'])
        }),
      ).toBe(1)
    } finally {
      vi.unstubAllEnvs()
    }
  }))
