import fs from 'node:fs'
import { expect, test } from 'vitest'
import { keepStrayText } from '../../src/changes/keep-stray-text.ts'
import type { StrayText } from '../../src/files/displaced-files.ts'
import { treeOf } from '../support/tree-of.ts'
import { withDoor } from '../support/with-door.ts'

const path = 'dir/note.md'
const copy = 'dir/note (saved meanwhile 2026-01-31 12.00.00).md'
const base = '# Note\n\none\n\ntwo\n'
const edited = base.replace('one', 'one, edited')
const latin = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a])

interface Case {
  readonly where: string
  readonly kind?: StrayText['kind']
  /** What the file held before. */
  readonly before?: string | null
  readonly saved?: string | Buffer
  /** What the note holds; null where it is gone. */
  readonly now: string | Buffer | null
  /** What became of the saved text. */
  readonly end: 'merged' | 'copied' | 'copied as bytes' | 'there already'
  readonly text?: string
}

const cases: readonly Case[] = [
  { where: 'the note has more at its end', now: `${base}more\n`, end: 'merged', text: `${edited}more\n` },
  { where: 'the note has what was saved', now: `${edited}more\n`, end: 'there already' },
  { where: 'the same line was changed', now: base.replace('one', 'ONE'), end: 'copied' },
  { where: 'the note is gone', now: null, end: 'copied' },
  { where: 'the note is no text any more', now: latin, end: 'copied' },
  { where: 'it is not known what was there before', before: null, now: base, end: 'copied' },
  {
    where: 'it is not known what was there before and the note is as it was saved',
    before: null,
    now: edited,
    end: 'there already',
  },
  { where: 'what was saved is no text', saved: latin, now: base, end: 'copied as bytes' },
  { where: 'a merged text was saved over by who had not seen it', kind: 'covered', now: base, end: 'copied' },
  {
    where: 'a merged text is still there',
    kind: 'covered',
    now: `${edited}more\n`,
    end: 'there already',
  },
]

test.each(cases.map((one) => [one.where, one] as const))(
  'where %s, what an editor saved late is there once',
  (_where, { kind = 'late', before = base, saved = edited, now, end, text }) =>
    withDoor({}, async ({ door, lock, at, told }) => {
      fs.mkdirSync(at('dir'))
      if (now !== null) fs.writeFileSync(at(path), now)
      const stray: StrayText = {
        ...{ path, kind, mode: 0o600, saved: Buffer.from(saved) },
        base: before === null ? null : Buffer.from(before),
      }
      const said = await keepStrayText(door, lock, stray)
      const note = now === null ? {} : { [path]: text ?? now.toString() }
      const isCopied = end.startsWith('copied')
      expect(treeOf(at('.'))).toEqual({ 'dir/': '', ...note, ...(isCopied && { [copy]: saved.toString() }) })
      expect(said).toBe(
        {
          merged: `What an editor saved as ${path} while a change replaced it is merged into the note (change 1).`,
          copied: `What an editor saved as ${path} while a change replaced it is kept beside it as ${copy} (change 1).`,
          'copied as bytes': `What an editor saved as ${path} while a change replaced it is kept beside it as ${copy}.`,
          'there already': null,
        }[end],
      )
      if (isCopied) expect(fs.statSync(at(copy)).mode & 0o777).toBe(0o600)
      expect(told).toEqual({ merged: [[path]], 'there already': [] }[end as string] ?? [[copy]])
      // An editor may save over the merged text, and is looked after.
      const watched = (await door.files.displaced.takeStrays(true)).filter((one) => one.kind === 'covered')
      expect(watched).toMatchObject(end === 'merged' ? [{ ...stray, kind: 'covered' }] : [])
    }),
)

test.each([edited, latin])('a copy takes no name that is taken, and is tried under twenty', (saved) =>
  withDoor({}, async ({ door, lock, at }) => {
    fs.mkdirSync(at('dir'))
    const taken = (count: number) => (count === 1 ? copy : copy.replace('.00)', `.00, ${count})`))
    const stray: StrayText = { path, kind: 'late', base: null, saved: Buffer.from(saved), mode: 0o644 }
    fs.writeFileSync(at(path), 'by somebody else\n')
    for (let count = 1; count < 20; count++) fs.writeFileSync(at(taken(count)), 'taken\n')
    expect(await keepStrayText(door, lock, stray)).toContain(taken(20))
    expect(fs.readFileSync(at(taken(20)))).toEqual(Buffer.from(saved))
    await expect(keepStrayText(door, lock, stray)).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
    expect(fs.readdirSync(at('dir'))).toHaveLength(21)
    const hidden = { ...stray, path: '.git/hooks/pre-commit' }
    await expect(keepStrayText(door, lock, hidden)).rejects.toMatchObject({ code: 'INVALID_PATH' })
  }),
)
