import { expect, test } from 'vitest'
import { stampWhenRead, unsure } from '../../src/model/file-stamp.ts'

const stamp = (mtime: number, noted: number) => ({ size: 1, inode: 1, mtime, noted })
const at = 1_700_000_000_000

test.each([
  ['long ago', at - 60_000.5, at - 60_000.5, true],
  ['just now', at - 40.5, at - 40.5, false],
  ['in this moment', at, at, false],
  ['two seconds ago', at - 1_999.5, at - 1_999.5, false],
  ['more than two seconds ago', at - 2_000.5, at - 2_000.5, true],
  ['more than two seconds ago, where times are whole seconds', at - 3_000, at - 3_000, false],
  ['long ago, where times are whole seconds', at - 5_000, at - 5_000, true],
  ['by a clock that is ahead', at + 5_000.5, at + 5_000.5, false],
  ['long ago, with a time that lies ahead', at + 1_000_000.5, at - 60_000.5, true],
  ['just now, with a time that was set back', at - 60_000.5, at - 40.5, true],
  ['long ago, where nothing notes changes', at - 60_000.5, 0, true],
  ['just now, where nothing notes changes', at - 40.5, -11_644_473_600_000, false],
])('the stamp of a file that was written %s', (_, mtime, noted, isSure) => {
  const given = stamp(mtime, noted)
  expect(stampWhenRead(given, at)).toEqual(isSure ? given : { ...given, noted: unsure })
})
