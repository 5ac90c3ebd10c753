import type { IndexWriter } from '../index-db/apply.ts'
import {
  identityOf,
  putIndexAside,
  type IndexDatabase,
  type IndexFault,
  type OpenedIndex,
} from '../index-db/open-index.ts'
import { openWriter } from './open-writer.ts'
import type { SyncOptions } from './sync-messages.ts'

/** The file of one vault's index, opened for writing, and its successor where somebody deletes, replaces or damages it. */
export class IndexFile {
  readonly #options: SyncOptions
  /** What became of the file that was there, if it was put aside. */
  readonly #onOpen: (putAside: IndexFault | null) => void
  #opened: OpenedIndex
  #writer: IndexWriter
  #identity: string | null
  /** Of SQLite's log beside it, which lasts as long as a connection. */
  #logIdentity: string | null

  constructor(options: SyncOptions, onOpen: (putAside: IndexFault | null) => void) {
    this.#options = options
    this.#onOpen = onOpen
    const { opened, writer } = openWriter(options)
    this.#opened = opened
    this.#writer = writer
    this.#identity = this.#identityNow()
    this.#logIdentity = this.#logIdentityNow()
  }

  get db(): IndexDatabase {
    return this.#opened.db
  }

  get writer(): IndexWriter {
    return this.#writer
  }

  /** Has the index made anew. */
  replace(): void {
    this.#opened.db.close()
    // Unless another process has done so already.
    if (this.#identityNow() === this.#identity) putIndexAside(this.#options.indexFile, 'damaged')
    this.#reopen('damaged')
  }

  /**
   * Somebody may have deleted the index, or another process may have replaced it: then this one's is nobody's. Without
   * its log it lacks what was last written.
   */
  follow(): void {
    if (this.#identityNow() !== this.#identity) {
      this.#opened.db.close()
      this.#reopen(null)
    } else if (this.#logIdentityNow() !== this.#logIdentity) this.replace()
  }

  close(): void {
    this.#opened.db.close()
  }

  /** Tells what was opened; at the beginning, too, once whoever follows is ready to be told. */
  tell(fault: IndexFault | null): void {
    this.#onOpen(this.#opened.putAside ?? fault)
  }

  #reopen(fault: IndexFault | null): void {
    const { opened, writer } = openWriter(this.#options)
    this.#opened = opened
    this.#writer = writer
    this.#identity = this.#identityNow()
    this.#logIdentity = this.#logIdentityNow()
    this.tell(fault)
  }

  #identityNow(): string | null {
    return identityOf(this.#options.indexFile)
  }

  #logIdentityNow(): string | null {
    return identityOf(`${this.#options.indexFile}-wal`)
  }
}
