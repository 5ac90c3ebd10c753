import {
  appendFileSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, relative } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { times } from '../support/long.ts'
import { withDesk, type Desk } from '../support/with-desk.ts'

const notes = {
  'one.md': '# One\n\n[[two]] and [[a/one]] #tag\n',
  'a/one.md': '---\naliases: [first]\n---\n[[One]] ![[img.png]]\n',
  'a/two.md': '[[../one]] [x](b/three.md)\n',
  'a/b/three.md': '# Three\n\n[[two#Part]]\n',
  'a/b/_description.md': 'Of b.\n',
  'a/img.png': 'png',
  'board.canvas': '{"nodes":[{"type":"file","file":"one.md"}]}',
}

const names = ['one.md', 'two.md', 'a/one.md', 'a/b/three.md', 'a/b/new.md', 'c/one.md'] as const
const others = [
  'a/img.png',
  'c/img.png',
  'board.canvas',
  'a/b/_description.md',
  'c/_description.md',
  'a',
  'a/b',
  'c',
]
const path = fc.constantFrom<string>(...names, ...others)
const text = fc.constantFrom(
  '# One\n\n[[two]] [[img.png]]\n',
  '---\ntitle: two\naliases: [first]\n---\n[[one]] #x\n',
  '[[first]] [[three]] [y](a/one.md)\n',
  '{"nodes":[{"type":"file","file":"a/one.md"},{"type":"text","text":"[[two]]"}]}',
)

/** What somebody does, and to which paths. */
interface Deed {
  readonly paths: readonly string[]
  readonly run: (from: string, to: string) => void
}
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.tuple(path, text).map(([to, words]) => ({
    paths: [to],
    run: (at: string) => {
      mkdirSync(dirname(at), { recursive: true })
      writeFileSync(at, words)
    },
  })),
  path.map((from) => ({
    paths: [from],
    run: (at: string) => {
      rmSync(at, { recursive: true })
    },
  })),
  fc.tuple(path, path).map((paths) => ({
    paths,
    run: (from: string, to: string) => {
      mkdirSync(dirname(to), { recursive: true })
      renameSync(from, to)
    },
  })),
  fc.tuple(path, path).map((paths) => ({ paths, run: symlinkSync })),
)

/** Does it, and returns what a watcher reports of it: the paths and what they led to. */
function doIt({ paths, run }: Deed, { at, root }: Desk): readonly string[] {
  const real = (one: string) => (existsSync(at(one)) ? relative(root, realpathSync(at(one))) : one)
  const [from = '', to = ''] = paths
  const before = paths.map(real)
  try {
    run(at(from), at(to))
  } catch {
    // A folder is in the way, or nothing is there.
  }
  return [...new Set([...paths, ...before, ...paths.map(real)])]
}

/** As a person says who has been asked: then no second look is needed. */
const sure = { isConfirmed: true }
const way = fc.constantFrom('paths', 'paths, backwards', 'scan', 'scan of a folder')

/** Of a vault that has lost all of its notes nothing is believed. */
const staying = { 'always there.md': 'Nothing happens to it.\n', 'z/y/x.md': 'Nor to this.\n' }

test(
  'whatever is done to a folder, the index says what one built from nothing says',
  { timeout: 120_000 },
  async () => {
    const steps = fc.array(fc.tuple(fc.array(deed, { minLength: 1, maxLength: 4 }), way), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(steps, (all) =>
        withDesk({ ...notes, ...staying }, async (desk) => {
          const { paths, scan, dump, fromNothing } = desk
          await scan()
          for (const [deeds, how] of all) {
            const reported = deeds.flatMap((one) => doIt(one, desk))
            if (how === 'scan') await scan('', sure)
            else if (how === 'scan of a folder')
              for (const one of new Set(reported.map((where) => where.split('/')[0] ?? '')))
                await scan(one, sure)
            else await paths(how === 'paths' ? reported : reported.toReversed())
          }
          expect(dump()).toEqual(await fromNothing())
        }),
      ),
      { seed: 1, numRuns: times(30, 1_000) },
    )
  },
)

