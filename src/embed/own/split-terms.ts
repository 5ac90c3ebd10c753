import { stemmer } from 'stemmer'
import { beginsUnspaced, bigramsOf, cutAtScripts } from '../../model/bigrams.ts'
import { addToHash, hashOf, WordTable } from './word-table.ts'

/** Longer ones are no words: addresses, hashes, encoded pictures. */
const longestWord = 40
const mostRemembered = 20_000

/** Turns a text into its terms. Remembers those of words, as most words come again and again. */
export class TermSplitter<Term> {
  readonly #read: (term: string) => Term
  #known = new WordTable()
  /** By the numbers of the known words. */
  #terms: Term[] = []
  #codes = new Uint16Array(0)

  /** What stands for a term is what `read` makes of it: itself, or a number. */
  constructor(read: (term: string) => Term) {
    this.#read = read
  }

  /**
   * The terms of a text in their order, as the full-text index has them: words without case, accents and English endings;
   * of scripts written without spaces the overlapping pairs of characters.
   *
   *     split('Caches of 全文検索')   // ['cach', 'of', '全文', '文検', '検索']
   */
  split(text: string): readonly Term[] {
    const terms: Term[] = []
    this.each(text, (term) => terms.push(term))
    return terms
  }

  /** Calls `use` with one term of a text after the other, where no list of them is needed. */
  each(text: string, use: (term: Term) => void): void {
    const folded = fold(text)
    const codes = this.#codesOf(folded)
    for (let at = 0; at < folded.length;) {
      let end = at
      let hash = 0
      let code = codes[end] ?? 0
      while (isPlain(code)) {
        hash = addToHash(hash, code)
        code = codes[++end] ?? 0
      }
      if (!mayBeInWord(code)) {
        if (end > at && end - at <= longestWord) use(this.#termAt(codes, at, end, hash))
        at = end + 1
      } else {
        wordHere.lastIndex = at
        const [word = ''] = wordHere.exec(folded) ?? []
        const after = at + word.length
        const isShort = word.length <= longestWord
        if (isShort && plainWord.test(word)) use(this.#termAt(codes, at, after))
        else if (isShort && word !== '') this.#eachTerm(word, use)
        at = Math.max(after, at + 1)
      }
    }
  }

  /** Of a word with digits or of another script. */
  #eachTerm(word: string, use: (term: Term) => void): void {
    for (const part of cutAtScripts(word)) {
      if (plainWord.test(part)) use(this.#read(stemmer(part)))
      else if (!beginsUnspaced(part)) use(this.#read(part))
      else for (const run of bigramsOf(part)) for (const pair of run.split(' ')) use(this.#read(pair))
    }
  }

  /** The term of the word of plain letters that stands there. */
  #termAt(codes: Uint16Array, start: number, end: number, hash = hashOf(codes, start, end)): Term {
    const number = this.#known.find(codes, start, end, hash)
    const known = number < 0 ? undefined : this.#terms[number]
    if (known !== undefined) return known
    if (this.#known.size >= mostRemembered) {
      this.#known = new WordTable()
      this.#terms = []
    }
    const term = this.#read(stemmer(String.fromCharCode(...codes.subarray(start, end))))
    this.#terms[this.#known.add(codes, start, end, hash)] = term
    return term
  }

  /**
   * The characters of a text as numbers and a 0 behind them, good until the next text: reading them one by one from the text
   * takes longer, and so does reading behind the last.
   */
  #codesOf(text: string): Uint16Array {
    if (this.#codes.length <= text.length) this.#codes = new Uint16Array(2 * text.length + 1)
    Buffer.from(this.#codes.buffer).write(text, 'utf16le')
    this.#codes[text.length] = 0
    return this.#codes
  }
}

const wordHere = /[\p{L}\p{N}\p{M}]+/uy
const plainWord = /^[a-z]+$/

/** Whether this is one of a to z; most words have nothing else, and need no pattern to be found. */
function isPlain(code: number): boolean {
  return code >= 97 && code <= 122
}

/** False for what ends a word of plain letters, the end of the text too. */
function mayBeInWord(code: number): boolean {
  return code >= 128 || (code >= 48 && code <= 57)
}

/** Without case, and in Latin script without accents; composed again, as pairs of kana are kept composed. */
function fold(text: string): string {
  const lower = text.toLowerCase()
  return /[\u0080-\uffff]/.test(lower)
    ? lower
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .normalize('NFC')
    : lower
}
