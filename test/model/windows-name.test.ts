import { expect, test } from 'vitest'
import { oddOnWindows } from '../../src/model/windows-name.ts'

test.each([
  ['plans/aux.md', 'aux.md'],
  ['CON', 'CON'],
  ['com¹.txt/a.md', 'com¹.txt'],
  ['nul .md', 'nul .md'],
  ['a/b.md:stream', 'b.md:stream'],
  ['what?.md', 'what?.md'],
  ['folder./a.md', 'folder.'],
  ['folder /a.md', 'folder '],
  ['a\u0007.md', 'a\u0007.md'],
])('%j is something else on Windows', (path, part) => {
  expect(oddOnWindows(path)).toBe(part)
})

test.each([
  'a.md',
  'console.md',
  'auxiliary/nullable.md',
  './a/.obsidian/x.json',
  'Größe – 10 %.md',
  'com10.md',
  '',
])('%j is a name like others', (path) => {
  expect(oddOnWindows(path)).toBeNull()
})
