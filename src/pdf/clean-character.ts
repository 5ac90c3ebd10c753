export const unreadable = '\ufffd'

/** A character as it is written in plain text; '' for what is not seen; U+FFFD for one that cannot be read. */
export function cleanCharacter(character: string): string {
  if (/^[!-~]$/.test(character)) return character
  if (character === unreadable || character === '\u0000') return unreadable
  if (/\s/u.test(character)) return ' '
  // Soft hyphens stay: they tell where a word was broken.
  if (/[\p{Cc}\u200b-\u200d\u2060\ufeff]/u.test(character)) return ''
  // Ligatures, and the shapes that Arabic letters take in a word.
  if (/[\ufb00-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]/u.test(character)) return character.normalize('NFKC')
  if (/[\uf0a7\uf0b7\uf0d8]/.test(character)) return '\u2022'
  // Fonts of symbols put their glyphs here: they mean nothing without the font.
  if (/\p{Co}/u.test(character)) return unreadable
  return character
}
