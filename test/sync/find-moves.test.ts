import { expect, test } from 'vitest'
import type { NoteRecord } from '../../src/index-db/note-record.ts'
import { findMoves } from '../../src/sync/find-moves.ts'

const note = (path: string, hash: string) => ({ path, hash }) as NoteRecord

test('a new note is a vanished one of the same content, moved; but one vanished note moves to one place', () => {
  const vanished = new Map([
    ['A', 'old/a.md'],
    ['B', 'old/b.md'],
    ['C', 'old/c.md'],
  ])
  const appeared = [
    ...[note('other.md', 'O'), note('new/a.md', 'A'), note('copy of a.md', 'A')],
    ...[note('known.md', 'B'), note('another.md', 'P'), note('new/c.md', 'C')],
  ]
  expect(findMoves(appeared, vanished, (path) => path === 'known.md')).toEqual([
    { from: 'old/a.md', to: 'new/a.md' },
    { from: 'old/c.md', to: 'new/c.md' },
  ])
  expect(findMoves(appeared, new Map(), () => false)).toEqual([])
})
