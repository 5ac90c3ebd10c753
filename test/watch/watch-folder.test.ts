import { execFile } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { watchFolder } from '../../src/watch/watch-folder.ts'
import { until } from '../support/until.ts'
import { silentLog, withWatchedFolder } from './with-watched-folder.ts'

const run = promisify(execFile)

describe.each([
  { way: 'by events', poll: false },
  { way: 'by polling', poll: true },
])('watched $way', { concurrent: true }, ({ poll }) => {
  test('creating, changing, renaming and deleting a file is reported', () =>
    withWatchedFolder(
      { poll, files: { 'a.md': 'one\n' } },
      async ({ write, at, reported, batches, watcher }) => {
        expect(watcher.kind).toBe(poll ? 'polling' : 'native')
        write('new.md')
        await reported('new.md')
        batches.length = 0
        appendFileSync(at('a.md'), 'two\n')
        await reported('a.md')
        batches.length = 0
        renameSync(at('a.md'), at('b.md'))
        await reported('a.md', 'b.md')
        batches.length = 0
        unlinkSync(at('b.md'))
        await reported('b.md')
      },
    ))

  test('a folder with 200 files, written at once, is reported whole', () =>
    withWatchedFolder({ poll }, async ({ write, reported }) => {
      const paths = Array.from({ length: 200 }, (_, index) => `fresh/note ${index}.md`)
      for (const path of paths) write(path)
      await reported('fresh', ...paths)
    }))

  test('files in folders in new folders are reported, then and later', () =>
    withWatchedFolder({ poll }, async ({ write, reported, batches }) => {
      const paths = Array.from({ length: 20 }, (_, index) => `deep ${index}/one/two/three/note.md`)
      for (const path of paths) write(path)
      await reported(...paths)
      batches.length = 0
      for (const path of paths) write(path, 'changed later\n')
      await reported(...paths)
    }))

  test('a renamed folder is reported under both names, and later changes in it under the new one', () =>
    withWatchedFolder(
      { poll, files: { 'old/a.md': 'a\n', 'old/sub/deep/b.md': 'b\n' } },
      async ({ write, at, reported, batches }) => {
        renameSync(at('old'), at('new'))
        await reported('old', 'new', 'new/a.md', 'new/sub/deep/b.md')
        batches.length = 0
        write('new/sub/deep/b.md', 'changed\n')
        write('new/sub/deep/c.md')
        await reported('new/sub/deep/b.md', 'new/sub/deep/c.md')
        expect([...batches.flat()].filter((path) => path.startsWith('old/'))).toEqual([])
      },
    ))

  test('a folder moved in from outside is reported with what it holds, and watched', () =>
    withWatchedFolder({ poll }, async ({ root, write, at, reported, batches }) => {
      const outside = join(root, '..', 'outside')
      mkdirSync(join(outside, 'inner'), { recursive: true })
      writeFileSync(join(outside, 'inner', 'x.md'), 'x\n')
      renameSync(outside, at('inside'))
      await reported('inside/inner/x.md')
      batches.length = 0
      write('inside/inner/x.md', 'changed\n')
      await reported('inside/inner/x.md')
    }))

  test('ignored folders are not looked into, and temporary files not named', () =>
    withWatchedFolder(
      {
        poll,
        files: { '.git/HEAD': 'x\n', 'private/a.md': 'a\n' },
        ignore: (path, isFolder) => (isFolder ? path === 'private' : !path.endsWith('.md')),
      },
      async ({ write, at, seen, settle, batches, reported }) => {
        await settle()
        write('.git/index.md')
        write('.flint-note/config.md')
        write('private/a.md', 'changed\n')
        write('picture.png')
        write('sub/.git/x.md')
        write('.note.md.1234.tmp')
        for (const name of ['4913', 'note.md~', '.#note.md', '.note.md.swp']) write(name)
        unlinkSync(at('4913'))
        write('sub/note.md')
        await reported('sub/note.md')
        await settle()
        expect(batches).toEqual([])
        write('last.md')
        await reported('last.md')
        expect([...seen()].sort()).toEqual(['last.md'])
      },
    ))

  test('a loop of symbolic links is not followed', () =>
    withWatchedFolder(
      { poll, files: { 'a/note.md': 'x\n' } },
      async ({ at, write, settle, seen, reported }) => {
        symlinkSync(at('.'), at('a/loop'))
        symlinkSync(at('a'), at('b'))
        await settle()
        write('a/note.md', 'changed\n')
        await reported('a/note.md')
        expect([...seen()].filter((path) => path.startsWith('a/loop/') || path.startsWith('b/'))).toEqual([])
      },
    ))

  test('a root that is removed and made again is an overflow, and watched again', () =>
    withWatchedFolder(
      { poll, files: { 'a.md': 'x\n' } },
      async ({ root, overflows, watcher, write, reported }) => {
        rmSync(root, { recursive: true })
        await until('the loss noticed', () => watcher.kind === 'none' && overflows() > 0)
        const before = overflows()
        mkdirSync(root)
        await until('the return noticed', () => watcher.kind !== 'none' && overflows() > before)
        write('back.md')
        await reported('back.md')
      },
    ))

  test('nothing is reported after close', () =>
    withWatchedFolder({ poll }, async ({ write, watcher, batches, overflows, root }) => {
      write('a.md')
      await watcher.close()
      await watcher.close()
      expect(watcher.kind).toBe('none')
      const before = batches.length
      write('b.md')
      // A second watcher sees the same events: when it has reported, the first would have too.
      await withWatchedFolder({ poll }, async (other) => {
        other.write('c.md')
        await other.reported('c.md')
      })
      rmSync(root, { recursive: true })
      expect(batches.length).toBe(before)
      expect(overflows()).toBe(0)
    }))

  test('watchers on different roots do not see one another', () =>
    withWatchedFolder({ poll, files: { 'same.md': '1\n' } }, (one) =>
      withWatchedFolder({ poll, files: { 'same.md': '2\n' } }, async (two) => {
        two.write('same.md', 'changed here\n')
        two.write('only-two.md')
        await two.reported('same.md', 'only-two.md')
        one.write('only-one.md')
        await one.reported('only-one.md')
        expect([...one.seen()]).toEqual(['only-one.md'])
        await two.watcher.close()
        one.write('after.md')
        await one.reported('after.md')
      }),
    ))
})

