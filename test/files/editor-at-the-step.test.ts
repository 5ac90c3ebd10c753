import { onDisk, swapper, watchDisk, type DiskCall } from '../support/watch-disk.ts'
import fs from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { ContentHash } from '../../src/model/ids.ts'
import { removeLeftovers } from '../../src/files/remove-leftovers.ts'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { keptName, temporaryName } from '../../src/model/temporary-name.ts'
import { hashOf } from '../support/hash-files.ts'
import { withFolder } from '../support/with-folder.ts'

const before = 'before\n'
const saved = 'before\nsaved by an editor\n'
const hash = hashOf(before) as ContentHash

const saves: Readonly<Record<string, (file: string) => void>> = {
  'renames another file over it': (file) => {
    fs.writeFileSync(`${file}.saving`, saved)
    fs.renameSync(`${file}.saving`, file)
  },
  'empties and writes it': (file) => {
    fs.writeFileSync(file, saved)
  },
  'deletes it and makes it again': (file) => {
    fs.unlinkSync(file)
    fs.writeFileSync(file, saved)
  },
}

const steps: Readonly<Record<string, (files: VaultFiles) => Promise<void>>> = {
  replaced: async (files) => {
    const { finish, discard } = await files.prepare('note.md', 'by flint\n', hash)
    await finish().finally(discard)
  },
  removed: (files) => files.remove('note.md', hash),
  'moved with another text': (files) => files.move('note.md', 'new/name.md', hash, 'by flint\n'),
  'moved as it is': (files) => files.move('note.md', 'new/name.md', hash, null),
}

/** Every file with its text, hidden ones too. */
function textsIn(folder: string): Readonly<Record<string, string>> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => fs.statSync(join(folder, name)).isFile())
  return Object.fromEntries(files.map((name) => [name, fs.readFileSync(join(folder, name), 'utf8')]))
}

/** The last look at a note comes after a new text lies beside it: the first one is when it is opened. */
function lastLook(path: string): (call: DiskCall) => boolean {
  let looks = 0
  return (call) => call.name === 'look' && call.path === path && ++looks === 2
}

const cases = Object.keys(steps).flatMap((step) => Object.keys(saves).map((save) => [step, save] as const))

// Where files cannot be swapped a save between the last look and the rename is lost, or found late.
const certain = cases.filter(([step]) => swapper !== null || step !== 'replaced')

test.each(certain)('a note that is %s while an editor %s keeps what was saved', (step, save) =>
  withFolder({ 'note.md': before }, async (folder) => {
    const files = new VaultFiles(folder)
    const note = join(folder, 'note.md')
    const take = () => steps[step]!(files)
    const done = onDisk(
      'after',
      lastLook(note),
      () => {
        saves[save]!(note)
      },
      take,
    )
    // What is written into a file goes with it where that only gets another name.
    const goesAlong = step === 'moved as it is' && save === 'empties and writes it'
    if (goesAlong) await done
    else await expect(done).rejects.toMatchObject({ code: 'CONTENT_HASH_MISMATCH' })
    expect(textsIn(folder)).toEqual({ [goesAlong ? 'new/name.md' : 'note.md']: saved })
  }),
)

test.each(Object.keys(saves))(
  'where files cannot be swapped a save before the last look stays: one that %s',
  (save) =>
    withFolder({ 'note.md': before }, async (folder) => {
      const files = new VaultFiles(folder)
      const note = join(folder, 'note.md')
      const isLast = lastLook(note)
      const watching = {
        before: (call: DiskCall) => {
          if (call.name === 'swap') throw Object.assign(new Error('no such call'), { code: 'ENOSYS' })
          if (isLast(call)) saves[save]!(note)
        },
      }
      const done = watchDisk(watching, () => steps['replaced']!(files))
      await expect(done).rejects.toMatchObject({ code: 'CONTENT_HASH_MISMATCH' })
      expect(textsIn(folder)).toEqual({ 'note.md': saved })
    }),
)

test('where files cannot be swapped a note is replaced all the same', () =>
  withFolder({ 'note.md': before }, async (folder) => {
    const refuse = (call: DiskCall) => {
      if (call.name === 'swap') throw Object.assign(new Error('not on this drive'), { code: 'EINVAL' })
    }
    await watchDisk({ before: refuse }, () => steps['replaced']!(new VaultFiles(folder)))
    expect(textsIn(folder)).toEqual({ 'note.md': 'by flint\n' })
  }))

test('a note whose permissions alone were changed since is written', () =>
  withFolder({ 'note.md': before }, async (folder) => {
    const note = join(folder, 'note.md')
    const touch = () => {
      fs.chmodSync(note, 0o640)
    }
    await onDisk('before', lastLook(note), touch, () => steps['replaced']!(new VaultFiles(folder)))
    expect(textsIn(folder)).toEqual({ 'note.md': 'by flint\n' })
  }))

