import { appendFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterEach, expect, test, vi } from 'vitest'
import { folderIdentity } from '../../src/files/folder-identity.ts'
import { IndexWriter } from '../../src/index-db/apply.ts'
import { FolderNow } from '../../src/sync/folder-now.ts'
import { IndexUpdater } from '../../src/sync/index-updater.ts'
import type { SyncReply, SyncRequest } from '../../src/sync/sync-messages.ts'
import { withFolder } from '../support/with-folder.ts'

interface Given {
  readonly at: (path: string) => string
  readonly indexFile: string
  readonly updater: IndexUpdater
  /** Sends a request and waits for its answer. */
  readonly ask: (request: Asked) => Promise<string>
  /** Sends a request; its id is returned. */
  readonly send: (request: Asked) => number
  readonly answerTo: (id: number) => Promise<string>
  readonly end: () => Promise<void>
  /** Everything that was told, in short. */
  readonly told: readonly string[]
  /** What a query of one column finds in the index. */
  readonly rows: (sql: string) => readonly string[]
}

type Asked = SyncRequest extends infer One ? (One extends { id: number } ? Omit<One, 'id'> : never) : never

const paths = 'SELECT path FROM note ORDER BY 1'
const few = { 'a.md': '[[b]]\n', 'b.md': 'b\n', 'in/c.md': 'c\n' }
const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`n${number}.md`, `${number}\n`]))
const long = 'long\n'.repeat(60_000)

function short(reply: SyncReply): string {
  switch (reply.kind) {
    case 'open':
      return `open ${reply.putAside} ${reply.isFilled}`
    case 'progress': {
      const { state, done, total, isAgain } = reply.progress
      return `${state} ${done}/${total}${isAgain ? ' again' : ''}`
    }
    case 'done':
      return `done ${reply.id}: ${reply.result.read} read, ${reply.result.removed} removed`
    case 'failed':
      return `failed ${reply.id}: ${reply.reason}`
    case 'changed':
      return `changed ${reply.paths.toSorted().join(' ')}`
    case 'long':
      return `long ${reply.isUnderWay}`
    case 'unopened':
      return 'unopened'
  }
}

async function withUpdater(
  files: Readonly<Record<string, string>>,
  use: (given: Given) => Promise<void>,
  onTold: (what: string, given: Given) => void = () => undefined,
): Promise<void> {
  await withFolder(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`vault/${path}`, text])),
    async (folder) => {
      const root = join(folder, 'vault')
      const indexFile = join(folder, 'index.sqlite')
      const told: string[] = []
      const answers = new Map<number, string>()
      let hear: (what: string) => void = () => undefined
      const updater = new IndexUpdater(
        {
          ...{ root, identity: folderIdentity(root) ?? '', indexFile },
          ...{ ignore: [], excluded: [], nestedVaults: [] },
        },
        {
          postMessage: (reply) => {
            if (reply.kind === 'done' || reply.kind === 'failed') answers.set(reply.id, short(reply))
            told.push(short(reply))
            hear(short(reply))
          },
          close: () => void told.push('closed'),
        },
      )
      let last = 0
      const given: Given = {
        ...{ updater, told, indexFile },
        at: (path) => join(root, path),
        send: (request) => {
          updater.receive({ ...request, id: ++last })
          return last
        },
        answerTo: async (id) => {
          while (!answers.has(id)) await nextTurn()
          return answers.get(id) ?? ''
        },
        ask: (request) => given.answerTo(given.send(request)),
        end: async () => {
          updater.receive({ kind: 'close' })
          while (!told.includes('closed')) await nextTurn()
        },
        rows: (sql) => {
          const db = new Database(indexFile, { readonly: true })
          try {
            return db.prepare<[], string>(sql).pluck().all()
          } finally {
            db.close()
          }
        },
      }
      hear = (what) => {
        onTold(what, given)
      }
      try {
        await use(given)
      } finally {
        if (!told.includes('closed')) await given.end()
      }
    },
  )
}

