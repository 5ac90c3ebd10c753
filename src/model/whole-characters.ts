/** A length in code units, or one less where the text would end in the middle of a character there. */
export function wholeCharacters(text: string, length: number): number {
  return /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length
}

/** The beginning of a text: at most so many code units, and no half of a character. */
export function beginning(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, wholeCharacters(text, most))
}

/** A text, or where it is longer than so many code units its beginning with an ellipsis. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${beginning(text, most)}…`
}
