import { watchDisk, type DiskCall } from '../support/watch-disk.ts'
import fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { untilQuiet, untilThere } from '../../src/files/until-quiet.ts'
import { withFolder } from '../support/with-folder.ts'

/** How often a note is looked at until it is quiet, and whether it stays empty. `at` is told each look. */
async function looksAt(
  folder: string,
  {
    isOwn = false,
    at = () => undefined,
  }: { readonly isOwn?: boolean; readonly at?: (look: number) => void } = {},
): Promise<{ readonly looks: number; readonly isEmpty: boolean }> {
  let looks = 0
  const before = ({ name }: DiskCall) => {
    if (name === 'look') at(++looks)
  }
  const isEmpty = await watchDisk({ before }, () => untilQuiet(join(folder, 'note.md'), () => isOwn))
  return { looks, isEmpty }
}

const old = (file: string) => {
  fs.utimesSync(file, 1, 1)
}
const ahead = (file: string) => {
  fs.utimesSync(file, 4_000_000_000, 4_000_000_000)
}

test.each<[what: string, prepare: (note: string) => void, isEmpty: boolean]>([
  ['was left alone', old, false],
  [
    'has been empty for long',
    (note) => {
      fs.writeFileSync(note, '')
      old(note)
    },
    true,
  ],
  ['is not there', fs.unlinkSync, false],
])('a note that %s is not waited for', (_what, prepare, isEmpty) =>
  withFolder({ 'note.md': 'before\n' }, async (folder) => {
    prepare(join(folder, 'note.md'))
    expect(await looksAt(folder)).toEqual({ looks: 1, isEmpty })
  }),
)

test('nor is one that was written elsewhere and then renamed, however fresh it is', () =>
  withFolder({ 'saving.md': 'saved\n' }, async (folder) => {
    fs.renameSync(join(folder, 'saving.md'), join(folder, 'note.md'))
    old(join(folder, 'note.md'))
    const { now } = Date
    // By its own time it is no second old.
    Date.now = () => 1_000
    try {
      expect(await looksAt(folder)).toEqual({ looks: 1, isEmpty: false })
    } finally {
      Date.now = now
    }
  }))

test('nor is one that flint itself has written', () =>
  withFolder({ 'note.md': '' }, async (folder) => {
    expect(await looksAt(folder, { isOwn: true })).toEqual({ looks: 1, isEmpty: true })
  }))

test('a note that was written into just now is looked at until it rests', () =>
  withFolder({ 'note.md': '' }, async (folder) => {
    const note = join(folder, 'note.md')
    const { looks, isEmpty } = await looksAt(folder, {
      at: (look) => {
        if (look > 3) return
        fs.writeFileSync(note, 'x'.repeat(look))
        // As the clock of a drive says that is ahead of ours.
        ahead(note)
      },
    })
    expect(looks).toBeGreaterThan(3)
    expect(isEmpty).toBe(false)
  }))

test('a note that somebody writes into without end is not waited for without end', () =>
  withFolder({ 'note.md': 'x' }, async (folder) => {
    const note = join(folder, 'note.md')
    let length = 1
    const { looks, isEmpty } = await looksAt(folder, {
      at: () => {
        fs.writeFileSync(note, 'x'.repeat(++length))
        ahead(note)
      },
    })
    expect(looks).toBeGreaterThan(3)
    expect(isEmpty).toBe(false)
  }))

test('an emptied note is waited for until it has a text', () =>
  withFolder({ 'note.md': '' }, async (folder) => {
    const note = join(folder, 'note.md')
    ahead(note)
    const { looks, isEmpty } = await looksAt(folder, {
      at: (look) => {
        if (look !== 20) return
        fs.writeFileSync(note, 'saved\n')
        old(note)
      },
    })
    expect({ looks, isEmpty }).toEqual({ looks: 20, isEmpty: false })
  }))

test('a note that is deleted to be made again is waited for, one that is there is not', () =>
  withFolder({ 'there.md': '' }, async (folder) => {
    let looks = 0
    const before = ({ name }: DiskCall) => {
      if (name === 'look' && ++looks === 5) fs.writeFileSync(join(folder, 'note.md'), 'again\n')
    }
    expect(await watchDisk({ before }, () => untilThere(join(folder, 'note.md')))).toBe(true)
    expect(looks).toBe(5)
    expect(await watchDisk({ before }, () => untilThere(join(folder, 'there.md')))).toBe(true)
    expect(looks).toBe(6)
    expect(await untilThere(join(folder, 'never.md'))).toBe(false)
  }))
