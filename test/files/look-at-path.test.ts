import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashOf } from '../../src/files/hash-file.ts'
import { leadsToFile, lookAtPath, seen } from '../../src/files/look-at-path.ts'
import { asOrdinaryUser } from '../support/as-ordinary-user.ts'
import { version } from '../support/change-files.ts'
import { withFolder } from '../support/with-folder.ts'

const at = (folder: string, path: string) => ({ path, absolute: join(folder, path), resolved: path })

test.skipIf(process.platform === 'win32')(
  'what a path leads to is told, through its link, with the permissions it has',
  () =>
    withFolder({ 'a.md': 'a\n', 'dir/b.md': 'b\n' }, async (folder) => {
      fs.symlinkSync('a.md', join(folder, 'link.md'))
      fs.symlinkSync('dir', join(folder, 'way'))
      fs.symlinkSync('none', join(folder, 'gone'))
      fs.symlinkSync('round', join(folder, 'round'))
      for (const mode of [0o640, 0o4755]) {
        fs.chmodSync(join(folder, 'a.md'), mode)
        const file = { kind: 'file', hash: version('a\n').hash, mode }
        for (const path of ['a.md', 'link.md']) {
          expect(await lookAtPath(at(folder, path), {})).toEqual(file)
          expect(await lookAtPath(at(folder, path), { text: null })).toEqual(file)
          expect(await lookAtPath(at(folder, path), version('other\n'))).toEqual(file)
          expect(await lookAtPath(at(folder, path), version('a\n'))).toEqual({ ...file, text: 'a\n' })
        }
      }
      for (const path of ['dir', 'way'])
        expect(await lookAtPath(at(folder, path), {})).toEqual({ kind: 'folder' })
      for (const path of ['none', 'gone', 'a.md/b', 'long'.repeat(100)])
        expect(await lookAtPath(at(folder, path), {})).toEqual({ kind: 'nothing' })
      await expect(lookAtPath(at(folder, 'round'), {})).rejects.toMatchObject({ code: 'INVALID_PATH' })
      for (const [path, isFile] of [
        ['a.md', true],
        ['link.md', true],
        ['dir', false],
        ['way', false],
        ['none', false],
        ['gone', false],
        ['round', false],
        ['a.md/b', false],
      ] as const)
        expect(leadsToFile(at(folder, path)), path).toBe(isFile)
    }),
)

test('the bytes must match the expected text, not the characters alone', () =>
  withFolder({}, async (folder) => {
    fs.writeFileSync(join(folder, 'a.md'), Buffer.from([0xff, 0x0a]))
    const look = await lookAtPath(at(folder, 'a.md'), { text: '\ufffd\n' })
    expect(look).toMatchObject({ kind: 'file', hash: hashOf(Buffer.from([0xff, 0x0a])) })
    expect(look).not.toHaveProperty('text')
  }))

test('of a film nobody holds the bytes, and none of its text is known', () =>
  withFolder({ 'film.mp4': '' }, async (folder) => {
    fs.truncateSync(join(folder, 'film.mp4'), 16_000_001)
    const look = await lookAtPath(at(folder, 'film.mp4'), { text: 'a\n' })
    expect(look).toEqual({ kind: 'file', hash: hashOf(Buffer.alloc(16_000_001)), mode: expect.any(Number) })
  }))

test.skipIf(process.platform === 'win32')(
  'a file that has been left alone since it was read is not read again',
  () =>
    withFolder({ 'a.md': 'a\n' }, async (folder) => {
      const path = join(folder, 'a.md')
      fs.chmodSync(path, 0o4640)
      fs.symlinkSync('a.md', join(folder, 'link.md'))
      // A text that the file never held shows where the answer comes from.
      const { hash, text } = version('known\n')
      const stats = fs.lstatSync(path, { bigint: true })
      const atRest = { stats, text, hash }
      const read = { kind: 'file', hash: version('a\n').hash, mode: 0o4640 }
      expect(await lookAtPath(at(folder, 'a.md'), { hash, text, atRest })).toEqual({ ...read, hash, text })
      for (const known of [
        { hash, text },
        { hash, text: null, atRest },
        { text, atRest },
        { hash, atRest },
      ])
        expect(await lookAtPath(at(folder, 'a.md'), known)).toEqual(read)
      expect(await lookAtPath(at(folder, 'link.md'), { hash, text, atRest })).toEqual(read)
      expect(await lookAtPath(at(folder, 'none'), { hash, text, atRest })).toEqual({ kind: 'nothing' })
      fs.writeFileSync(path, 'b\n')
      expect(await lookAtPath(at(folder, 'a.md'), { hash, text, atRest })).toEqual({
        ...read,
        hash: version('b\n').hash,
        mode: fs.statSync(path).mode & 0o7777,
      })
    }),
)

test.skipIf(process.platform !== 'linux')('a pipe or a device is no file, and nobody waits for it', () =>
  withFolder({}, async (folder) => {
    execFileSync('mkfifo', [join(folder, 'pipe.md')])
    fs.symlinkSync('pipe.md', join(folder, 'link.md'))
    fs.symlinkSync('/dev/zero', join(folder, 'zero.md'))
    for (const [path, kind] of [
      ['pipe.md', 'a pipe'],
      ['link.md', 'a pipe'],
      ['zero.md', 'a device'],
    ] as const) {
      const refused = { code: 'INVALID_PATH', message: `${path} is ${kind}, not a file.` }
      await expect(lookAtPath(at(folder, path), {})).rejects.toMatchObject(refused)
      expect(() => leadsToFile(at(folder, path))).toThrow(expect.objectContaining(refused))
    }
  }),
)

test.skipIf(process.platform === 'win32')('what may not be looked at is told, or not seen', () =>
  withFolder({ 'shut/a.md': 'a\n', 'b.md': 'b\n' }, async (folder) => {
    fs.chmodSync(folder, 0o755)
    fs.chmodSync(join(folder, 'shut'), 0o000)
    fs.chmodSync(join(folder, 'b.md'), 0o000)
    try {
      await asOrdinaryUser(async () => {
        for (const path of ['shut/a.md', 'b.md'])
          await expect(lookAtPath(at(folder, path), {})).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
        expect(seen(fs.lstatSync, join(folder, 'shut/a.md'))).toBeNull()
        expect(leadsToFile(at(folder, 'shut/a.md'))).toBe(false)
        expect(leadsToFile(at(folder, 'b.md'))).toBe(true)
      })
    } finally {
      fs.chmodSync(join(folder, 'shut'), 0o755)
    }
  }),
)
