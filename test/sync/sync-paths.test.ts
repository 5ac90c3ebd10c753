import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asOrdinaryUser } from '../support/as-ordinary-user.ts'
import { withDesk } from '../support/with-desk.ts'

const few = { 'a.md': '[[b]]\n', 'b.md': 'b\n', 'in/c.md': 'c\n' }
const nothing = { read: 0, removed: 0 }

test('the first folder that becomes a type is known, and the last that is none any more', () =>
  withDesk(few, async ({ at, rows, scan, paths }) => {
    const types = () => rows('SELECT folder FROM note_type')
    await scan()
    expect(types()).toEqual([])
    writeFileSync(at('in/_description.md'), 'T.\n')
    await paths(['in/_description.md'])
    expect(types()).toEqual(['in'])
    rmSync(at('in/_description.md'))
    await paths(['in/_description.md'])
    expect(types()).toEqual([])
  }))

test.each(['paths', 'scan'] as const)('the notes that a canvas shows are its links (by %s)', (way) =>
  withDesk(few, async ({ at, rows, scan, paths }) => {
    const links = () =>
      rows(
        "SELECT f.path || ' ' || n.path FROM link JOIN file f ON f.id = source_file JOIN note n ON n.id = target",
      )
    await scan()
    expect(links()).toEqual([])
    for (const note of ['a.md', 'in/c.md']) {
      writeFileSync(at('board.canvas'), JSON.stringify({ nodes: [{ type: 'file', file: note }] }))
      await (way === 'paths' ? paths(['board.canvas']) : scan())
      expect(links()).toEqual([`board.canvas ${note}`])
    }
  }),
)

test.skipIf(process.platform === 'win32')('what may not be looked at stays as it was', () =>
  withDesk(few, async ({ at, dump, scan, paths }) => {
    await scan()
    const before = dump()
    chmodSync(at('../.'), 0o755)
    chmodSync(at('in'), 0o000)
    try {
      expect(await asOrdinaryUser(() => paths(['in/c.md', 'a.md']))).toEqual(nothing)
    } finally {
      chmodSync(at('in'), 0o755)
    }
    expect(dump()).toEqual(before)
  }),
)

test('a note that takes long is told of before it is read', () => {
  let deed: () => void = () => undefined
  return withDesk(
    few,
    async ({ at, rows, scan, paths }) => {
      await scan()
      writeFileSync(at('b.md'), 'long\n'.repeat(60_000))
      deed = () => {
        writeFileSync(at('b.md'), 'Short.\n')
      }
      expect(await paths(['b.md'])).toEqual({ read: 1, removed: 0 })
      expect(rows("SELECT body FROM note_body JOIN note ON note.id = note WHERE path = 'b.md'")).toEqual([
        'Short.\n',
      ])
    },
    {
      onTold: (what) => {
        if (what === 'long true') deed()
      },
    },
  )
})

test('where the vault is away nothing that was in it is gone, and no path is', () =>
  withDesk(few, async ({ root, rows, scan, paths }) => {
    await scan()
    renameSync(root, `${root}.away`)
    await expect(paths(['a.md'])).rejects.toThrow('not there')
    expect(rows('SELECT path FROM note ORDER BY 1')).toEqual(Object.keys(few))
  }))

test('a scan that is under way learns of every path that is looked at', () =>
  withDesk(few, async ({ desk, paths }) => {
    desk.touched.begin()
    await paths(['a.md', 'gone.md'])
    expect(['a.md', 'gone.md', 'b.md'].map((path) => desk.touched.has(path))).toEqual([true, true, false])
  }))
