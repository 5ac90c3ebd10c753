/**
 * Replaces accented Latin, Greek and Cyrillic letters by plain Latin ones, and `&` and `@` by English words; drops
 * quotes. Other characters stay.
 */
export function transliterate(text: string): string {
  const composed = text.normalize('NFC').replace(/["'’‘“”`´]/g, '')
  let result = ''
  for (const character of composed) result += substitute(character)
  return result
}

function substitute(character: string): string {
  const lower = character.toLowerCase()
  const known = letters.get(lower)
  if (known !== undefined) return known
  const bare = lower.normalize('NFKD').replace(/\p{M}/gu, '')
  if (/^[\p{ASCII}]*$/u.test(bare)) return bare
  // A Greek or Cyrillic letter under its accent.
  return letters.get(bare) ?? lower.normalize('NFC')
}

/** Pairs of a letter and its replacement, from zk's tables. */
const letters = new Map(
  (
    '&:and @:at ß:ss æ:ae œ:oe ø:o ł:l đ:d ð:d þ:th ħ:h ı:i ŋ:ng ŧ:t ə:e ƒ:f €:eu ' +
    'α:a β:b γ:g δ:d ε:e ζ:z η:e θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:u φ:ph χ:kh ψ:ps ω:o ' +
    'а:a б:b в:v г:g д:d е:e ё:io ж:zh з:z и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ' +
    'ш:sh щ:shch ъ: ы:y ь: э:e ю:iu я:ia є:ie і:i ї:yi ґ:g ў:u ђ:dj ј:j љ:lj њ:nj ћ:ch џ:dzh ѓ:g ќ:k ѕ:dz ' +
    'ә:a ғ:g қ:q ң:n ө:o ұ:u ү:u һ:h'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]),
)
