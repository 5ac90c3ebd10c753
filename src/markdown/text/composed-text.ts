/** A text in NFC, and which places of the original its places are. */
export interface ComposedText {
  readonly text: string
  /** Null for a place inside a character that is written otherwise in the original. */
  readonly offsetOf: (offset: number) => number | null
}

/** A syllable of Hangul or any other character, with its marks. */
const characters =
  /(?:[\u1100-\u115f\uac00-\ud7a3][\u1160-\u11a7]?[\u11a8-\u11ff]?|[^\p{M}\p{ASCII}])\p{M}*|\p{ASCII}\p{M}+/gu

export function composedText(text: string): ComposedText {
  const changed: { readonly start: number; readonly end: number; readonly shift: number }[] = []
  let shift = 0
  const composed = text.replace(characters, (character, offset: number) => {
    const one = character.normalize('NFC')
    if (one === character) return character
    const start = offset - shift
    shift += character.length - one.length
    changed.push({ start, end: start + one.length, shift })
    return one
  })
  const offsetOf = (offset: number) => {
    const last = changed.findLast(({ start }) => start < offset)
    if (last === undefined) return offset
    return offset < last.end ? null : offset + last.shift
  }
  return { text: composed, offsetOf }
}
