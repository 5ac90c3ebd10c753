import type { BigIntStats } from 'node:fs'
import fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  hasSettled,
  isAsBefore,
  isSameFile,
  isSameTime,
  isStill,
  isUntouched,
} from '../../src/files/at-rest.ts'
import { contentOf, OpenFile } from '../../src/files/open-file.ts'
import { OwnWrites } from '../../src/files/own-writes.ts'
import { version } from '../support/change-files.ts'
import { hashOf } from '../support/hash-files.ts'
import { withFolder } from '../support/with-folder.ts'

/** The stats of a file that has rested, with other values where they are given. */
async function withStats(use: (stats: (other?: object) => BigIntStats) => void): Promise<void> {
  await withFolder({ 'a.md': 'a\n' }, (folder) => {
    fs.utimesSync(join(folder, 'a.md'), 1_000.5, 1_000.5)
    use((other = {}) => Object.assign(fs.statSync(join(folder, 'a.md'), { bigint: true }), other))
    return Promise.resolve()
  })
}

const others: Readonly<Record<string, object>> = {
  nothing: {},
  inode: { ino: 1n },
  drive: { dev: 1n },
  size: { size: 1n },
  time: { mtimeNs: 1n },
  attributes: { ctimeNs: 1n },
}

test.each([
  ['nothing', true, true, true],
  ['inode', false, true, false],
  ['drive', false, true, false],
  ['size', true, false, false],
  ['time', true, false, false],
  ['attributes', true, true, false],
] as const)(
  'where %s differs, file and time are the same: %j, %j, and nothing was touched: %j',
  (what, file, time, untouched) =>
    withStats((stats) => {
      const [was, now] = [stats(), stats(others[what])]
      expect([isSameFile(was, now), isSameTime(was, now), isUntouched(was, now)]).toEqual([
        file,
        time,
        untouched,
      ])
      expect(isAsBefore(was, now)).toBe(file && time)
      const { hash, text } = version('a\n')
      expect(isStill({ hash, text, atRest: { stats: was, text, hash } }, now)).toBe(untouched)
      const own = new OwnWrites()
      own.remember('/a.md', was)
      expect(own.isAsWritten('/a.md', now)).toBe(file && time)
      expect(own.isAsWritten('/b.md', now)).toBe(false)
    }),
)

test('nothing is as before where there was nothing or is nothing, and nothing is known of what was not read', () =>
  withStats((stats) => {
    expect([isAsBefore(null, null), isAsBefore(stats(), null), isAsBefore(null, stats())]).toEqual([
      false,
      false,
      false,
    ])
    const { hash, text } = version('a\n')
    const atRest = { stats: stats(), text, hash }
    for (const known of [
      { hash, text },
      { hash, text: 'b\n', atRest },
      { hash: version('b\n').hash, text, atRest },
    ])
      expect(isStill(known, stats())).toBe(false)
    const folder = Object.assign(stats(), { isFile: () => false })
    expect(isStill({ hash, text, atRest }, folder)).toBe(false)
  }))

// A drive that counts in pairs of seconds shows a write two seconds later.
test.each([
  [0.5, 20, false],
  [0.5, 21, true],
  [0, 21, false],
  [0, 2_020, false],
  [0, 2_021, true],
])('a file written %d s after a full second has settled %i ms later: %j', (second, later, isSettled) =>
  withStats((stats) => {
    const written = 1_000_000 + second * 1_000
    expect(hasSettled(stats({ mtimeNs: BigInt(written) * 1_000_000n }), written + later)).toBe(isSettled)
  }),
)

test('of many own writes the latest two hundred are known', () =>
  withStats((stats) => {
    const own = new OwnWrites()
    for (let number = 0; number <= 200; number++) {
      own.remember(`/${number}`, stats())
      own.remember('/again', stats())
    }
    const known = (path: string) => own.isAsWritten(path, stats())
    expect([known('/0'), known('/1'), known('/2'), known('/200'), known('/again')]).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
  }))

const long = 'a line of a long text\n'.repeat(20_000)

test('what is written while a file is read is read too', () =>
  withFolder({ 'long.md': long }, async (folder) => {
    const at = join(folder, 'long.md')
    fs.utimesSync(at, 1, 1)
    const reading = contentOf(at)
    fs.writeFileSync(at, long.toUpperCase())
    // However long reading takes, the file was written later than that.
    const later = Date.now() / 1_000 + 3_600
    fs.utimesSync(at, later, later)
    const { hash, bytes, stats, isSettled } = await reading
    expect([hash, String(bytes) === long.toUpperCase()]).toEqual([hashOf(long.toUpperCase()), true])
    expect(isSameTime(stats, fs.statSync(at, { bigint: true }))).toBe(true)
    expect(isSettled).toBe(false)
  }))

test('a file that was read keeps its bytes while they are few, and what is known of it need not be read', () =>
  withFolder({ 'short.md': 'short\n', 'long.md': long }, async (folder) => {
    for (const [name, bytes] of [
      ['short.md', 'short\n'],
      ['long.md', null],
    ] as const) {
      const at = join(folder, name)
      fs.utimesSync(at, 1, 1)
      const text = fs.readFileSync(at, 'utf8')
      const hash = version(text).hash
      const known = { text, hash, atRest: { stats: fs.statSync(at, { bigint: true }), text, hash } }
      for (const how of [known, {}]) {
        const file = await OpenFile.open(at, how)
        expect(file.held.bytes?.toString() ?? null).toBe(bytes)
        expect([file.held.hash, file.held.isSettled, await file.isUnchanged()]).toEqual([hash, true, true])
        fs.writeFileSync(at, `${text}more\n`)
        expect(await file.isUnchanged()).toBe(false)
        fs.writeFileSync(at, text)
        expect(await file.isUnchanged()).toBe(true)
        expect(file.held.bytes?.toString() ?? null).toBe(bytes)
        fs.utimesSync(at, 1, 1)
        file.close()
        file.close()
        await file.closeElsewhere()
      }
      // What was known is not what is there by now.
      fs.writeFileSync(at, 'other\n')
      const file = await OpenFile.open(at, known)
      expect(file.held.hash).toBe(hashOf('other\n'))
      await file.closeElsewhere()
      await file.closeElsewhere()
      expect(file.isClosed).toBe(true)
    }
  }))

test('a note that a link leads to is untouched while neither the link nor its target is', () =>
  withFolder({ 'real.md': 'a\n', 'other.md': 'a\n' }, async (folder) => {
    const [real, link] = [join(folder, 'real.md'), join(folder, 'link.md')]
    fs.symlinkSync('real.md', link)
    const file = await OpenFile.open(link)
    expect([file.isAt(link), file.isUntouchedAt(link), file.isAt(real)]).toEqual([true, true, false])
    expect([file.isAt(join(folder, 'none.md')), file.isUntouchedAt(join(folder, 'none.md'))]).toEqual([
      false,
      false,
    ])
    fs.writeFileSync(real, 'saved\n')
    expect([file.isAt(link), file.isUntouchedAt(link)]).toEqual([true, false])
    file.close()
    const again = await OpenFile.open(link)
    fs.symlinkSync('other.md', `${link}.new`)
    fs.renameSync(`${link}.new`, link)
    expect([again.isAt(link), again.isUntouchedAt(link)]).toEqual([false, false])
    again.close()
  }))
