import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { folderIdentity } from '../../src/files/folder-identity.ts'
import { withDesk } from '../support/with-desk.ts'

const few = { 'a.md': '[[b]]\n', 'b.md': 'b\n', 'in/c.md': 'c\n' }
const paths = 'SELECT path FROM note ORDER BY 1'

test('only who has confirmed it, as the identity of the folder says, has an empty vault indexed as it is', () =>
  withDesk(few, async ({ at, root, rows, scan, rebuild }) => {
    await scan()
    for (const path of rows(paths)) rmSync(at(path))
    expect(await rebuild('all')).toMatchObject({ read: 0, removed: 0 })
    expect(rows(paths)).toEqual(Object.keys(few))
    renameSync(root, `${root}.away`)
    mkdirSync(root)
    await expect(rebuild('all')).rejects.toThrow('Another folder')
    const identity = folderIdentity(root) ?? ''
    expect(await rebuild('all', { identity })).toMatchObject({ read: 0, removed: 3 })
    expect(rows(paths)).toEqual([])
    writeFileSync(at('new.md'), 'new\n')
    await scan()
    expect(rows(paths)).toEqual(['new.md'])
  }))

test('an index that is not filled yet is filled, even where nobody waits for it any more', () =>
  withDesk(few, async ({ desk, rows, rebuild, scan }) => {
    const again: boolean[] = []
    const doors = { isCancelled: () => true, onAgain: (isAgain: boolean) => again.push(isAgain) }
    expect(await rebuild('all', doors)).toMatchObject({ read: 3, removed: 0 })
    expect(rows(paths)).toEqual(Object.keys(few))
    expect(desk.index.writer.isFilled).toBe(true)
    expect(await scan()).toEqual({ read: 0, removed: 0 })
    await rebuild('all', doors)
    expect(again).toEqual([false, true])
  }))

test('cutting again tells how far it is, and has vectors made again once all is cut', () => {
  const many = Object.fromEntries(Array.from({ length: 45 }, (_, number) => [`n${number}.md`, `${number}\n`]))
  return withDesk(many, async ({ desk, told, scan, rebuild }) => {
    await scan()
    const again = vi.spyOn(desk.index.writer, 'makeVectorsAgain')
    const before = told.length
    await rebuild('vectors', { isCancelled: () => true })
    expect(again).not.toHaveBeenCalled()
    await rebuild('vectors')
    expect(again).toHaveBeenCalledOnce()
    expect(told.slice(before).filter((what) => what.startsWith('indexing'))).toEqual([
      ...['indexing 40/45', 'indexing 45/45'],
    ])
  })
})

test('rebuilding that nobody waits for any more stops, and what it has not read is not read by the next scan', () => {
  const many = Object.fromEntries(
    Array.from({ length: 100 }, (_, number) => [`n${number}.md`, `${number}\n`]),
  )
  return withDesk(many, async ({ scan, rebuild }) => {
    await scan()
    expect(await rebuild('all', { isCancelled: () => true })).toMatchObject({ read: 48, removed: 0 })
    expect(await scan()).toEqual({ read: 0, removed: 0 })
  })
})
