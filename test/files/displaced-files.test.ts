import fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DisplacedFiles } from '../../src/files/displaced-files.ts'
import { lookAt, OpenFile } from '../../src/files/open-file.ts'
import { withFolder } from '../support/with-folder.ts'

/** A file that was replaced, and an editor that still has it open; `later` puts the clocks on. */
async function withDisplaced(
  use: (given: {
    readonly folder: string
    readonly displaced: DisplacedFiles
    readonly write: (text: string) => void
    readonly later: (ms: number) => void
    readonly found: (isLast?: boolean) => Promise<readonly string[]>
  }) => Promise<void>,
): Promise<void> {
  const clocks = { now: Date.now, performance: performance.now.bind(performance) }
  await withFolder({ 'note.md': 'before\n' }, async (folder) => {
    const displaced = new DisplacedFiles(folder)
    const note = join(folder, 'note.md')
    fs.utimesSync(note, 1, 1)
    const editor = fs.openSync(note, 'r+')
    const file = await OpenFile.open(note)
    fs.unlinkSync(note)
    displaced.add('note.md', file)
    let ahead = 0
    Date.now = () => clocks.now() + ahead
    performance.now = () => clocks.performance() + ahead
    try {
      await use({
        folder,
        displaced,
        write: (text) => {
          fs.ftruncateSync(editor)
          fs.writeSync(editor, text, 0)
        },
        later: (ms) => {
          ahead += ms
        },
        found: async (isLast = false) =>
          (await displaced.takeStrays(isLast)).map(
            ({ path, kind, saved }) => `${path} ${kind} ${String(saved)}`,
          ),
      })
    } finally {
      Date.now = clocks.now
      performance.now = clocks.performance
      fs.closeSync(editor)
      await displaced.takeStrays(true)
    }
  })
}

test('what is written into a replaced file is told once it rests, once for each time', () =>
  withDisplaced(async ({ displaced, write, later, found }) => {
    expect(await found()).toEqual([])
    write('saved\n')
    expect(await found()).toEqual([])
    later(150)
    expect(await found()).toEqual(['note.md late saved\n'])
    expect(await found()).toEqual([])
    write('')
    later(150)
    expect(await found()).toEqual([])
    write('saved again\n')
    later(150)
    const [stray] = await displaced.takeStrays(false)
    expect([stray?.kind, String(stray?.base), String(stray?.saved), stray?.mode]).toEqual([
      ...['late', 'saved\n', 'saved again\n', 0o644],
    ])
    expect(displaced.isEmpty).toBe(false)
    displaced.giveBack(stray === undefined ? [] : [stray])
    expect(await found()).toEqual(['note.md late saved again\n'])
  }))

test('the last look takes what is fresh too, and closes the file', () =>
  withDisplaced(async ({ displaced, write, found }) => {
    write('saved\n')
    expect(await found(true)).toEqual(['note.md late saved\n'])
    expect(displaced.isEmpty).toBe(true)
    write('too late\n')
    expect(await found(true)).toEqual([])
  }))

test('a file is watched for seconds, and longer while somebody writes into it', () =>
  withDisplaced(async ({ displaced, write, later, found }) => {
    later(1_000)
    await found()
    expect(displaced.isEmpty).toBe(false)
    later(60_000)
    write('saved late\n')
    // Its time is over, but it was written just now: by the clock of the drive that is long ago.
    expect(await found()).toEqual(['note.md late saved late\n'])
    await found()
    expect(displaced.isEmpty).toBe(true)
  }))

test('a file that is emptied when its time is over is kept until it has a text', () =>
  withDisplaced(async ({ displaced, write, later, found }) => {
    const { now } = Date
    later(60_000)
    write('')
    // The writer's clock and ours agree.
    Date.now = () => now() - 60_000
    expect(await found()).toEqual([])
    expect(displaced.isEmpty).toBe(false)
    write('saved\n')
    Date.now = now
    expect(await found()).toEqual(['note.md late saved\n'])
  }))

test('a replaced file stirs while it is young and somebody writes into it', () =>
  withDisplaced(async ({ displaced, write, later }) => {
    expect(displaced.isStirring).toBe(false)
    write('saved\n')
    expect(displaced.isStirring).toBe(true)
    later(400)
    expect(displaced.isStirring).toBe(true)
    later(200)
    expect(displaced.isStirring).toBe(false)
  }))

test('a moved note and one in a moved folder take along what is written late', () =>
  withDisplaced(async ({ displaced, write, found }) => {
    displaced.rename('note', 'other')
    displaced.rename('note.md', 'dir/note.md')
    displaced.rename('di', 'x')
    displaced.rename('dir', 'far/dir')
    write('saved\n')
    expect(await found(true)).toEqual(['far/dir/note.md late saved\n'])
  }))

test('a text that was out of place is told after its time, unless its file is where it was', () =>
  withDisplaced(async ({ folder, displaced, later, found }) => {
    const at = (path: string) => join(folder, path)
    for (const path of ['stays.md', 'goes.md', 'gone.md', 'moved.md']) fs.writeFileSync(at(path), path)
    const cover = (path: string, stats = lookAt(at(path))) => {
      displaced.addCovered({ path, base: null, saved: Buffer.from(path), mode: 0o600, stats })
    }
    for (const path of ['stays.md', 'goes.md', 'gone.md', 'moved.md']) cover(path)
    cover('nameless.md', null)
    fs.writeFileSync(at('goes.saving'), 'by somebody else')
    fs.renameSync(at('goes.saving'), at('goes.md'))
    fs.unlinkSync(at('gone.md'))
    fs.renameSync(at('moved.md'), at('elsewhere.md'))
    displaced.rename('moved.md', 'elsewhere.md')
    expect(await found()).toEqual([])
    later(60_000)
    cover('later.md', null)
    expect(await found()).toEqual(
      ['goes.md', 'gone.md', 'nameless.md'].map((path) => `${path} covered ${path}`),
    )
    expect(await found()).toEqual([])
    later(60_000)
    expect(await found()).toEqual(['later.md covered later.md'])
    expect(displaced.isEmpty).toBe(true)
  }))

test('of very many replaced files the first that rests makes room', () =>
  withDisplaced(async ({ folder, displaced, write, found }) => {
    const more = async (count: number) => {
      for (let number = 0; number < count; number++) {
        const path = join(folder, `n${number}.md`)
        fs.writeFileSync(path, 'x')
        displaced.add(`n${number}.md`, await OpenFile.open(path))
      }
    }
    write('saved\n')
    await more(70)
    expect(await found(true)).toEqual(['note.md late saved\n'])
  }))

test('a write that the time of a file does not show is found in the end', () =>
  withFolder({}, async (folder) => {
    const displaced = new DisplacedFiles(folder)
    const at = join(folder, 'fresh.md')
    fs.writeFileSync(at, 'before\n')
    const { atimeMs, mtimeMs } = fs.statSync(at)
    // A time that is kept as it was read.
    fs.utimesSync(at, Math.ceil(atimeMs / 1_000), Math.ceil(mtimeMs / 1_000))
    displaced.add('fresh.md', await OpenFile.open(at))
    fs.writeFileSync(at, 'behind\n')
    fs.utimesSync(at, Math.ceil(atimeMs / 1_000), Math.ceil(mtimeMs / 1_000))
    expect(await displaced.takeStrays(false)).toEqual([])
    expect((await displaced.takeStrays(true)).map(({ saved }) => String(saved))).toEqual(['behind\n'])
  }))
