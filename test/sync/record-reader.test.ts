import { expect, test } from 'vitest'
import { readCanvases, readChunk } from '../../src/sync/record-reader.ts'
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