test(
  'what happens during a scan, and is reported meanwhile, is in the index after it',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { maxLength: 4 }),
        fc.array(deed, { maxLength: 3 }),
        async (before, during) => {
          const left = [...during]
          const onPause = async (desk: Desk) => {
            const done = left.shift()
            if (done !== undefined) await desk.paths(doIt(done, desk))
          }
          await withDesk(
            { ...notes, ...staying },
            async (given) => {
              const { desk, scan, paths, dump, fromNothing, again } = given
              left.length = 0
              await scan()
              left.push(...during)
              for (const done of before) doIt(done, given)
              desk.touched.begin()
              await scan('', sure)
              desk.touched.end()
              for (const done of left.splice(0)) await paths(doIt(done, given))
              expect(dump()).toEqual(await fromNothing())
              await again({}, async (next) => {
                expect(await next.scan()).toEqual({ read: 0, removed: 0 })
              })
            },
            { onPause },
          )
        },
      ),
      { seed: 1, numRuns: times(15, 500) },
    )
  },
)

const allNotes = 'SELECT path FROM note ORDER BY 1'

test('what is as it was is not read again, and of what is told only that which changed', () =>
  withDesk(notes, async ({ at, told, paths, scan }) => {
    expect(await scan()).toEqual({ read: 4, removed: 0 })
    expect(told).toContain('changed a/b/three.md a/one.md a/two.md one.md')
    const before = told.length
    const every = Object.keys(notes)
    expect(await scan()).toEqual({ read: 0, removed: 0 })
    expect(await paths(every)).toEqual({ read: 0, removed: 0 })
    expect(told.slice(before).filter((what) => what !== 'changed ')).toEqual(['scanning 0/0'])
    writeFileSync(at('one.md'), '# Other\n')
    renameSync(at('a/two.md'), at('a/2.md'))
    rmSync(at('a/one.md'))
    expect(await paths(['one.md', 'a/two.md', 'a/2.md', 'a/one.md'])).toEqual({ read: 2, removed: 1 })
    expect(told.at(-1)).toBe('changed a/2.md a/one.md a/two.md one.md')
  }))

const many = Object.fromEntries(
  Array.from({ length: 40 }, (_, number) => [`in/n${number}.md`, `# ${number}\n`]),
)

test('when much is missing, or all, a second look has to agree, and of what comes back meanwhile nothing is lost', () => {
  let back: () => void = () => undefined
  return withDesk(
    many,
    async ({ at, root, told, paths, scan, rows }) => {
      await scan()
      const mostly = () => rows(allNotes).length
      for (let number = 0; number < 12; number++) renameSync(at(`in/n${number}.md`), at(`.n${number}`))
      back = () => {
        renameSync(at('.n1'), at('in/n1.md'))
      }
      expect(await scan()).toEqual({ read: 0, removed: 11 })
      expect(told.filter((what) => what.startsWith('doubtful'))).toEqual(['doubtful 12/12'])
      expect(mostly()).toBe(29)
      back = () => undefined
      renameSync(at('in'), at('.in'))
      expect(await paths(['in'], false)).toEqual({ read: 0, removed: 0 })
      expect(mostly()).toBe(29)
      expect(await scan('', { isConfirmed: true })).toEqual({ read: 0, removed: 29 })
      renameSync(at('.in'), at('in'))
      await scan()
      expect(mostly()).toBe(29)
      renameSync(root, `${root}.away`)
      await expect(paths(['in'], true)).rejects.toThrow('not there')
      await expect(scan()).rejects.toThrow('not there')
      mkdirSync(root)
      await expect(scan()).rejects.toThrow('Another folder')
      expect(mostly()).toBe(29)
    },
    {
      onTold: (what) => {
        if (what.startsWith('doubtful')) back()
      },
    },
  )
})

