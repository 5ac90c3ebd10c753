/**
 * A text as it was edited in a browser, which knows only `\n`, with the line ends of the file: a line that stayed keeps
 * its own, a new one gets the one that most lines have.
 *
 *     keepLineEnds('a\r\nb\r\n', 'a\nc\n')   // 'a\r\nc\r\n'
 */
export function keepLineEnds(file: string, edited: string): string {
  if (!file.includes('\r')) return edited
  const lines = file.split(/(?<=\n)/)
  const plain = lines.map((line) => line.replace(/\r\n$/, '\n'))
  const wanted = edited.split(/(?<=\n)/)
  const most = Math.min(lines.length, wanted.length)
  let start = 0
  while (start < most && plain[start] === wanted[start]) start += 1
  let end = 0
  while (end < most - start && plain.at(-1 - end) === wanted.at(-1 - end)) end += 1
  const usesBoth = lines.filter((line) => line.endsWith('\r\n')).length * 2 > lines.length
  const between = wanted.slice(start, wanted.length - end).join('')
  return [
    ...lines.slice(0, start),
    usesBoth ? between.replaceAll('\n', '\r\n') : between,
    ...lines.slice(lines.length - end),
  ].join('')
}
