import { expect, test } from 'vitest'
import { TouchedPaths } from '../../src/sync/touched-paths.ts'

const asked = ['a', 'a.md', 'a/b', 'a/b/c.md', 'a/bc.md', 'a/b c/d.md', 'x/a/b/c.md']

test('a touched path is remembered from the begin to the end of a scan, and is on the way to all below it', () => {
  const touched = new TouchedPaths()
  const seen = () => ({
    isEmpty: touched.isEmpty,
    has: asked.filter((path) => touched.has(path)),
    onWay: asked.filter((path) => touched.hasOnWay(path)),
  })
  const nothing = { isEmpty: true, has: [], onWay: [] }
  touched.add('a')
  expect(seen()).toEqual(nothing)
  touched.begin()
  expect(seen()).toEqual(nothing)
  touched.add('a/b')
  expect(seen()).toEqual({ isEmpty: false, has: ['a/b'], onWay: ['a/b', 'a/b/c.md'] })
  touched.add('a.md')
  expect(seen().onWay).toEqual(['a.md', 'a/b', 'a/b/c.md'])
  touched.end()
  expect(seen()).toEqual(nothing)
  touched.begin()
  expect(seen()).toEqual(nothing)
  touched.add('a')
  expect(seen().onWay).toEqual(['a', 'a/b', 'a/b/c.md', 'a/bc.md', 'a/b c/d.md'])
})
