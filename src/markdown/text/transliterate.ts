/**
 * Replaces accented Latin, Greek and Cyrillic letters by plain Latin ones, and `&` and `@` by words of the language
 * (English for one that is not known here); drops quotes. Other characters stay, and so do the vowel signs and voiced marks of
 * other scripts, which are no accents.
 */
export function transliterate(text: string, language: string): string {
  const ofLanguage = languages.get(language.toLowerCase())
  const composed = text.normalize('NFC').replace(/["'’‘“”`´]/g, '')
  let result = ''
  for (const character of composed) result += substitute(character, ofLanguage)
  return result
}

function substitute(character: string, ofLanguage?: ReadonlyMap<string, string>): string {
  const lower = character.toLowerCase()
  const known = ofLanguage?.get(lower) ?? letters.get(lower)
  if (known !== undefined) return known
  const bare = lower.normalize('NFKD').replace(accents, '')
  if (/^[\p{ASCII}]*$/u.test(bare)) return bare
  // A Greek or Cyrillic letter under its accent.
  return letters.get(bare) ?? lower.normalize('NFC')
}

/** Accents of Latin, Greek and Cyrillic, and what only chooses or frames a picture. */
const accents = /[\u0300-\u036f\p{Variation_Selector}\p{Me}]/gu

/** Letters and their replacements, from zk's tables. */
const letters = readPairs(
  '&:and @:at ß:ss æ:ae œ:oe ø:o ł:l đ:d ð:d þ:th ħ:h ı:i ŋ:ng ŧ:t ə:e ƒ:f €:eu ' +
    'α:a β:b γ:g δ:d ε:e ζ:z η:e θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:u φ:ph χ:kh ψ:ps ω:o ' +
    'а:a б:b в:v г:g д:d е:e ё:io ж:zh з:z и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ' +
    'ш:sh щ:shch ъ: ы:y ь: э:e ю:iu я:ia є:ie і:i ї:yi ґ:g ў:u ђ:dj ј:j љ:lj њ:nj ћ:ch џ:dzh ѓ:g ќ:k ѕ:dz ' +
    'ә:a ғ:g қ:q ң:n ө:o ұ:u ү:u һ:h',
)

/** What a language replaces otherwise, by the names that zk takes for it. */
const languages: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  [
    ['bg bgr', '&:- @:- й:y х:h щ:sht ъ:a ь:y ю:yu я:ya'],
    ['cs ces', '&:a @:zavinac'],
    ['de deu', '&:und @:an ä:ae ö:oe ü:ue'],
    ['el ell gr', '&:kai @:- β:v η:i ή:i υ:y ύ:y ϋ:y ΰ:y φ:f χ:ch'],
    ['es spa', '&:y @:en'],
    ['fi fin', '&:ja @:at'],
    ['fr fra', '&:et @:arobase'],
    ['hu hun', '&:- @:-'],
    ['id idn ind', '&:dan @:-'],
    ['it ita', '&:e @:chiocciola'],
    ['kk kz kaz', '&:jane @:-'],
    ['nb nob nn nno', '&:og @:at æ:ae ø:oe å:aa'],
    ['nl nld', '&:en @:at'],
    ['pl pol', '&:i @:na'],
    ['pt prt br bra', '&:e @:-'],
    ['ro rou', '&:si @:-'],
    ['sl slv', '&:in @:- đ:dz'],
    ['sv swe', '&:och @:snabel-a'],
    ['tr tur', '&:ve @:et'],
  ].flatMap(([names = '', pairs = '']) => names.split(' ').map((name) => [name, readPairs(pairs)] as const)),
)

function readPairs(pairs: string): ReadonlyMap<string, string> {
  return new Map(
    pairs
      .split(' ')
      .map((pair): [string, string] => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]),
  )
}
