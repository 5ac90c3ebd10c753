import fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdFolder } from '../../src/files/hold-folder.ts'
import { isSamePlace, liesIn, placeOf } from '../../src/files/place-of.ts'
import { asOrdinaryUser } from '../support/as-ordinary-user.ts'
import { onSystem } from '../support/on-system.ts'
import { withFolder } from '../support/with-folder.ts'

const systems = process.platform === 'linux' ? ['linux', 'darwin'] : [process.platform]

function whileOpen(path: string, use: (file: number) => void): void {
  const file = fs.openSync(path, 'r')
  try {
    use(file)
  } finally {
    fs.closeSync(file)
  }
}

test.each(systems)(
  'an open file lies in the folder its path leads to, whatever links lead there: %s',
  (system) =>
    withFolder({ 'a/note.md': 'a\n', 'a/other.md': 'o\n', 'b/note.md': 'b\n' }, (folder) =>
      onSystem(system, () => {
        const at = (path: string) => join(folder, path)
        fs.symlinkSync('a', at('way'))
        whileOpen(at('a/note.md'), (file) => {
          expect(placeOf(file, at('a/note.md'))).toBe(at('a/note.md'))
          expect(placeOf(file, at('way/note.md'))).toBe(at('a/note.md'))
          expect(liesIn(file, at('a/note.md'))).toBe(true)
          for (const path of ['way/note.md', 'b/note.md', 'none/note.md'])
            expect(liesIn(file, at(path)), path).toBe(false)
        })
      }),
    ),
)

test.skipIf(process.platform !== 'linux')(
  'an open file is found after a move, and where it was once it is removed',
  () =>
    withFolder({ 'a/note.md': 'a\n', 'b/': '' }, (folder) => {
      const at = (path: string) => join(folder, path)
      whileOpen(at('a/note.md'), (file) => {
        fs.renameSync(at('a/note.md'), at('b/moved.md'))
        expect(placeOf(file, at('a/note.md'))).toBe(at('b/moved.md'))
        expect(liesIn(file, at('a/note.md'))).toBe(false)
        expect(liesIn(file, at('b/any.md'))).toBe(true)
        fs.unlinkSync(at('b/moved.md'))
        expect(liesIn(file, at('b/moved.md'))).toBe(true)
      })
      return Promise.resolve()
    }),
)

test.each(systems)('of a file that is closed no place is known: %s', (system) =>
  withFolder({ 'note.md': 'a\n' }, (folder) =>
    onSystem(system, () => {
      const file = fs.openSync(join(folder, 'note.md'), 'r')
      fs.closeSync(file)
      expect(placeOf(file, join(folder, 'note.md'))).toBeNull()
      expect(liesIn(file, join(folder, 'note.md'))).toBe(false)
    }),
  ),
)

test('where a path leads to another file by now the system that knows paths alone tells no place', () =>
  withFolder({ 'note.md': 'a\n', 'other.md': 'b\n' }, (folder) =>
    onSystem('darwin', () => {
      const note = join(folder, 'note.md')
      whileOpen(note, (file) => {
        fs.renameSync(join(folder, 'other.md'), note)
        expect(placeOf(file, note)).toBeNull()
        expect(liesIn(file, note)).toBe(false)
        fs.unlinkSync(note)
        expect(placeOf(file, note)).toBeNull()
      })
    }),
  ))

test.skipIf(process.platform !== 'linux')(
  'two names are one place where they are one path, or one entry of one folder in another case',
  () =>
    withFolder({ 'note.md': 'a\n', 'Team/x.md': '', 'team/y.md': '' }, (folder) => {
      const at = (path: string) => join(folder, path)
      fs.linkSync(at('note.md'), at('other.md'))
      fs.linkSync(at('note.md'), at('Note.md'))
      for (const [one, other, isSame] of [
        ['note.md', 'note.md', true],
        ['none.md', 'none.md', true],
        // As a drive answers that does not tell case apart.
        ['note.md', 'Note.md', true],
        ['note.md', 'other.md', false],
        ['Team', 'team', false],
        ['Team/x.md', 'team/x.md', false],
        ['team/x.md', 'Team/x.md', false],
        ['none.md', 'None.md', false],
      ] as const)
        expect(isSamePlace(at(one), at(other)), `${one} ${other}`).toBe(isSame)
      return Promise.resolve()
    }),
)

test.each(systems)(
  'a folder is held while something is done in it, unless a link has taken its place: %s',
  (system) =>
    withFolder({ 'a/note.md': 'a\n', 'a/sub/deep.md': '' }, (folder) =>
      onSystem(system, async () => {
        const at = (path: string) => join(folder, path)
        const isLinux = system === 'linux'
        const open = () => (process.platform === 'win32' ? 0 : fs.readdirSync('/dev/fd').length)
        const before = open()
        fs.symlinkSync('a', at('way'))
        const done = holdFolder(at('a'), (held) => {
          // Elsewhere the folder has no other name.
          expect(held === at('a')).toBe(!isLinux)
          return Promise.resolve(fs.readdirSync(held).sort())
        })
        expect(await done).toEqual(['note.md', 'sub'])
        for (const path of ['way', 'way/sub'])
          await expect(holdFolder(at(path), () => Promise.resolve())).rejects.toMatchObject({ code: 'ELOOP' })
        await expect(holdFolder(at('none'), () => Promise.resolve())).rejects.toMatchObject({
          code: 'ENOENT',
        })
        const failed = holdFolder(at('a'), () => Promise.reject(new Error('not now')))
        await expect(failed).rejects.toThrow('not now')
        expect(open()).toBe(before)
      }),
    ),
)

test.skipIf(process.platform !== 'linux')(
  'what is done in a folder that is held is done there, wherever the folder goes meanwhile',
  () =>
    withFolder({ 'a/': '', 'b/': '' }, async (folder) => {
      const at = (path: string) => join(folder, path)
      await holdFolder(at('a'), (held) => {
        fs.renameSync(at('a'), at('moved'))
        fs.symlinkSync('b', at('a'))
        fs.writeFileSync(join(held, 'note.md'), 'a\n')
        return Promise.resolve()
      })
      expect([fs.readdirSync(at('moved')), fs.readdirSync(at('b'))]).toEqual([['note.md'], []])
    }),
)

test.skipIf(process.platform !== 'linux')('a folder that may be written but not read is held', () =>
  withFolder({ 'box/': '' }, async (folder) => {
    const box = join(folder, 'box')
    fs.chmodSync(folder, 0o755)
    fs.chmodSync(box, 0o733)
    await asOrdinaryUser(async () => {
      expect(() => fs.readdirSync(box)).toThrow('EACCES')
      await holdFolder(box, (held) => {
        fs.writeFileSync(join(held, 'a.md'), 'a\n')
        return Promise.resolve()
      })
    })
    expect(fs.readFileSync(join(box, 'a.md'), 'utf8')).toBe('a\n')
  }),
)
