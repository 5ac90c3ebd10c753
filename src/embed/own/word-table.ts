/** Words in a hash table, with something for each: found where they stand in a text, without making strings of them. */
export class WordTable<Value> {
  readonly #values: Value[] = []
  readonly #hashes: number[] = []
  /** Where the letters of each word begin, and the end of the last. */
  readonly #starts = [0]
  #letters = new Uint16Array(1_024)
  /** One more than a word's number, at its hash or behind; 0 where none is. Less than half is taken. */
  #slots = new Uint32Array(256)

  get size(): number {
    return this.#values.length
  }

  /** What was kept for the word that stands there in the text. */
  find(text: Uint16Array, start: number, end: number): Value | undefined {
    const hash = hashOf(text, start, end)
    const last = this.#slots.length - 1
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const word = (this.#slots[slot] ?? 0) - 1
      if (word < 0) return undefined
      if (this.#hashes[word] === hash && this.#isAt(word, text, start, end)) return this.#values[word]
    }
  }

  /** For a word that is not here yet. */
  add(word: Uint16Array, value: Value): void {
    const start = this.#starts.at(-1) ?? 0
    const end = start + word.length
    if (end > this.#letters.length) this.#letters = grown(this.#letters, 2 * end)
    this.#letters.set(word, start)
    this.#hashes.push(hashOf(word, 0, word.length))
    this.#starts.push(end)
    this.#values.push(value)
    if (2 * this.size <= this.#slots.length) this.#place(this.size - 1)
    else {
      this.#slots = new Uint32Array(2 * this.#slots.length)
      for (let each = 0; each < this.size; each++) this.#place(each)
    }
  }

  #place(word: number): void {
    const last = this.#slots.length - 1
    let slot = (this.#hashes[word] ?? 0) & last
    while (this.#slots[slot] !== 0) slot = (slot + 1) & last
    this.#slots[slot] = word + 1
  }

  #isAt(word: number, text: Uint16Array, start: number, end: number): boolean {
    const from = this.#starts[word] ?? 0
    if ((this.#starts[word + 1] ?? 0) - from !== end - start) return false
    for (let at = start; at < end; at++) if (this.#letters[from + at - start] !== text[at]) return false
    return true
  }
}

function hashOf(text: Uint16Array, start: number, end: number): number {
  let hash = 0
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (text[at] ?? 0)) | 0
  // Words that differ in their first letters alone must differ in the last bits, too.
  return hash ^ (hash >>> 15)
}

function grown(letters: Uint16Array, length: number): Uint16Array<ArrayBuffer> {
  const more = new Uint16Array(length)
  more.set(letters)
  return more
}
