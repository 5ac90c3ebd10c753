// Scripts that are written without spaces between words.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu

/**
 * The overlapping pairs of characters of every run written without spaces, which is how such text is indexed and
 * searched; a run of one character is itself. Empty for text in other scripts.
 *
 *     bigramsOf('全文検索 by flint')   // ['全文 文検 検索']
 */
export function bigramsOf(text: string): readonly string[] {
  // Most notes have none: one cheap look spares them the rest.
  if (!/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff]|[\ud840-\ud888]/.test(text))
    return []
  return Array.from(text.matchAll(unspaced), ([run]) => {
    const characters = Array.from(run)
    if (characters.length === 1) return run
    return characters
      .slice(1)
      .map((character, index) => `${characters[index] ?? ''}${character}`)
      .join(' ')
  })
}
