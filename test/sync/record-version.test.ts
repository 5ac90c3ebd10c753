import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openIndexForWriting } from '../../src/index-db/open-index.ts'
import { usualTags } from '../../src/model/tag-style.ts'
import { readingOf } from '../../src/sync/record-version.ts'
import { withFolder } from '../support/with-folder.ts'

test('each way of reading tags has a name of its own, and the usual one needs not be said', () => {
  const either = [true, false]
  const all = either.flatMap((hashtags) =>
    either.flatMap((colonTags) =>
      either.flatMap((multiwordTags) =>
        either.map((keywords) => readingOf({ tagStyle: { hashtags, colonTags, multiwordTags, keywords } })),
      ),
    ),
  )
  expect(new Set(all).size).toBe(16)
  expect(readingOf({})).toBe(readingOf({ tagStyle: usualTags }))
  expect(readingOf({})).toMatch(/^\d+$/)
})

/** What each version of the records has of a note. */
const columnsOf: Readonly<Record<string, string>> = {
  '17': 'body_line created filename hash id inode is_cut is_excluded lines metadata mtime noted path problem size title type updated words',
}

test('notes of indexes that are there are read again when the index has more of a note', () =>
  withFolder({}, async (folder) => {
    const { db } = openIndexForWriting(join(folder, 'index.sqlite'))
    const columns = db
      .prepare<[], string>("SELECT name FROM pragma_table_info('note') ORDER BY name")
      .pluck()
      .all()
    db.close()
    expect(
      columnsOf[readingOf({})],
      'Raise recordVersion in src/sync/record-version.ts, and list here what a note has from then on',
    ).toBe(columns.join(' '))
  }))
