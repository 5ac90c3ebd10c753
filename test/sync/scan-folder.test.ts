import { watchDisk, type DiskCall } from '../support/watch-disk.ts'
import { appendFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withDesk, type Desk } from '../support/with-desk.ts'

const few = { 'a.md': '[[b]]\n', 'b.md': 'b\n', 'in/c.md': 'c\n' }
const paths = 'SELECT path FROM note ORDER BY 1'
const cut = 'SELECT DISTINCT path FROM chunk JOIN note ON note.id = note ORDER BY 1'

/** As files are that nobody has written to for long: how they look tells of any later write. */
function rest(at: Desk['at'], paths: readonly string[]): void {
  for (const path of paths) utimesSync(at(path), 1, 1)
}

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`n${number}.md`, `${number}\n`]))

test.each(['scan', 'paths'] as const)(
  'where all notes are others by now, those of before are gone (by %s)',
  (way) =>
    withDesk(few, async ({ at, told, rows, scan, paths: look }) => {
      await scan()
      for (const path of rows(paths)) rmSync(at(path))
      writeFileSync(at('new.md'), 'new\n')
      const result = way === 'scan' ? scan() : look([...Object.keys(few), 'new.md'], false)
      expect(await result).toEqual({ read: 1, removed: 3 })
      expect(told).toContain('doubtful 3/3')
      expect(rows(paths)).toEqual(['new.md'])
    }),
)

test('a vault that goes away during a scan has not lost its notes, and no other takes its place', () => {
  let deed: ((desk: Desk) => void) | null = null
  return withDesk(
    few,
    async ({ at, rows, scan }) => {
      await scan()
      rmSync(at('in/c.md'))
      deed = ({ root }) => {
        renameSync(root, `${root}.away`)
      }
      await expect(scan('', { isConfirmed: true })).rejects.toThrow('not there')
      expect(rows(paths)).toEqual(Object.keys(few))
    },
    {
      onPause: (desk) => {
        deed?.(desk)
        deed = null
        return Promise.resolve()
      },
    },
  )
})

test('an index is filled once the whole vault has been read, and stays so while it is read again', () => {
  const filled: boolean[] = []
  const state = "SELECT value FROM state WHERE name = 'filled'"
  return withDesk(
    few,
    async ({ at, desk, rows, scan }) => {
      expect(await scan('in')).toEqual({ read: 1, removed: 0 })
      expect(rows(state)).toEqual([])
      expect(await scan()).toEqual({ read: 3, removed: 0 })
      expect(rows(state)).toEqual(['yes'])
      expect(filled).not.toContain(true)
      for (const step of desk.index.writer.complete()) expect(step).toBeUndefined()
      expect(desk.index.writer.isComplete).toBe(true)
      filled.length = 0
      appendFileSync(at('a.md'), 'more\n')
      expect(await scan()).toEqual({ read: 1, removed: 0 })
      expect(filled).not.toContain(false)
      expect(desk.index.writer.isComplete).toBe(true)
    },
    {
      onPause: ({ desk }) => {
        filled.push(desk.index.writer.isFilled)
        return Promise.resolve()
      },
    },
  )
})

test('an index that agreed with the disk is compared again once either has changed, and not before', () => {
  const some = { ...few, 'board.canvas': '{}', 'file.txt': '' }
  return withDesk(some, async ({ at, desk, rows, scan, paths: look, dump, fromNothing }) => {
    const agreed = () => rows("SELECT value FROM state WHERE name = 'agreed'").join()
    const forget = () => desk.index.db.prepare("UPDATE note SET mtime = 0 WHERE path = 'b.md'").run()
    const unchanged = { read: 0, removed: 0 }
    rest(at, Object.keys(some))
    await scan()
    expect(await scan()).toEqual(unchanged)
    const first = agreed()
    expect(first).not.toBe('')
    // What nobody has counted as a change is not looked at.
    forget()
    expect(await scan()).toEqual(unchanged)
    // Whoever changes the index counts it.
    await look(['file.txt', 'new.txt'])
    expect(await scan()).toEqual({ read: 1, removed: 0 })
    expect(await scan()).toEqual(unchanged)
    expect(agreed()).not.toBe(first)
    const changes: readonly (readonly [() => void, object])[] = [
      [
        () => {
          appendFileSync(at('in/c.md'), 'c\n')
        },
        { read: 1, removed: 0 },
      ],
      [
        () => {
          writeFileSync(at('d.md'), 'd\n')
        },
        { read: 1, removed: 0 },
      ],
      [
        () => {
          renameSync(at('d.md'), at('in/d.md'))
        },
        { read: 1, removed: 0 },
      ],
      [
        () => {
          rmSync(at('in/d.md'))
        },
        { read: 0, removed: 1 },
      ],
      [
        () => {
          writeFileSync(at('new.txt'), '')
        },
        unchanged,
      ],
      [
        () => {
          rmSync(at('file.txt'))
        },
        unchanged,
      ],
      [
        () => {
          writeFileSync(at('board.canvas'), '{"nodes":[{"id":"1","type":"file","file":"a.md"}]}')
        },
        unchanged,
      ],
      [
        () => {
          writeFileSync(at('in/_description.md'), '# In\n')
        },
        unchanged,
      ],
      [
        () => {
          utimesSync(at('b.md'), 2, 2)
        },
        { read: 1, removed: 0 },
      ],
    ]
    for (const [change, result] of changes) {
      change()
      expect(await scan()).toEqual(result)
      expect(dump()).toEqual(await fromNothing())
      expect(await scan()).toEqual(unchanged)
      expect(await scan()).toEqual(unchanged)
    }
  })
})

