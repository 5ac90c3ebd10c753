/** How many lines a text has; behind a last line break there is none. */
export function countLines(text: string): number {
  let breaks = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) breaks += 1
  return text === '' || text.endsWith('\n') ? breaks : breaks + 1
}
