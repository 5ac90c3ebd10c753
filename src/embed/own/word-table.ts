/** Different words, numbered as they come, in a hash table: found where they stand in a text, without making strings of them. */
export class WordTable {
  #size = 0
  #hashes = new Int32Array(128)
  /** Where the letters of each word end. */
  #ends = new Uint32Array(128)
  #letters = new Uint16Array(1_024)
  /** One more than a word's number, at its hash or behind; 0 where none is. Less than half is taken. */
  #slots = new Uint32Array(256)

  get size(): number {
    return this.#size
  }

  /** The number of the word that stands there in the text; -1 where it is not here. */
  find(text: Uint16Array, start: number, end: number, hash = hashOf(text, start, end)): number {
    const slots = this.#slots
    const last = slots.length - 1
    for (let slot = slotOf(hash) & last; ; slot = (slot + 1) & last) {
      const word = (slots[slot] ?? 0) - 1
      if (word < 0 || (this.#hashes[word] === hash && this.#isAt(word, text, start, end))) return word
    }
  }

  /** Numbers a word that is not here yet. */
  add(text: Uint16Array, start: number, end: number, hash = hashOf(text, start, end)): number {
    const word = this.#size++
    if (word === this.#hashes.length) {
      this.#hashes = new Int32Array(this.#hashes.buffer.transfer(2 * this.#hashes.byteLength))
      this.#ends = new Uint32Array(this.#ends.buffer.transfer(2 * this.#ends.byteLength))
    }
    const from = this.#startOf(word)
    const to = from + end - start
    const room = 2 * to * this.#letters.BYTES_PER_ELEMENT
    if (to > this.#letters.length) this.#letters = new Uint16Array(this.#letters.buffer.transfer(room))
    this.#letters.set(text.subarray(start, end), from)
    this.#hashes[word] = hash
    this.#ends[word] = to
    if (2 * this.#size <= this.#slots.length) this.#place(word)
    else {
      this.#slots = new Uint32Array(2 * this.#slots.length)
      for (let each = 0; each < this.#size; each++) this.#place(each)
    }
    return word
  }

  wordOf(number: number): string {
    return String.fromCharCode(...this.#letters.subarray(this.#startOf(number), this.#ends[number]))
  }

  #startOf(word: number): number {
    return word === 0 ? 0 : (this.#ends[word - 1] ?? 0)
  }

  #place(word: number): void {
    const last = this.#slots.length - 1
    let slot = slotOf(this.#hashes[word] ?? 0) & last
    while (this.#slots[slot] !== 0) slot = (slot + 1) & last
    this.#slots[slot] = word + 1
  }

  #isAt(word: number, text: Uint16Array, start: number, end: number): boolean {
    const letters = this.#letters
    let from = this.#startOf(word)
    if ((this.#ends[word] ?? 0) - from !== end - start) return false
    for (let at = start; at < end; at++) if (letters[from++] !== text[at]) return false
    return true
  }
}

export function hashOf(text: Uint16Array, start: number, end: number): number {
  let hash = 0
  for (let at = start; at < end; at++) hash = addToHash(hash, text[at] ?? 0)
  return hash
}

/** The hash of a word, which is 0 before its first letter, with one letter more. */
export function addToHash(hash: number, letter: number): number {
  return (Math.imul(hash, 31) + letter) | 0
}

/** Words that differ in their first letters alone must differ in the last bits, too. */
function slotOf(hash: number): number {
  return hash ^ (hash >>> 15)
}
