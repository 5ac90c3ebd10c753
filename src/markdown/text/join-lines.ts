/** Joins several lines into one, without indentation and quote marks. */
export function joinLines(text: string): string {
  if (!text.includes('\n')) return text
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? line : line.replace(/^[ \t>]+/, '')).trim())
    .join(' ')
}
