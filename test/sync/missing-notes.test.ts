import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withDesk } from '../support/with-desk.ts'

const few = { 'a.md': 'a\n', 'b.md': 'b\n', 'in/c.md': 'c\n' }
const paths = 'SELECT path FROM note ORDER BY 1'

test('one of several notes needs no second look, and where nothing is missing there is none', () =>
  withDesk(few, async ({ at, told, scan, rows, paths: look }) => {
    const doubts = () => told.filter((what) => what.startsWith('doubtful'))
    await scan()
    rmSync(at('a.md'))
    expect(await look(['a.md'], false)).toEqual({ read: 0, removed: 1 })
    expect(doubts()).toEqual([])
    for (const path of rows(paths)) rmSync(at(path))
    await scan('', { isConfirmed: true })
    expect(rows(paths)).toEqual([])
    expect(doubts()).toEqual(['doubtful 2/2'])
    expect(await scan()).toEqual({ read: 0, removed: 0 })
    expect(doubts()).toHaveLength(1)
  }))

test('a vault whose notes are all missing is looked at whole once there is one again, and no sooner', () =>
  withDesk(few, async ({ at, told, scan, rows, paths: look }) => {
    await scan()
    const scans = () => told.filter((what) => what.startsWith('scanning')).length
    expect(scans()).toBe(1)
    for (const path of rows(paths)) renameSync(at(path), at(`${path}.away`))
    expect(await look(['a.md', 'b.md', 'in/c.md'], false)).toEqual({ read: 0, removed: 0 })
    expect(rows(paths)).toEqual(Object.keys(few))
    expect(told.at(-1)).toBe('doubtful 3/3')
    expect(scans()).toBe(1)
    // Of the others nobody has been told meanwhile.
    writeFileSync(at('new.md'), 'new\n')
    renameSync(at('a.md.away'), at('a.md'))
    await look(['new.md'], false)
    expect(scans()).toBe(2)
    expect(rows(paths)).toEqual(['a.md', 'new.md'])
    await look(['new.md'], false)
    expect(scans()).toBe(2)
  }))

test.each(['', 'in'])(
  'where no note is left in "%s" and elsewhere all else stays in the index as well',
  (folder) =>
    withDesk(
      { 'in/a.md': 'a\n', 'in/b/c.md': 'c\n', 'in/b/_description.md': 'B.\n', 'in/img.png': '' },
      async ({ at, scan, told, rows, dump }) => {
        await scan()
        const before = dump()
        renameSync(at('in'), at('.in'))
        expect(await scan(folder)).toEqual({ read: 0, removed: 0 })
        expect(told).toContain('doubtful 2/2')
        expect(dump()).toEqual(before)
        expect(rows(paths)).toEqual(['in/a.md', 'in/b/c.md'])
      },
    ),
)

test('what a person has confirmed is gone needs no further look at the whole vault', () =>
  withDesk(few, async ({ at, told, scan, rows }) => {
    await scan()
    for (const path of rows(paths)) rmSync(at(path))
    expect(await scan()).toEqual({ read: 0, removed: 0 })
    const before = told.length
    expect(await scan('', { isConfirmed: true })).toEqual({ read: 0, removed: 3 })
    expect(told.slice(before).filter((what) => what.startsWith('scanning'))).toHaveLength(1)
    expect(rows(paths)).toEqual([])
  }))

test('a vault that goes away while a second look is waited for has not lost its notes', () => {
  let meanwhile: () => void = () => undefined
  return withDesk(
    few,
    async ({ at, root, scan, rows, paths: look }) => {
      await scan()
      for (const path of rows(paths)) rmSync(at(path))
      for (const isAnother of [false, true]) {
        meanwhile = () => {
          renameSync(root, `${root}.away`)
          if (isAnother) mkdirSync(root)
        }
        await expect(look(['a.md', 'b.md', 'in/c.md'], false)).rejects.toThrow('folder')
        expect(rows(paths)).toEqual(Object.keys(few))
        rmSync(root, { recursive: true, force: true })
        renameSync(`${root}.away`, root)
      }
    },
    {
      onTold: (what) => {
        if (what.startsWith('doubtful')) meanwhile()
      },
    },
  )
})
