import type { VaultScope } from '../changes/vault-scope.ts'
import { IndexReader } from '../index-db/index-reader.ts'

/** The index as views see it: one connection per set of folders, reopened when the index is replaced. */
export class NarrowReaders {
  readonly #indexFile: string
  readonly #held = new Map<string, { readonly whole: IndexReader; readonly reader: IndexReader }>()

  constructor(indexFile: string) {
    this.#indexFile = indexFile
  }

  narrow(whole: IndexReader, { roots }: VaultScope): IndexReader {
    const key = roots.join('\n')
    const held = this.#held.get(key)
    if (held?.whole === whole) return held.reader
    held?.reader.close()
    const reader = new IndexReader(this.#indexFile, roots)
    this.#held.set(key, { whole, reader })
    return reader
  }

  close(): void {
    for (const { reader } of this.#held.values()) reader.close()
  }
}
