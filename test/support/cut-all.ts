import { IndexWriter } from '../../src/index-db/apply.ts'
import { openIndexForWriting } from '../../src/index-db/open-index.ts'
import { openAgain } from '../../src/index-db/run-again.ts'
import { cutChunks } from '../../src/sync/cut-chunks.ts'

/** Cuts every note of an index that waits for it, as is done before something is embedded. */
export function cutAll(file: string): void {
  const { db } = openIndexForWriting(file)
  const writer = openAgain(() => new IndexWriter(db))
  while (writer.cutSome(1_000, cutChunks) > 0);
  db.close()
}