test('a note that an editor deletes to make it again is not gone, nor one that it has just emptied', () =>
  withDesk({ ...notes, 'empty.md': '' }, async ({ at, later, paths, scan, rows }) => {
    await scan()
    const bodies = "SELECT body FROM note_body JOIN note ON note.id = note WHERE path = 'one.md'"
    const before = rows(bodies)
    rmSync(at('one.md'))
    const looking = paths(['one.md'], false)
    writeFileSync(at('one.md'), '')
    expect(await looking).toEqual({ read: 0, removed: 0 })
    writeFileSync(at('empty.md'), '')
    utimesSync(at('empty.md'), new Date(), new Date(Date.now() - 20))
    await paths(['one.md', 'empty.md'])
    expect(later).toEqual(['one.md'])
    expect(rows(bodies)).toEqual(before)
    utimesSync(at('one.md'), 1, 1)
    await paths(['one.md'])
    expect(rows(bodies)).not.toEqual(before)
    expect(later).toEqual(['one.md'])
  }))

test('rebuilding tells how many parts were cut and leaves the index as one built from nothing', () =>
  withDesk({ ...notes, ...many }, async ({ dump, desk, at, scan, rebuild, fromNothing, rows }) => {
    await scan()
    dump()
    const chunks = Number(rows('SELECT count(*) FROM chunk')[0])
    const again: boolean[] = []
    const onAgain = (isAgain: boolean) => again.push(isAgain)
    expect(await rebuild('all', { onAgain })).toEqual({ read: 44, removed: 0, chunks })
    expect(await rebuild('vectors', { onAgain })).toEqual({ read: 44, removed: 0, chunks })
    expect(again).toEqual([true, true])
    desk.index.db.prepare('UPDATE link SET target = NULL').run()
    expect(await rebuild('links')).toEqual({ read: 0, removed: 0 })
    expect(dump()).toEqual(await fromNothing())
    desk.index.db.prepare("DELETE FROM link WHERE raw = 'two'").run()
    rmSync(at('one.md'))
    expect(await rebuild('damaged')).toMatchObject({ read: 43 })
    expect(dump()).toEqual(await fromNothing())
    const isCancelled = () => true
    expect(await rebuild('vectors', { isCancelled })).toEqual({ read: 0, removed: 0, chunks: 0 })
    const { read } = await rebuild('all', { isCancelled })
    expect(read).toBeLessThanOrEqual(43)
    // What was cancelled is not taken for something to be read again.
    expect(await scan()).toEqual({ read: 0, removed: 0 })
  }))

test('notes are read again by another reader, and left out of searches as the settings say by now', () =>
  withDesk(notes, async ({ scan, again }) => {
    await scan()
    const settings = {
      excluded: ['a/'],
      tagStyle: { hashtags: false, colonTags: true, multiwordTags: false, keywords: false },
    }
    await again(settings, async (next) => {
      expect(await next.scan()).toEqual({ read: 4, removed: 0 })
      expect(next.dump()).toEqual(await next.fromNothing())
      expect(next.rows('SELECT path FROM note WHERE is_excluded ORDER BY 1')).toEqual([
        ...['a/b/three.md', 'a/one.md', 'a/two.md'],
      ])
      expect(await next.scan()).toEqual({ read: 0, removed: 0 })
    })
    const ignoring = { ignore: ['a/b'], noNotes: ['a/two.md'] }
    await again(ignoring, async (next) => {
      await next.scan('', sure)
      expect(next.dump()).toEqual(await next.fromNothing())
      expect(next.rows(allNotes)).toEqual(['a/one.md', 'one.md'])
    })
  }))

test('an index that is deleted or replaced is made anew, one that is as it was is not', () =>
  withDesk(notes, async ({ desk, told, scan, dump, fromNothing }) => {
    await scan()
    const before = told.length
    desk.index.file.follow()
    expect(told.slice(before)).toEqual([])
    for (const gone of ['', '-wal']) {
      rmSync(`${desk.options.indexFile}${gone}`)
      desk.index.file.follow()
      expect(told.at(-1)).toBe(`open ${gone === '' ? 'null' : 'damaged'} false`)
      expect(await scan()).toEqual({ read: 4, removed: 0 })
      expect(dump()).toEqual(await fromNothing())
    }
    desk.index.startAnew()
    expect(told.at(-1)).toBe('open damaged false')
    expect(existsSync(`${desk.options.indexFile}.damaged`)).toBe(true)
  }))

