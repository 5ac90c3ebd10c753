import type { IndexReader } from './index-reader.ts'

/** The last answer of each connection to one question. It holds until notes, files or links change. */
export class KeptAnswer<Answer> {
  readonly #kept = new WeakMap<
    IndexReader,
    { readonly change: string | null; readonly asked: string; readonly answer: Answer }
  >()

  /** `asked` tells questions apart. What changed while the answer was being read is asked for again. */
  async of(index: IndexReader, asked: string, read: () => Promise<Answer>): Promise<Answer> {
    const change = index.lastChange()
    const known = this.#kept.get(index)
    if (known?.change === change && known.asked === asked) return known.answer
    const answer = await read()
    this.#kept.set(index, { change, asked, answer })
    return answer
  }
}