const scan = (folder = '') => ({ kind: 'scan', folder }) as const
const look = (...some: string[]) => ({ kind: 'paths', paths: some, isTrusted: true }) as const
const unsure = (path: string) => ({ ...look(path), isTrusted: false })
const rebuild = (scope: 'all' | 'vectors' | 'links' | 'damaged') =>
  ({ kind: 'rebuild', scope, identity: null }) as const

/** Far more turns than the thread has steps of its own to do after its last answer. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await nextTurn()
}

afterEach(() => {
  vi.useRealTimers()
})

test('what is answered during a look does not call the index whole before the look has ended', () => {
  let isAsked = false
  return withUpdater(
    numbered(600),
    async ({ ask, told }) => {
      await ask({ kind: 'scan', folder: '' })
      expect(isAsked).toBe(true)
      const states = told.filter((what) => /^(?:ready|indexing|scanning|done)/.test(what))
      expect(states.findIndex((what) => what.startsWith('done 2'))).toBeLessThan(
        states.indexOf('indexing 600/600'),
      )
      expect(states.indexOf('ready 0/0')).toBeGreaterThan(states.indexOf('indexing 600/600'))
    },
    (what, { send }) => {
      if (isAsked || !what.startsWith('indexing')) return
      isAsked = true
      send({ kind: 'paths', paths: ['n1.md'], isTrusted: false })
    },
  )
})

test('what was done is told before its answer, and that nothing more is under way', () =>
  withUpdater(few, async ({ ask, told, at }) => {
    expect(told).toEqual(['open null false'])
    await ask(scan())
    expect(told.slice(1)).toEqual([
      ...['scanning 0/0', 'changed a.md b.md in/c.md', 'indexing 3/3'],
      ...['ready 0/0', 'done 1: 3 read, 0 removed'],
    ])
    writeFileSync(at('b.md'), 'Other.\n')
    rmSync(at('a.md'))
    const before = told.length
    await ask(look('b.md', 'a.md'))
    expect(told.slice(before)).toEqual(['changed a.md b.md', 'ready 0/0', 'done 2: 1 read, 1 removed'])
  }))

test('scans that wait are one scan: of the same folder, or of the whole vault', () =>
  withUpdater(few, async ({ send, answerTo, told }) => {
    for (const folder of ['in', 'in', '', 'in', 'other', '']) send(scan(folder))
    await answerTo(6)
    // The other folder is in the vault as well.
    expect(told.filter((what) => /^(done|scanning)/.test(what))).toEqual([
      ...[
        'scanning 0/0',
        'done 1: 1 read, 0 removed',
        'done 2: 1 read, 0 removed',
        'done 4: 1 read, 0 removed',
      ],
      ...['scanning 0/0', ...[3, 5, 6].map((id) => `done ${id}: 3 read, 0 removed`)],
    ])
  }))

test('who is answered while a scan waits is told that the index will be out of step, but not for a rebuild', () =>
  withUpdater(few, async ({ ask, send, answerTo, told }) => {
    await ask(scan())
    let before = told.length
    await Promise.all([send(scan()), send(look('a.md'))].map(answerTo))
    expect(told.slice(before)).toEqual([
      ...['scanning 0/0', 'done 3: 0 read, 0 removed'],
      ...['scanning 0/0', 'ready 0/0', 'done 2: 0 read, 0 removed'],
    ])
    before = told.length
    await Promise.all([send(rebuild('links')), send(look('a.md'))].map(answerTo))
    expect(told.slice(before)).toEqual([
      ...['done 5: 0 read, 0 removed', 'ready 0/0', 'done 4: 0 read, 0 removed'],
    ])
    before = told.length
    await Promise.all([send(rebuild('links')), send(scan()), send(look('a.md'))].map(answerTo))
    expect(told.slice(before, before + 2)).toEqual(['scanning 0/0', 'done 8: 0 read, 0 removed'])
  }))

test('a path that a caller waits for is looked at between the steps of a scan', () =>
  withUpdater(
    few,
    async ({ ask, told }) => {
      await ask(scan())
      expect(told.filter((what) => what.startsWith('done'))).toEqual([
        ...['done 2: 1 read, 0 removed', 'done 1: 3 read, 0 removed'],
      ])
    },
    (what, { send }) => {
      if (what === 'scanning 0/0') send(look('in/c.md'))
    },
  ))

test('what several look at before the first is served is looked at once, but not by who failed or may not be trusted', () =>
  withUpdater(few, async ({ ask, send, answerTo }) => {
    await ask(scan())
    const looking = vi.spyOn(FolderNow.prototype, 'look')
    try {
      await Promise.all(
        [look('x.md', 'y.md'), look('y.md'), unsure('y.md'), unsure('y.md')].map(send).map(answerTo),
      )
      expect(looking.mock.calls.map(([path]) => path)).toEqual(['x.md', 'y.md', 'y.md'])
      looking.mockClear().mockImplementationOnce(() => {
        throw new Error('EIO')
      })
      const twice = [look('x.md'), look('x.md')].map(send).map(answerTo)
      expect(await Promise.all(twice)).toEqual(['failed 6: index', 'done 7: 0 read, 0 removed'])
      expect(looking.mock.calls.map(([path]) => path)).toEqual(['x.md', 'x.md'])
    } finally {
      looking.mockRestore()
    }
  }))

test('a long note that changes during a scan is looked at once; then the scan goes on', () =>
  withUpdater(
    { ...few, 'long.md': long },
    async ({ at, ask, told, answerTo }) => {
      await ask(scan())
      await answerTo(4)
      expect(told.filter((what) => what.startsWith('done'))).toEqual([
        ...['done 2: 2 read, 0 removed', 'done 3: 1 read, 0 removed'],
        ...['done 1: 4 read, 0 removed', 'done 4: 0 read, 0 removed'],
      ])
      appendFileSync(at('long.md'), 'Yet more.\n')
      expect(await ask(look('long.md'))).toBe('done 5: 1 read, 0 removed')
    },
    (what, { at, send }) => {
      if (what === 'scanning 0/0') send(look('long.md', 'a.md'))
      if (!what.startsWith('done 2')) return
      for (const path of ['long.md', 'a.md']) appendFileSync(at(path), 'More.\n')
      send(look('a.md'))
      send(look('a.md', 'long.md'))
    },
  ))

test('what comes while the last is answered is served as well, even when the thread is to end', () =>
  withUpdater(
    few,
    async ({ ask, answerTo, end, told }) => {
      await ask(look('a.md'))
      expect(await answerTo(2)).toBe('done 2: 1 read, 0 removed')
      await end()
      expect(told.slice(-2)).toEqual(['done 2: 1 read, 0 removed', 'closed'])
    },
    (what, { send }) => {
      if (what === 'changed a.md') send(look('b.md'))
    },
  ))

test('a thread that ends serves who waits for a path, and begins no scan', () =>
  withUpdater(
    few,
    async ({ send, updater, end, told }) => {
      send(look('a.md'))
      send(scan())
      await end()
      expect(told.filter((what) => !what.startsWith('changed'))).toEqual([
        ...['open null false', 'done 1: 1 read, 0 removed', 'done 3: 1 read, 0 removed', 'closed'],
      ])
      updater.receive({ kind: 'close' })
    },
    (what, { send, updater }) => {
      if (what !== 'changed a.md') return
      send(look('b.md'))
      updater.receive({ kind: 'close' })
    },
  ))

test('a thread that is told to end during a scan stops there', () =>
  withUpdater(few, async ({ at, ask, send, end, told, rows }) => {
    await ask(scan())
    for (const path of ['b.md', 'in/c.md']) rmSync(at(path))
    writeFileSync(at('a.md'), 'Other.\n')
    send(scan())
    while (told.filter((what) => what === 'scanning 0/0').length < 2) await nextTurn()
    await end()
    expect(rows(paths)).toEqual(Object.keys(few))
  }))

test('notes are cut, and vectors and models kept, as the embedding side asks', () =>
  withUpdater(numbered(45), async ({ ask, rows, told, at }) => {
    await ask(scan())
    expect([await ask({ kind: 'cut' }), await ask({ kind: 'cut' }), await ask({ kind: 'cut' })]).toEqual([
      ...['done 2: 40 read, 0 removed', 'done 3: 5 read, 0 removed', 'done 4: 0 read, 0 removed'],
    ])
    const hashes = rows('SELECT hash FROM passage')
    expect(hashes).toHaveLength(45)
    const batch = {
      ...{ model: 'm', dimensions: 8 },
      vectors: hashes.map((hash) => ({ hash, vector: new Float32Array(8).fill(1) })),
    }
    await ask({ kind: 'vectors', batch })
    const models = () => rows("SELECT name || ' ' || is_ready FROM model")
    expect(models()).toEqual(['m 0'])
    rmSync(at('n0.md'))
    await ask(look('n0.md'))
    await ask({ kind: 'settle-vectors', complete: null })
    expect(rows('SELECT hash FROM passage')).toHaveLength(44)
    expect(models()).toEqual(['m 0'])
    await ask({ kind: 'settle-vectors', complete: 'm' })
    expect(models()).toEqual(['m 1'])
    await ask({ kind: 'forget-vectors', model: 'm' })
    expect(models()).toEqual([])
    await ask({ kind: 'own', step: { kind: 'begin', dimensions: 8, notes: 44 } })
    expect(rows('SELECT notes FROM own_model')).toEqual([44])
    expect(told.filter((what) => what.startsWith('long'))).toEqual([])
  }))

test('a long note that is cut is told of, and when it is over', () =>
  withUpdater({ 'long.md': long }, async ({ ask, told }) => {
    await ask(scan())
    const before = told.length
    await ask({ kind: 'cut' })
    expect(told.slice(before)).toEqual([
      ...['long true', 'long false', 'ready 0/0', 'done 2: 1 read, 0 removed'],
    ])
  }))

test('a vault that is away is a failure of the vault, and all is well once it is back', () =>
  withUpdater(few, async ({ at, ask }) => {
    await ask(scan())
    renameSync(at('.'), at('../away'))
    expect(await ask(scan())).toBe('failed 2: vault')
    expect(await ask(look('a.md'))).toBe('failed 3: vault')
    renameSync(at('../away'), at('.'))
    expect(await ask(look('a.md'))).toBe('done 4: 0 read, 0 removed')
  }))

test('an index in which damage is met is made anew and filled, and a long note is over', () =>
  withUpdater({ ...few, 'long.md': '' }, async ({ at, ask, told, rows }) => {
    await ask(scan())
    writeFileSync(at('long.md'), long)
    const refuse = (code: string) =>
      vi.spyOn(IndexWriter.prototype, 'apply').mockImplementationOnce(() => {
        throw new Database.SqliteError('refused', code)
      })
    const before = told.length
    refuse('SQLITE_FULL')
    expect(await ask(look('long.md'))).toBe('failed 2: index')
    expect(told.slice(before)).toEqual(['long true', 'long false', 'failed 2: index'])
    refuse('SQLITE_CORRUPT')
    expect(await ask(look('long.md'))).toBe('failed 3: index')
    while (!told.includes('done -1: 4 read, 0 removed')) await nextTurn()
    expect(told).toContain('open damaged false')
    expect(rows(paths)).toEqual([...Object.keys(few), 'long.md'])
  }))

test('a rebuild says that the index answers meanwhile, and nobody says so afterwards', () =>
  withUpdater(few, async ({ ask, told }) => {
    await ask(rebuild('all'))
    expect(told.filter((what) => what.endsWith('again'))).toEqual([])
    await ask(rebuild('all'))
    expect(told).toContain('scanning 0/0 again')
    expect(told).toContain('indexing 3/3 again')
    const before = told.length
    await ask(look('a.md'))
    await ask(scan())
    expect(told.slice(before).filter((what) => what.endsWith('again'))).toEqual([])
  }))

test('a rebuild that is cancelled before its turn does nothing, and one that is under way stops', () =>
  withUpdater(
    numbered(100),
    async ({ ask, send, answerTo, updater }) => {
      await ask(scan())
      const id = send(rebuild('all'))
      updater.receive({ kind: 'cancel', id })
      expect(await answerTo(id)).toBe('done 2: 0 read, 0 removed')
      expect(await ask(rebuild('vectors'))).toBe('done 3: 40 read, 0 removed')
      // Of what others have cancelled it knows nothing.
      updater.receive({ kind: 'cancel', id: 3 })
      expect(await ask(rebuild('vectors'))).toBe('done 4: 100 read, 0 removed')
    },
    (what, { updater }) => {
      if (what === 'indexing 40/100 again') updater.receive({ kind: 'cancel', id: 3 })
    },
  ))

test('once nobody waits the log of a filled index is merged, and what saves time is added', () =>
  withUpdater(few, async ({ ask, indexFile, rows }) => {
    await ask(scan())
    await rest()
    expect(statSync(`${indexFile}-wal`).size).toBe(0)
    expect(rows("SELECT value FROM state WHERE name = 'tidy'")).not.toEqual(['no'])
  }))

test('a full-text index in pieces is merged after a second of rest, which any request puts off', () =>
  withUpdater(few, async ({ ask, rows }) => {
    const tidy = () => rows("SELECT value FROM state WHERE name = 'tidy'").join()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await ask(scan())
    await rest()
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(900)
    await ask(look('a.md'))
    await rest()
    vi.advanceTimersByTime(900)
    await rest()
    expect(tidy()).not.toBe('yes')
    vi.advanceTimersByTime(100)
    await rest()
    expect(tidy()).toBe('yes')
    expect(vi.getTimerCount()).toBe(0)
    await ask(look('a.md'))
    await rest()
    expect(vi.getTimerCount()).toBe(0)
  }))

test('a note that an editor has just emptied is looked at again after a moment, unless the thread is to end', () =>
  withUpdater(few, async ({ at, ask, rows, told, end }) => {
    await ask(scan())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const bodies = () => rows("SELECT body FROM note_body JOIN note ON note.id = note WHERE path = 'b.md'")
    writeFileSync(at('b.md'), '')
    await ask(look('b.md'))
    expect(bodies()).toEqual(['b\n'])
    writeFileSync(at('b.md'), 'Written.\n')
    vi.advanceTimersByTime(150)
    while (!told.includes('done -1: 1 read, 0 removed')) await nextTurn()
    expect(bodies()).toEqual(['Written.\n'])
    writeFileSync(at('b.md'), '')
    await ask(look('b.md'))
    await end()
    const length = told.length
    vi.advanceTimersByTime(150)
    await nextTurn()
    expect(told).toHaveLength(length)
  }))

test('each second it is seen whether the index file is still there', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  return withUpdater(few, async ({ ask, told, indexFile, end }) => {
    await ask(scan())
    const opened = () => told.filter((what) => what.startsWith('open'))
    await rest()
    vi.advanceTimersByTime(1_000)
    expect(opened()).toEqual(['open null false'])
    rmSync(indexFile)
    vi.advanceTimersByTime(1_000)
    expect(opened()).toEqual(['open null false', 'open null false'])
    rmSync(indexFile)
    await end()
    vi.advanceTimersByTime(1_000)
    expect(opened()).toHaveLength(2)
  })
})

test('a request finds the index file made anew where it was deleted meanwhile', () =>
  withUpdater(few, async ({ ask, indexFile, rows }) => {
    await ask(scan())
    rmSync(indexFile)
    expect(await ask(scan())).toBe('done 2: 3 read, 0 removed')
    expect(rows(paths)).toEqual(Object.keys(few))
  }))
