import type { IndexReader } from './index-reader.ts'

/** The last answer of each connection to one question. It holds until something is committed to the index: SQLite says so. */
export class KeptAnswer<Answer> {
  readonly #kept = new WeakMap<
    IndexReader,
    { readonly commit: number; readonly asked: string; readonly answer: Answer }
  >()

  /** `asked` tells questions apart. What was committed while the answer was being read is asked for again. */
  async of(index: IndexReader, asked: string, read: () => Promise<Answer>): Promise<Answer> {
    const commit = index.lastCommit()
    const known = this.#kept.get(index)
    if (known?.commit === commit && known.asked === asked) return known.answer
    const answer = await read()
    this.#kept.set(index, { commit, asked, answer })
    return answer
  }
}
