import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openIndexForWriting } from '../../src/index-db/open-index.ts'
import { withFolder } from '../support/with-folder.ts'

test('an index that is as it should be is opened while another connection writes', () =>
  withFolder({}, async (folder) => {
    const file = join(folder, 'index.sqlite')
    openIndexForWriting(file).db.close()
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')
    const { db, putAside } = openIndexForWriting(file)
    expect(putAside).toBeNull()
    expect(db.prepare('SELECT count(*) FROM note').pluck().get()).toBe(0)
    db.close()
    other.close()
  }))
