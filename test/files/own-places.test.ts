import { expect, test } from 'vitest'
import { isInTrash, isOwnPlace } from '../../src/files/own-places.ts'

test.each([
  ['.flint-note', true, false],
  ['.flint-note/.gitignore', true, false],
  ['.flint-note/trash', true, false],
  ['.flint-note/trash/notes/old.md', true, true],
  ['.flint-note/trash/.git/config', false, true],
  ['.flint-note/trash/notes/.old.md', false, true],
  ['.flint-note/trash.md', false, false],
  ['.flint-note/trash-2/old.md', false, false],
  ['.flint-note/config.yml', false, false],
  ['.flint-note/.gitignore/x', false, false],
  ['notes/.flint-note/trash/old.md', false, false],
  ['.git/config', false, false],
  ['notes/old.md', false, false],
])(
  '%s is a place that tools may write to though it is hidden: %j, in the trash: %j',
  (path, isOwn, isTrash) => {
    expect([isOwnPlace(path), isInTrash(path)]).toEqual([isOwn, isTrash])
  },
)
