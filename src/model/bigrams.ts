// Scripts that are written without spaces between words.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu

/**
 * The overlapping pairs of characters of every run written without spaces, which is how such text is searched; a run of
 * one character is itself. Empty for text in other scripts.
 *
 *     bigramsOf('全文検索 by flint')   // ['全文 文検 検索']
 */
export function bigramsOf(text: string): readonly string[] {
  return runsOf(text).map((characters) =>
    (characters.length === 1 ? characters : pairsOf(characters)).join(' '),
  )
}

/**
 * The pairs of characters as they are indexed: each run's last character stands by itself too, so that every one begins
 * some word and can be searched alone.
 *
 *     indexedBigramsOf('全文検索 by flint')   // ['全文 文検 検索 索']
 */
export function indexedBigramsOf(text: string): readonly string[] {
  return runsOf(text).map((characters) => [...pairsOf(characters), characters.at(-1)].join(' '))
}

function runsOf(text: string): readonly (readonly string[])[] {
  // Most notes have none: one cheap look spares them the rest.
  if (!/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff]|[\ud840-\ud888]/.test(text))
    return []
  return Array.from(text.matchAll(unspaced), ([run]) => Array.from(run))
}

function pairsOf(characters: readonly string[]): readonly string[] {
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`)
}

/** Whether a text begins with a character of a script that is written without spaces between words. */
export function beginsUnspaced(text: string): boolean {
  return text !== '' && text.search(unspaced) === 0
}
