import { transliterate } from './transliterate.ts'
import { truncateBytes } from './truncate-bytes.ts'

/**
 * zk's rule for file names: lower case, hyphens between words, quotes dropped, `&` and `@` in words, Latin, Greek and
 * Cyrillic letters in ASCII. Letters of other scripts stay, where zk has a table for them. Never empty.
 *
 *     slugify('Café & “Crème”')   // 'cafe-and-creme'
 */
export function slugify(text: string): string {
  return joinWords(transliterate(text), /[^\p{L}\p{N}\p{M}_]+/u) || 'untitled'
}

/** A slug in ASCII alone, for ids: a letter that has no ASCII form becomes its code (`u5f71`). */
export function slugifyToAscii(text: string): string {
  const coded = transliterate(text).replace(/[^\p{ASCII}]/gu, (character) =>
    /[\p{L}\p{N}]/u.test(character) ? ` u${(character.codePointAt(0) ?? 0).toString(16)} ` : ' ',
  )
  return joinWords(coded, /[^a-z0-9_]+/) || 'untitled'
}

function joinWords(text: string, separator: RegExp): string {
  return trimHyphens(truncateBytes(trimHyphens(text.toLowerCase().split(separator).join('-')), 200))
}

function trimHyphens(slug: string): string {
  return slug.replace(/^[-_]+/, '').replace(/[-_]+$/, '')
}