/** What happens before the first swap, the second, and so on. */
function atSwaps(...deeds: readonly (() => void)[]): (call: DiskCall) => void {
  const left = [...deeds]
  return ({ name }) => {
    if (name === 'swap') left.shift()?.()
  }
}

function renameOver(file: string, text: string): void {
  fs.writeFileSync(`${file}.saving`, text)
  fs.renameSync(`${file}.saving`, file)
}

function failed(code: string): Error {
  return Object.assign(new Error(`refused: ${code}`), { code })
}

async function covered(files: VaultFiles): Promise<readonly unknown[]> {
  return (await files.displaced.takeStrays(true)).map(({ kind, saved: text }) => [kind, text.toString()])
}

const refused = { code: 'CONTENT_HASH_MISMATCH' }

test.skipIf(swapper === null).each<[string, (file: string, text: string) => void]>([
  ['by a rename', renameOver],
  [
    'into the file that is there',
    (file, text) => {
      fs.writeFileSync(file, text)
    },
  ],
])(
  'of two saves at the very step the later one is the note, and the other is looked for again: %s',
  (_how, later) =>
    withFolder({ 'note.md': before }, async (folder) => {
      const files = new VaultFiles(folder)
      const note = join(folder, 'note.md')
      const saving = atSwaps(
        () => {
          renameOver(note, 'the first\n')
        },
        () => {
          later(note, 'the second\n')
        },
      )
      await expect(watchDisk({ before: saving }, () => steps['replaced']!(files))).rejects.toMatchObject(
        refused,
      )
      expect(textsIn(folder)).toEqual({ 'note.md': 'the second\n' })
      expect(await covered(files)).toEqual([['covered', 'the first\n']])
    }),
)

test.skipIf(swapper === null)(
  'a note that was saved at the very step and then deleted stays deleted, its text is told',
  () =>
    withFolder({ 'note.md': before }, async (folder) => {
      const files = new VaultFiles(folder)
      const note = join(folder, 'note.md')
      const saving = atSwaps(
        () => {
          renameOver(note, saved)
        },
        () => {
          fs.unlinkSync(note)
        },
      )
      await expect(watchDisk({ before: saving }, () => steps['replaced']!(files))).rejects.toMatchObject(
        refused,
      )
      expect(textsIn(folder)).toEqual({})
      expect(await covered(files)).toEqual([['covered', saved]])
    }),
)

test.skipIf(swapper === null)(
  'what was saved at the very step is nowhere deleted where it cannot be put back',
  () =>
    withFolder({ 'note.md': before }, async (folder) => {
      const files = new VaultFiles(folder)
      const saving = atSwaps(
        () => {
          renameOver(join(folder, 'note.md'), saved)
        },
        () => {
          throw failed('EIO')
        },
      )
      await expect(watchDisk({ before: saving }, () => steps['replaced']!(files))).rejects.toThrow('EIO')
      expect(Object.values(textsIn(folder))).toContain(saved)
      expect(await removeLeftovers(files, '', new Set([hash]))).toHaveLength(1)
      expect(Object.values(textsIn(folder))).toContain(saved)
    }),
)

test('a whole text that gets another name while the leftovers are removed is found all the same', () =>
  withFolder({}, async (folder) => {
    const files = new VaultFiles(folder)
    const id = '00000000-0000-4000-8000-000000000000'
    const whole = keptName(id)
    fs.writeFileSync(join(folder, whole), before)
    // Its writer, which is put out and alive, names it so after the first look, and takes another one away.
    const names = vi.spyOn(files, 'names')
    names.mockResolvedValueOnce([temporaryName(id), keptName('00000000-0000-4000-8000-000000000001')])
    expect(await removeLeftovers(files, '', new Set([hash]))).toEqual([])
    expect(textsIn(folder)).toEqual({})
  }))

test.each(['replaced', 'removed', 'moved with another text', 'moved as it is'])(
  'where the drive is busy what is saved meanwhile stays: a note that is to be %s',
  (step) =>
    withFolder({ 'note.md': before }, async (folder) => {
      const note = join(folder, 'note.md')
      let isBusy = true
      const watching = (call: DiskCall) => {
        if (call.name === 'swap') throw failed('ENOSYS')
        if (call.name !== 'rename' || ![call.path, call.to].includes(note) || !isBusy) return
        isBusy = false
        renameOver(note, saved)
        throw failed('EBUSY')
      }
      const done = watchDisk({ before: watching }, () => steps[step]!(new VaultFiles(folder)))
      await expect(done).rejects.toMatchObject(refused)
      expect(textsIn(folder)).toEqual({ 'note.md': saved })
    }),
)

/** The step that takes a note's name away. */
const takesAway = ({ name, path, to }: DiskCall, note: string) =>
  name === 'rename' && path === note && to.endsWith('.kept')

