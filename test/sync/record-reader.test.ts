import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCanvases, readChunk } from '../../src/sync/record-reader.ts'
import { asOrdinaryUser } from '../support/as-ordinary-user.ts'
import { withFolder } from '../support/with-folder.ts'

test('of files that are to be read those that are gone by now are left out', () =>
  withFolder(
    {
      'a.md': '# A\n',
      'a.canvas': '{"nodes":[{"type":"file","file":"a.md"}]}',
      'broken.canvas': '{',
    },
    async (root) => {
      expect(readChunk({ root }, ['gone.md', 'a.md']).map(({ path, title }) => [path, title])).toEqual([
        ['a.md', 'A'],
      ])
      const read = readCanvases(root, ['gone.canvas', 'a.canvas', 'broken.canvas'])
      expect(
        read.map(({ path, links, problem }) => ({
          path,
          links: links.map(({ raw }) => raw),
          isSound: problem === null,
        })),
      ).toEqual([
        { path: 'a.canvas', links: ['a.md'], isSound: true },
        { path: 'broken.canvas', links: [], isSound: false },
      ])
    },
  ))

test.skipIf(process.platform === 'win32')(
  'a canvas that may not be read is left out: the index keeps its links',
  () =>
    withFolder({ 'shut.canvas': '{"nodes":[{"type":"file","file":"a.md"}]}' }, async (root) => {
      await chmod(root, 0o755)
      await chmod(join(root, 'shut.canvas'), 0o000)
      const read = await asOrdinaryUser(() => Promise.resolve(readCanvases(root, ['shut.canvas'])))
      expect(read).toEqual([])
    }),
)