test('a note that had just been written when it was read is read once more, and then no longer', () =>
  withDesk(few, async ({ at, desk, rows, scan, paths: look }) => {
    const unsure = () => rows('SELECT path FROM note WHERE noted = -1 ORDER BY 1')
    const agreed = () => rows("SELECT name FROM state WHERE name = 'agreed'")
    rest(at, ['a.md', 'in/c.md'])
    await scan()
    expect(unsure()).toEqual(['b.md'])
    await scan()
    expect(unsure()).toEqual(['b.md'])
    expect(agreed()).toEqual([])
    rest(at, ['b.md'])
    expect(await scan()).toEqual({ read: 1, removed: 0 })
    expect(unsure()).toEqual([])
    for (const way of [() => scan(), () => look(['b.md'])]) {
      desk.index.db.exec("UPDATE note SET noted = -1 WHERE path = 'b.md'")
      expect(await way()).toEqual({ read: 0, removed: 0 })
      expect(unsure()).toEqual([])
    }
    await scan()
    expect(agreed()).toEqual(['agreed'])
  }))

test.each(['scan', 'paths'] as const)('another text of one length and one time is found (by %s)', (way) =>
  withDesk(few, async ({ at, desk, dump, fromNothing, scan, paths: look }) => {
    rest(at, Object.keys(few))
    await scan()
    await scan()
    writeFileSync(at('b.md'), 'x\n')
    utimesSync(at('b.md'), 1, 1)
    // Within one tick of the clock, not even the system's own note would tell: only whoever has seen the write.
    const noted = statSync(at('b.md')).ctimeMs
    if (way === 'paths') desk.index.db.prepare("UPDATE note SET noted = ? WHERE path = 'b.md'").run(noted)
    expect(await (way === 'scan' ? scan() : look(['b.md']))).toEqual({ read: 1, removed: 0 })
    expect(dump()).toEqual(await fromNothing())
  }),
)

test('a look that could not see everything is not believed again', () =>
  withDesk(few, async ({ at, rows, scan }) => {
    rest(at, Object.keys(few))
    const agreed = "SELECT count(*) FROM state WHERE name = 'agreed'"
    const before = ({ name, path }: DiskCall) => {
      if (name === 'look' && path.endsWith('c.md')) throw Object.assign(new Error('shut'), { code: 'EACCES' })
    }
    await scan()
    await watchDisk({ before }, () => scan())
    expect(rows(agreed).map(Number)).toEqual([0])
    await scan()
    expect(rows(agreed).map(Number)).toEqual([1])
  }))

test('another reader has all links resolved again, and the indexes looked at', () =>
  withDesk(few, async ({ desk, scan, again }) => {
    await scan()
    for (const step of desk.index.writer.complete()) expect(step).toBeUndefined()
    desk.index.db.prepare('UPDATE link SET target = NULL').run()
    const tagStyle = { hashtags: false, colonTags: false, multiwordTags: false, keywords: false }
    await again({ tagStyle }, async (next) => {
      // What has not been looked at whole is not as this reader reads it.
      await next.scan('in')
      expect(next.rows('SELECT raw FROM link WHERE target IS NULL')).toEqual(['b'])
      expect(next.desk.index.writer.isComplete).toBe(true)
      await next.scan()
      expect(next.rows('SELECT raw FROM link WHERE target IS NULL')).toEqual([])
      expect(next.desk.index.writer.isComplete).toBe(false)
      expect(next.dump()).toEqual(await next.fromNothing())
    })
  }))

test('a scan cuts again what was cut, a look at a few paths all of it, and a rebuild everything', () =>
  withDesk(few, async ({ at, rows, scan, paths: look, rebuild }) => {
    await scan()
    expect(rows(cut)).toEqual([])
    appendFileSync(at('a.md'), 'more\n')
    await look(['a.md'])
    expect(rows(cut)).toEqual(['a.md'])
    for (const path of ['a.md', 'b.md']) appendFileSync(at(path), 'yet more\n')
    await scan()
    expect(rows(cut)).toEqual(['a.md'])
    expect(rows("SELECT count(*) FROM note_body WHERE body LIKE '%yet more%'").map(Number)).toEqual([2])
    await rebuild('all')
    expect(rows(cut)).toEqual(Object.keys(few))
    const some = numbered(41)
    for (const [path, text] of Object.entries(some)) writeFileSync(at(path), text)
    const names = Object.keys(some)
    await look(names.slice(0, 21))
    expect(rows(cut)).toEqual(Object.keys(few))
    await look(names.slice(21))
    expect(rows(cut)).toEqual([...Object.keys(few), ...names.slice(21)].sort())
  }))

test('whose thread ends reads nothing more, and removes nothing', () => {
  let isClosing = false
  return withDesk(
    few,
    async ({ at, rows, scan }) => {
      await scan()
      rmSync(at('b.md'))
      writeFileSync(at('new.md'), 'new\n')
      isClosing = true
      expect(await scan('', { isConfirmed: true })).toEqual({ read: 0, removed: 0 })
      expect(rows(paths)).toEqual(Object.keys(few))
    },
    { isClosing: () => isClosing },
  )
})

test('the first notes of a vault are soon written, the others in larger commits', () =>
  withDesk(numbered(1_600), async ({ told, scan }) => {
    expect(await scan()).toEqual({ read: 1_600, removed: 0 })
    expect(told.filter((what) => what.startsWith('indexing'))).toEqual([
      ...['indexing 528/1600', 'indexing 1536/1600', 'indexing 1600/1600'],
    ])
  }))
