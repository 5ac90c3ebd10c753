import type { IndexWriter } from '../index-db/apply.ts'
import { identityOf, putIndexAside, type IndexDatabase, type IndexFault } from '../index-db/open-index.ts'
import { openWriter } from './open-writer.ts'
import type { SyncOptions } from './sync-messages.ts'

/** The file of one vault's index, opened for writing, and its successor where somebody deletes, replaces or damages it. */
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

  /** Why the file that was there was put aside; null where it was not. */
  get putAside(): IndexFault | null {
    return this.#open.putAside
  }

  /** Has the index made anew. */
  replace(): void {
    this.close()
    // Unless another process has done so already.
    if (identityOf(this.#options.indexFile) === this.#open.identity)
      putIndexAside(this.#options.indexFile, 'damaged')
    this.#reopen('damaged')
  }

  /**
   * Somebody may have deleted the index, or another process may have replaced it: then this one's is nobody's. Without
   * its log it lacks what was last written.
   */
  follow(): void {
    if (identityOf(this.#options.indexFile) !== this.#open.identity) {
      this.close()
      this.#reopen(null)
    } else if (identityOf(logOf(this.#options)) !== this.#open.logIdentity) this.replace()
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
  readonly logIdentity: string | null
}

function openFile(options: SyncOptions): OpenFile {
  const { opened, writer } = openWriter(options)
  return {
    ...opened,
    writer,
    identity: identityOf(options.indexFile),
    logIdentity: identityOf(logOf(options)),
  }
}

/** SQLite's log beside the file, which lasts as long as a connection. */
function logOf({ indexFile }: SyncOptions): string {
  return `${indexFile}-wal`
}
