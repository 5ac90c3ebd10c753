// Scripts that are written without spaces between words, with the sound marks that kana share.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ーｰﾞﾟ々]+/gu
const hangul = /^\p{Script=Hangul}/u
const inOneScript = new RegExp(
  `${unspaced.source}|\\p{Script=Hangul}+|(?:(?!${unspaced.source}|\\p{Script=Hangul}).)+`,
  'gsu',
)
// Most notes have none of either: one cheap look spares them the rest.
const mayBeUnspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\uff66-\uff9f]|[\ud840-\ud888]/
const mayTouch = /[\u0e00-\u0eff\u1000-\u11ff\u1780-\u17ff\u2e80-\ufaff\uff66-\uffdc]/
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
 * What is indexed for such text: the pairs of each run, and its last character by itself too, so that every one begins
 * some word and can be searched alone; and the words that touch another script, which the text's own words do not show.
 *
 *     indexedBigramsOf('全文検索 by flint')   // ['全文 文検 検索 索']
 *     indexedBigramsOf('全文をflintで')   // ['全文 文を を', 'で', 'flint']
 */
export function indexedBigramsOf(text: string): readonly string[] {
  const runs = runsOf(text).map((characters) => [...pairsOf(characters), characters.at(-1)].join(' '))
  return [...runs, ...touchingWordsOf(text)]
}

/** The words in scripts with spaces that touch another script, as in `Pythonで` or `Python을`. */
export function touchingWordsOf(text: string): readonly string[] {
  if (!mayTouch.test(text)) return []
  return (text.match(word) ?? []).flatMap((characters) => {
    const parts = cutAtScripts(characters)
    return parts.length === 1 ? [] : parts.filter((part) => !beginsUnspaced(part))
  })
}

/**
 * The parts of a word in which the script changes between one without spaces, Hangul, whose particles follow foreign
 * words, and any other.
 *
 *     cutAtScripts('2024年のPython')   // ['2024', '年の', 'Python']
 */
export function cutAtScripts(characters: string): readonly string[] {
  if (!mayTouch.test(characters)) return [characters]
  return (characters.match(inOneScript) ?? []).filter((part) => /[\p{L}\p{N}]/u.test(part))
}

/** Whether two characters that touch are of two words, as their scripts tell. */
export function isScriptBorder(left: string, right: string): boolean {
  // Asked for the letters of every word found.
  if (left < '\u0e00' && right < '\u0e00') return false
  return scriptOf(left) !== scriptOf(right)
}

function scriptOf(character: string): 'unspaced' | 'hangul' | 'other' {
  return beginsUnspaced(character) ? 'unspaced' : hangul.test(character) ? 'hangul' : 'other'
}

const word = /[\p{L}\p{N}\p{M}]+/gu

function runsOf(text: string): readonly (readonly string[])[] {
  if (!mayBeUnspaced.test(text)) return []
  return Array.from(text.matchAll(unspaced), ([run]) => Array.from(run))
}

function pairsOf(characters: readonly string[]): readonly string[] {
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`)
}

/** Whether a text begins with a character of a script that is written without spaces between words. */
export function beginsUnspaced(text: string): boolean {
  return text !== '' && text.search(unspaced) === 0
}
