/** The beginning of `text` that takes at most `most` bytes of UTF-8, cut between characters. */
export function truncateBytes(text: string, most: number): string {
  let bytes = 0
  let end = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (bytes > most) return text.slice(0, end)
    end += character.length
  }
  return text
}
