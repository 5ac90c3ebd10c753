import { mkdirSync, mkdtempSync, realpathSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { watchRecursively } from '../../src/watch/watch-recursively.ts'
import { until } from '../support/until.ts'

test('one watch for the whole tree reports paths below it, ignored ones left out', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'flint-watch-')))
  for (const folder of ['sub/deep', 'private/deep']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'sub/deep/old.md'), 'x\n')
  const seen = new Set<string>()
  const source = watchRecursively({
    root,
    isIgnored: (path, isFolder) => (isFolder ? path === 'private' : !path.endsWith('.md')),
    onPath: (path) => seen.add(path),
    onLost: () => undefined,
    onRootMoved: () => undefined,
    onFailure: (error) => {
      throw error
    },
  })
  // Where the system has no such watch, Node.js walks the tree first and does not tell when it is done.
  await until('the watch at work', () => {
    writeFileSync(join(root, 'sub/deep/note.md'), `${performance.now()}\n`)
    return seen.has('sub/deep/note.md')
  })
  writeFileSync(join(root, 'private/deep/secret.md'), 'x\n')
  writeFileSync(join(root, 'sub/picture.png'), 'x\n')
  unlinkSync(join(root, 'sub/deep/old.md'))
  writeFileSync(join(root, 'sub/last.md'), 'x\n')
  await until(
    'the last note and the removed one',
    () => seen.has('sub/last.md') && seen.has('sub/deep/old.md'),
  )
  expect([...seen].filter((path) => path.startsWith('private') || path.endsWith('.png'))).toEqual([])
  source.close()
  seen.clear()
  writeFileSync(join(root, 'sub/last.md'), 'y\n')
  expect([...seen]).toEqual([])
  rmSync(root, { recursive: true })
})