test.each(['removed', 'moved with another text'])(
  'what was out of place for a moment when a note was to be %s is looked for again',
  (step) =>
    withFolder({ 'note.md': before }, async (folder) => {
      const files = new VaultFiles(folder)
      const note = join(folder, 'note.md')
      const done = onDisk(
        'before',
        (call) => takesAway(call, note),
        () => {
          renameOver(note, saved)
        },
        () => steps[step]!(files),
      )
      await expect(done).rejects.toMatchObject(refused)
      expect(textsIn(folder)).toEqual({ 'note.md': saved })
      renameOver(note, 'by who has not seen it\n')
      expect(await covered(files)).toEqual([['covered', saved]])
    }),
)

test('a name that is taken while its note was out of place keeps its new note, and the text of the other is told', () =>
  withFolder({ 'note.md': before }, async (folder) => {
    const files = new VaultFiles(folder)
    const note = join(folder, 'note.md')
    const watching = {
      before: (call: DiskCall) => {
        if (takesAway(call, note)) renameOver(note, saved)
      },
      after: (call: DiskCall) => {
        if (takesAway(call, note)) fs.writeFileSync(note, 'a new note\n')
      },
    }
    await expect(watchDisk(watching, () => steps['removed']!(files))).rejects.toMatchObject(refused)
    expect(textsIn(folder)).toEqual({ 'note.md': 'a new note\n' })
    expect(await covered(files)).toEqual([['covered', saved]])
  }))

test.each([
  ['the file cannot be removed', 'unlink', 'note.md', 'EIO'],
  ['its name cannot be given back', 'link', null, 'ENOMEM'],
] as const)('a note whose removal fails halfway is not lost: %s', (_what, refusedCall, back, code) =>
  withFolder({ 'note.md': before }, async (folder) => {
    const files = new VaultFiles(folder)
    const note = join(folder, 'note.md')
    let isRefused = true
    const watching = (call: DiskCall) => {
      if (takesAway(call, note) && back === null) renameOver(note, before)
      if (call.name !== refusedCall || !isRefused) return
      isRefused = back === null
      throw failed(code)
    }
    await expect(watchDisk({ before: watching }, () => steps['removed']!(files))).rejects.toThrow(code)
    expect(Object.values(textsIn(folder))).toEqual([before])
    if (back !== null) expect(Object.keys(textsIn(folder))).toEqual([back])
  }),
)

test.each([null, 'by flint\n'])(
  'a move that may not go on takes its new name back, with the text %j',
  (text) =>
    withFolder({ 'note.md': before }, async (folder) => {
      let asked = 0
      const mayGoOn = () => {
        if (++asked === 2) throw new Error('the lock is lost')
      }
      const moving = new VaultFiles(folder).move('note.md', 'new/name.md', hash, text, mayGoOn)
      await expect(moving).rejects.toThrow('the lock is lost')
      expect(textsIn(folder)).toEqual({ 'note.md': before })
    }),
)

test('a note that is replaced once it has its new name too, keeps its old one alone', () =>
  withFolder({ 'note.md': before }, async (folder) => {
    const note = join(folder, 'note.md')
    const save = () => {
      fs.writeFileSync(note, 'written into it\n')
      renameOver(note, saved)
    }
    const done = onDisk(
      'after',
      ({ name }) => name === 'link',
      save,
      () => steps['moved as it is']!(new VaultFiles(folder)),
    )
    await expect(done).rejects.toMatchObject(refused)
    expect(textsIn(folder)).toEqual({ 'note.md': saved })
  }))

test.each(['replaced', 'removed', 'moved with another text'])(
  'what is written into a note that was %s is found, by whoever had it open',
  (step) =>
    withFolder({ 'note.md': before }, async (folder) => {
      const files = new VaultFiles(folder)
      const open = fs.openSync(join(folder, 'note.md'), 'r+')
      await steps[step]!(files)
      expect(await files.displaced.takeStrays(false)).toEqual([])
      fs.writeSync(open, saved, 0)
      fs.closeSync(open)
      const path = step === 'moved with another text' ? 'new/name.md' : 'note.md'
      const [stray, ...others] = await files.displaced.takeStrays(true)
      expect(others).toEqual([])
      expect(stray).toMatchObject({ path, kind: 'late' })
      expect([String(stray?.base), String(stray?.saved)]).toEqual([before, saved])
      expect(files.displaced.isEmpty).toBe(true)
    }),
)

test.skipIf(process.platform !== 'linux')(
  'a file that makes way is not kept open for ever, nor are too many',
  () =>
    withFolder({}, async (folder) => {
      const files = new VaultFiles(folder)
      const isOpen = () => fs.readdirSync('/proc/self/fd').length
      const opened = isOpen()
      for (let count = 0; count < 100; count++) {
        fs.writeFileSync(join(folder, 'note.md'), before)
        await steps['replaced']!(files)
      }
      expect(isOpen() - opened).toBeLessThan(80)
      expect(await files.displaced.takeStrays(true)).toEqual([])
      expect(isOpen()).toBe(opened)
    }),
)