test('saving through a temporary file reports the note alone', () =>
  withWatchedFolder({ files: { 'note.md': 'old\n' } }, async ({ write, at, reported, seen }) => {
    write('.7f3a.tmp', 'new\n')
    renameSync(at('.7f3a.tmp'), at('note.md'))
    await reported('note.md')
    expect([...seen()]).toEqual(['note.md'])
  }))

test('a note deleted and written again is reported', () =>
  withWatchedFolder({ files: { 'note.md': 'old\n' } }, async ({ write, at, reported }) => {
    unlinkSync(at('note.md'))
    write('note.md', 'old\n')
    await reported('note.md')
  }))

test('a folder deleted and made again at once stays watched', () =>
  withWatchedFolder({ files: { 'sub/deep/a.md': 'x\n' } }, async ({ write, at, reported, settle }) => {
    for (let round = 0; round < 5; round += 1) {
      rmSync(at('sub'), { recursive: true })
      write('sub/deep/a.md', `${round}\n`)
    }
    await reported('sub/deep/a.md')
    await settle()
    write('sub/deep/a.md', 'once more\n')
    await reported('sub/deep/a.md')
  }))

test('a root replaced by another folder in one stroke is an overflow, and watched', () =>
  withWatchedFolder({ files: { 'a.md': 'x\n' } }, async ({ root, overflows, write, reported }) => {
    mkdirSync(`${root}-next/sub`, { recursive: true })
    renameSync(root, `${root}-before`)
    renameSync(`${root}-next`, root)
    await until('an overflow', () => overflows() > 0)
    write('sub/b.md')
    await reported('sub/b.md')
  }))

test('a root that does not exist yet is waited for', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'flint-watch-'))
  const root = join(parent, 'later')
  const seen = new Set<string>()
  let overflows = 0
  const watcher = await watchFolder({
    root,
    ignore: () => false,
    poll: false,
    log: silentLog,
    onPaths: (paths) => {
      for (const path of paths) seen.add(path)
    },
    onOverflow: () => (overflows += 1),
  })
  expect(watcher.kind).toBe('none')
  mkdirSync(join(root, 'sub'), { recursive: true })
  await until('an overflow', () => overflows === 1)
  expect(watcher.kind).toBe('native')
  writeFileSync(join(root, 'sub', 'a.md'), 'text\n')
  await until('the note reported', () => seen.has('sub/a.md'))
  await watcher.close()
  rmSync(parent, { recursive: true })
})

test('3,000 files written in a burst come as few batches', () =>
  withWatchedFolder({}, async ({ write, reported, batches, overflows }) => {
    const paths = Array.from({ length: 3000 }, (_, index) => `d${index % 30}/n${index}.md`)
    for (const path of paths) write(path)
    await reported(...paths)
    expect(overflows()).toBe(0)
    expect(batches.length).toBeLessThan(20)
  }))

