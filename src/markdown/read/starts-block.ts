/** True for a line that cannot continue the paragraph above it. */
export function startsBlock(row: string): boolean {
  return /^(?:[-*+>|]|#{1,6}[ \t\r\n]|`{3}|~{3}|\d{1,9}[.)][ \t]|<|%%|_{3})/.test(row)
}