test('temporary files go once they are old, what was made whole stays', () =>
  withDesk(notes, async ({ at, scan }) => {
    const name = (number: number, end: string) =>
      at(`a/.flint-${String(number).repeat(8)}-aaaa-4aaa-8aaa-aaaaaaaaaaaa.${end}`)
    const left = [name(1, 'tmp'), name(2, 'tmp'), name(3, 'kept')]
    for (const file of left) writeFileSync(file, 'x')
    for (const file of [left[0], left[2]]) utimesSync(file ?? '', 1, 1)
    await scan()
    expect(left.map((file) => existsSync(file))).toEqual([false, true, true])
  }))

test('a note that takes long is told of, once, and when it is over', () =>
  withDesk({ 'a.md': 'a\n' }, async ({ at, told, paths }) => {
    writeFileSync(at('a.md'), 'long\n'.repeat(60_000))
    await paths(['a.md'])
    expect(told.filter((what) => what.startsWith('long'))).toEqual(['long true', 'long false'])
    writeFileSync(at('a.md'), 'l'.repeat(299_999))
    await paths(['a.md'])
    expect(told.filter((what) => what.startsWith('long'))).toHaveLength(2)
  }))

test('a scan that nobody waits for any more, or whose thread ends, stops and removes nothing', () =>
  withDesk(notes, async ({ at, scan, rows }) => {
    expect(await scan('', { isCancelled: () => true })).toMatchObject({ removed: 0 })
    const some = rows(allNotes)
    rmSync(at('a'), { recursive: true })
    writeFileSync(at('one.md'), 'changed\n')
    await scan('', { isCancelled: () => true, ...sure })
    expect(rows(allNotes)).toEqual(some)
  }))

describe.each([
  { what: 'a new vault', isNew: true },
  { what: 'a vault that is read again', isNew: false },
])('during a scan of $what', ({ isNew }) => {
  test.each([0, 1])(
    'what is done at pause %i (walking, reading), and reported, is in the index after it',
    (at) => {
      let pauses = 0
      let isScanning = false
      return withDesk(
        {
          ...notes,
          ...staying,
          ...many,
          'd/e/f.md': '[[n2]]\n',
          'typed/_description.md': 'T.\n',
          'typed/n.md': 'n\n',
          'b.png': '',
        },
        async (given) => {
          const { desk, scan, dump, fromNothing, rows } = given
          if (!isNew) {
            await scan()
            for (const note of rows(allNotes)) appendFileSync(given.at(note), 'more\n')
            for (const path of ['in/n9.md', 'in/n8.md', 'b.png']) rmSync(given.at(path))
            writeFileSync(given.at('c.png'), '')
          }
          pauses = 0
          isScanning = true
          desk.touched.begin()
          await scan('', sure)
          desk.touched.end()
          expect(pauses).toBeGreaterThan(at)
          expect(dump()).toEqual(await fromNothing())
        },
        {
          onPause: async (given) => {
            if (!isScanning || pauses++ !== at) return
            const place = given.at
            writeFileSync(place('in/n1.md'), '# Written meanwhile\n\n[[n3]]\n')
            rmSync(place('in/n2.md'))
            renameSync(place('in/n3.md'), place('in/moved.md'))
            renameSync(place('d'), place('moved'))
            rmSync(place('typed/_description.md'))
            rmSync(place('a/img.png'))
            writeFileSync(place('a/new.png'), '')
            writeFileSync(place('b.png'), '')
            rmSync(place('c.png'), { force: true })
            writeFileSync(place('in/n8.md'), 'Back again.\n')
            writeFileSync(place('in/_description.md'), 'T.\n')
            await given.paths([
              ...['in/n1.md', 'in/n2.md', 'in/n3.md', 'in/moved.md', 'd', 'moved'],
              ...['typed/_description.md', 'a/img.png', 'a/new.png', 'b.png', 'c.png'],
              ...['in/n8.md', 'in/_description.md'],
            ])
          },
        },
      )
    },
  )
})
