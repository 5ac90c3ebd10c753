/** A length in code units, or one less where the text would end in the middle of a character there. */
export function wholeCharacters(text: string, length: number): number {
  return /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length
}
