import { stemmer } from 'stemmer'
import { bigramsOf } from '../../model/bigrams.ts'

/** Longer ones are no words: addresses, hashes, encoded pictures. */
const longestWord = 40
const mostRemembered = 50_000

/** Turns a text into its terms. Remembers the stems of words, as most words come again and again. */
export class TermSplitter {
  readonly #stems = new Map<string, string>()

  /**
   * The terms of a text in their order, as the full-text index has them: words without case, accents and English endings;
   * of scripts written without spaces the overlapping pairs of characters.
   *
   *     split('Caches of 全文検索')   // ['cach', 'of', '全文', '文検', '検索']
   */
  split(text: string): readonly string[] {
    const folded = fold(text)
    const terms: string[] = []
    for (const [word] of folded.matchAll(words)) {
      if (word.length > longestWord) continue
      if (isPlain(word)) terms.push(this.#stemOf(word))
      else if (!hasUnspaced.test(word)) terms.push(word)
      else for (const run of bigramsOf(word)) for (const pair of run.split(' ')) terms.push(pair)
    }
    return terms
  }

  #stemOf(word: string): string {
    const known = this.#stems.get(word)
    if (known !== undefined) return known
    if (this.#stems.size >= mostRemembered) this.#stems.clear()
    const stem = stemmer(word)
    this.#stems.set(word, stem)
    return stem
  }
}

const words = /[\p{L}\p{N}\p{M}]+/gu
const hasUnspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff]|[\ud840-\ud888]/

function isPlain(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    if (code < 97 || code > 122) return false
  }
  return true
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
