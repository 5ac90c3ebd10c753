const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The direction of a text by its first letter, as browsers find it; null where it has none. */
export function textDirection(text: string): 'ltr' | 'rtl' | null {
  const [letter] = /\p{L}/u.exec(text) ?? []
  if (letter === undefined) return null
  return rightToLeft.test(letter) ? 'rtl' : 'ltr'
}
