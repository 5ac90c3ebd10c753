import { excludedFiles } from '../files/excluded-files.ts'
import { IndexWriter } from '../index-db/apply.ts'
import {
  isDamage,
  openIndexForWriting,
  putIndexAside,
  type IndexDatabase,
  type IndexFault,
} from '../index-db/open-index.ts'
import { identityOf, identityOfLog } from '../own-files/database-files.ts'
import { openAgain } from '../index-db/run-again.ts'
import type { SyncOptions } from './sync-messages.ts'

/** The index file of one vault, open for writing. Follows when the file is deleted, replaced or damaged. */
export class IndexFile {
  readonly #options: SyncOptions
  readonly #onReopen: (putAside: IndexFault | null) => void
  #open: OpenFile

  constructor(options: SyncOptions, onReopen: (putAside: IndexFault | null) => void) {
    this.#options = options
    this.#onReopen = onReopen
    this.#open = openFile(options)
  }

  get db(): IndexDatabase {
    return this.#open.db
  }

  get writer(): IndexWriter {
    return this.#open.writer
  }

  /** Why the existing file was set aside; null where it was not. */
  get putAside(): IndexFault | null {
    return this.#open.putAside
  }

  /** Replaces the index with an empty one. */
  replace(): void {
    this.close()
    // Unless another process has already done so.
    if (identityOf(this.#options.indexFile) === this.#open.identity)
      putIndexAside(this.#options.indexFile, 'damaged')
    this.#reopen('damaged')
  }

  /**
   * Opens the file again where it was deleted, or another process replaced it and nobody reads this one any more. A
   * file without its log lacks the last writes, and without the log's index others do not see them.
   */
  follow(): void {
    const { indexFile } = this.#options
    if (identityOf(indexFile) !== this.#open.identity) {
      this.close()
      this.#reopen(null)
    } else if (identityOfLog(indexFile) !== this.#open.logIdentity) this.replace()
  }

  close(): void {
    this.#open.db.close()
  }

  #reopen(fault: IndexFault | null): void {
    this.#open = openFile(this.#options)
    this.#onReopen(this.#open.putAside ?? fault)
  }
}

interface OpenFile {
  readonly db: IndexDatabase
  readonly writer: IndexWriter
  readonly putAside: IndexFault | null
  readonly identity: string | null
  readonly logIdentity: string
}

const mostOpenings = 3

/**
 * The index and its writer. A file in which not even statements can be prepared is replaced; one that is removed while
 * being opened is made again.
 */
function openFile(options: SyncOptions): OpenFile {
  const { indexFile, excluded } = options
  let fault: IndexFault | null = null
  for (let attempt = 1; ; attempt++) {
    let db: IndexDatabase | null = null
    try {
      const opened = openIndexForWriting(indexFile)
      db = opened.db
      const writer = openAgain(() => new IndexWriter(opened.db, excludedFiles(excluded)))
      writer.state('filled')
      return {
        db,
        writer,
        putAside: opened.putAside ?? fault,
        identity: identityOf(indexFile),
        logIdentity: identityOfLog(indexFile),
      }
    } catch (error) {
      db?.close()
      if (attempt === mostOpenings) throw error
      if (!isDamage(error)) continue
      putIndexAside(indexFile, 'damaged')
      fault = 'damaged'
    }
  }
}