test.runIf(process.platform === 'linux')(
  'folders made, replaced and renamed while events are lost are watched',
  () =>
    withWatchedFolder(
      { files: { 'a.md': '', 'b.md': '', 'replaced/a.md': '', 'before/deep/a.md': '' } },
      async ({ at, write, overflows, reported, settle }) => {
        const mostQueued = Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'))
        // Nothing takes them from the queue meanwhile, so what follows has no room in it.
        for (let event = 0; event < mostQueued; event += 1)
          utimesSync(at(event % 2 === 0 ? 'a.md' : 'b.md'), 1, 1)
        write('new/deep/a.md')
        rmSync(at('replaced'), { recursive: true })
        write('replaced/a.md')
        renameSync(at('before'), at('after'))
        await until('an overflow', () => overflows() > 0)
        await settle()
        const later = ['new/b.md', 'new/deep/a.md', 'replaced/a.md', 'after/deep/a.md']
        for (const path of later) write(path, 'later\n')
        await reported(...later)
      },
    ),
)

test.each([false, true])(
  'a folder that becomes a vault of its own, and one that ceases to be one, are reported (polling: %j)',
  (poll) =>
    withWatchedFolder(
      { poll, files: { 'in/a.md': '', 'old/.flint-note/config.yml': '', '.flint-note/config.yml': '' } },
      async ({ at, write, reported, settle, seen }) => {
        write('in/.flint-note/config.yml')
        await reported('in')
        await settle()
        rmSync(at('in/.flint-note/config.yml'))
        await reported('in')
        rmSync(at('old/.flint-note'), { recursive: true })
        await reported('old')
        await settle()
        write('old/.flint-note/state.sqlite')
        write('.flint-note/config.yml', 'other\n')
        await reported('old')
        await settle()
        write('old/.flint-note/state.sqlite', 'other\n')
        await settle()
        expect([...seen()]).toEqual([])
      },
    ),
)

test('more than 5,000 paths at once are an overflow', () =>
  withWatchedFolder({}, async ({ write, overflows, seen }) => {
    for (let index = 0; index < 6000; index += 1) write(`n${index}.md`)
    await until('an overflow', () => overflows() > 0)
    // Until the burst has ended, an overflow stands for every path.
    await until('a later path', () => {
      write('later.md')
      return seen().has('later.md')
    })
  }))

test('a single change is reported by itself, and so is the next one', () =>
  withWatchedFolder({ files: { 'a.md': 'x\n' } }, async ({ write, reported, settle, batches }) => {
    for (let round = 0; round < 5; round += 1) {
      await settle()
      const before = batches.length
      write('a.md', `${round}\n`)
      await reported('a.md')
      expect(batches.slice(before)).toEqual([['a.md']])
    }
  }))

const limitsPerUser = '/proc/sys/user/max_inotify_watches'

async function canLimitWatches(): Promise<boolean> {
  if (!existsSync(limitsPerUser)) return false
  return run('unshare', ['-Ur', 'sh', '-c', `echo 9 > ${limitsPerUser}`]).then(
    () => true,
    () => false,
  )
}

test.skipIf(!(await canLimitWatches()))(
  'without file watches left, at the start or later, the folder is polled (needs user namespaces)',
  async () => {
    const script = fileURLToPath(new URL('../fixtures/watch-with-few-watches.mjs', import.meta.url))
    for (const [most, kinds] of [
      [3, 'polling polling'],
      [9, 'native polling'],
    ] as const) {
      const folder = mkdtempSync(join(tmpdir(), 'flint-watch-'))
      const command = `echo ${most} > ${limitsPerUser} && exec "$0" "$1" "$2"`
      const { stdout } = await run('unshare', ['-Ur', 'sh', '-c', command, process.execPath, script, folder])
      expect(stdout).toBe(`${kinds} late/note.md warnings: 1\n`)
      rmSync(folder, { recursive: true })
    }
  },
)

test('a watcher does not keep the process alive', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flint-watch-'))
  const script = fileURLToPath(new URL('../fixtures/watch-and-leave.mjs', import.meta.url))
  const { stdout } = await run(process.execPath, [script, folder], { timeout: 20_000 })
  expect(stdout).toBe('native polling\n')
  rmSync(folder, { recursive: true })
})

test('what was written before is told of at once, by events; polling cannot say that it knows all', () =>
  Promise.all(
    [false, true].map((poll) =>
      withWatchedFolder({ poll }, async ({ watcher, write, seen }) => {
        write('a.md')
        expect(await watcher.tellNow()).toBe(!poll)
        if (!poll) expect(seen()).toContain('a.md')
        await watcher.close()
        expect(await watcher.tellNow()).toBe(false)
      }),
    ),
  ))
