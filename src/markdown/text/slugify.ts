import { transliterate } from './transliterate.ts'
import { truncateBytes } from './truncate-bytes.ts'

/**
 * zk's rule for file names: lower case, hyphens between words, quotes dropped, `&` and `@` in words of the language,
 * Latin, Greek and Cyrillic letters in ASCII. Letters of other scripts stay, where zk has a table for them. Of a
 * text without letters its emoji are left. Never empty.
 *
 *     slugify('Café & “Crème”')   // 'cafe-and-creme'
 *     slugify('Äpfel & Öl', 'de')   // 'aepfel-und-oel'
 */
export function slugify(text: string, language = 'en'): string {
  const words = transliterate(text, language)
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}_]+/u)
  return shorten(words) || shorten(text.match(emoji) ?? []) || 'untitled'
}

const emoji =
  /(?:\p{Regional_Indicator}|\p{Extended_Pictographic}[\ufe0f\u200d\p{Emoji_Modifier}\u{e0020}-\u{e007f}]*)+/gu

function shorten(words: readonly string[]): string {
  return trimHyphens(truncateBytes(trimHyphens(words.join('-')), 200))
}

function trimHyphens(slug: string): string {
  return slug.replace(/^[-_]+/, '').replace(/[-_]+$/, '')
}
