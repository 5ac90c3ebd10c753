import { IndexWriter } from '../../src/index-db/apply.ts'
import { openIndexForWriting } from '../../src/index-db/open-index.ts'
import { cutNote } from '../../src/sync/cut-note.ts'

/** Cuts every note of an index that waits for it, as is done before something is embedded. */
export function cutAll(file: string): void {
  const { db } = openIndexForWriting(file)
  const writer = new IndexWriter(db, { nameBeforeTitle: false })
  while (writer.cutSome(1_000, cutNote) > 0);
  db.close()
}
